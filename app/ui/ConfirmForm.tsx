import { Form } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { ConfirmDialog } from './Dialog'
import { ErrorBanner } from './ErrorBanner'
import { FormActions } from './FormGrid'
import { SubmitButton } from './SubmitButton'

interface Props extends Omit<ComponentProps<typeof ConfirmDialog>, 'children' | 'open'> {
  /** The values to send; undefined ones are left out. */
  values: Readonly<Record<string, string | number | undefined>>
  /** The verb on the submit button. */
  label: ReactNode
  danger?: boolean
  /** The reasons of a refusal: the dialog opens again and shows them. */
  errors?: string[] | null
  /** The address that it is sent to; by default this page's. */
  action?: string
}

/** Asks for a confirmation, then sends the values to this page's action, or that of another address. */
export function ConfirmForm({ values, label, danger = false, errors, action, ...dialog }: Props) {
  return (
    <ConfirmDialog {...dialog} open={Boolean(errors)}>
      {({ body, close }) => (
        <Form method="post" action={action}>
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
