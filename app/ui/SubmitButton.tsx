import { useNavigation } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { Button } from './Button'

/**
 * Submits the form around it. With `name` and `value` (an intent), only the pressed button shows
 * that it is busy.
 */
export function SubmitButton({ name, value, ...rest }: ComponentProps<typeof Button>) {
  const { state, formData } = useNavigation()
  const pressed = name ? formData?.get(name) === value : true
  return (
    <Button
      // The field keeps the focus: losing it would render its error, move this button, and miss the
      // click.
      onMouseDown={(event) => event.preventDefault()}
      type="submit"
      variant="primary"
      {...rest}
      name={name}
      value={value}
      pending={state === 'submitting' && pressed}
    />
  )
}
