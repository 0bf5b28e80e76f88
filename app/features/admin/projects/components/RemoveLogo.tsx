import { Form } from '@remix-run/react'
import { ConfirmDialog } from '~/ui/Dialog'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import type { LogoKey } from '../schema'
import { LOGOS } from './LogoPicture'

interface Props {
  which: LogoKey
  version: number
  op: string
  /** Why it was refused. */
  errors: string[] | null | undefined
}

/** Takes a logo away after asking. */
export function RemoveLogo({ which, version, op, errors }: Props) {
  const { label, without } = LOGOS[which]
  return (
    <ConfirmDialog
      trigger="Remove"
      open={Boolean(errors)}
      title={`Remove the ${label.toLowerCase()}`}
      body={`The picture is deleted. ${without}`}
    >
      {({ body, close }) => (
        <Form method="post">
          <input type="hidden" name="intent" value="remove-logo" />
          <input type="hidden" name="which" value={which} />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="op" value={op} />
          <ErrorBanner errors={errors} />
          {body}
          <FormActions>
            <SubmitButton variant="danger">Remove logo</SubmitButton>
            {close}
          </FormActions>
        </Form>
      )}
    </ConfirmDialog>
  )
}
