import { useNavigation } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { Button } from './Button'

/**
 * The button that sends the form around it. With `name` and `value` (an intent), only the pressed
 * one shows that it is busy.
 */
export function SubmitButton({ name, value, ...rest }: ComponentProps<typeof Button>) {
  const { state, formData } = useNavigation()
  const pressed = name ? formData?.get(name) === value : true
  return (
    <Button
      // Keeps the field focused: leaving it would redraw its error, move this button, and lose the click.
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
