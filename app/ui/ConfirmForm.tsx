import { Form } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { ConfirmDialog } from './Dialog'
import { ErrorBanner } from './ErrorBanner'
import { FormActions } from './FormGrid'
import { SubmitButton } from './SubmitButton'

interface Props extends Omit<ComponentProps<typeof ConfirmDialog>, 'children' | 'open'> {
  /** What is sent; what is undefined is left out. */
  values: Readonly<Record<string, string | number | undefined>>
  /** Verb on the button that does it. */
  label: ReactNode
  danger?: boolean
  /** Why it was refused: the dialog stands open again and says so. */
  errors?: string[] | null
}

/** An act that needs nothing but a yes: asks, then sends its values to this page's action. */
export function ConfirmForm({ values, label, danger = false, errors, ...dialog }: Props) {
  return (
    <ConfirmDialog {...dialog} open={Boolean(errors)}>
      {({ body, close }) => (
        <Form method="post">
          {Object.entries(values).map(([name, value]) =>
            value === undefined ? null : (
              <input key={name} type="hidden" name={name} value={value} />
            ),
          )}
          <ErrorBanner errors={errors} />
          {body}
          <FormActions>
            <SubmitButton variant={danger ? 'danger' : 'primary'}>{label}</SubmitButton>
            {close}
          </FormActions>
        </Form>
      )}
    </ConfirmDialog>
  )
}
