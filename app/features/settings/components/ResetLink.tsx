import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/SubmitButton'

/** For who has forgotten the current password: the same mail as from the sign-in screen. */
export function ResetLink({ project }: { project: string }) {
  return (
    <Form
      method="post"
      className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4"
    >
      <p className="text-muted">
        Forgotten the current one? We send a link to your email; it lets you choose a new one.
      </p>
      <input type="hidden" name="project" value={project} />
      <SubmitButton variant="secondary" name="intent" value="reset">
        Send reset link
      </SubmitButton>
    </Form>
  )
}
