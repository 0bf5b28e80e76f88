import { Form } from '@remix-run/react'
import { LogOut } from 'lucide-react'
import { paths } from '~/paths'
import { forgetSignIn } from '~/platform/browser/local-state'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'

/** Signs out after a confirmation; works without scripts too. */
export function SignOut() {
  return (
    <ConfirmDialog
      trigger={
        <>
          <LogOut aria-hidden className="size-4 shrink-0" />
          Signout
        </>
      }
      triggerClass="menu-entry"
      title="Signout"
      body="Are you sure to logout?"
    >
      {({ body, close }) => (
        <Form method="post" action={paths.auth.signOut} onSubmit={() => void forgetSignIn()}>
          {body}
          <FormActions>
            <SubmitButton variant="danger">Signout</SubmitButton>
            {close}
          </FormActions>
        </Form>
      )}
    </ConfirmDialog>
  )
}
