import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/SubmitButton'

/** For who has forgotten the current password: the same mail as from the sign-in screen. */
export function ResetLink({ project }: { project: string }) {
  return (
    <Form method="post" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">
        We send a link to your email; it lets you choose a new password without the current one.
      </p>
      <input type="hidden" name="project" value={project} />
      <SubmitButton variant="secondary" name="intent" value="reset">
        Send reset link
      </SubmitButton>
    </Form>
  )
}
