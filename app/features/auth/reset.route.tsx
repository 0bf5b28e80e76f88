import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { invalidReply } from '~/platform/form.server'
import { publicRoute } from '~/platform/guard.server'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { version } from '../../../package.json'
import { Frame } from './Frame'
import { requestReset } from './reset.server'

const schema = z.object({
  email: z
    .string({ error: 'Enter your email.' })
    .trim()
    .pipe(z.email('Email address is in bad format.')),
})

export const meta: MetaFunction = () => [{ title: 'Reset password · Kalakal' }]

export function loader({ context }: LoaderFunctionArgs) {
  publicRoute(context)
  return { version, year: new Date().getFullYear() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  publicRoute(context)
  const submission = parseWithZod(await request.formData(), { schema })
  if (submission.status !== 'success') return invalidReply(submission)
  await requestReset(context, submission.value.email)
  return { sentTo: submission.value.email }
}

export default function Reset() {
  const frame = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const sentTo = result && 'sentTo' in result ? result.sentTo : null
  const [form, fields] = useCommandForm({
    id: 'reset',
    schema,
    lastResult: result && !('sentTo' in result) ? result : undefined,
  })
  return (
    <Frame {...frame}>
      <h1 className="mb-4 text-2xl font-semibold tracking-wide">RESET PASSWORD</h1>
      {sentTo ? (
        <p role="status" className="mb-6">
          Reset password link is sent to your email {sentTo}.
        </p>
      ) : (
        <CommandForm form={form} project={null}>
          <TextField field={fields.email} label="Email" type="email" autoComplete="username" />
          <FormActions>
            <SubmitButton className="w-full">Send reset link</SubmitButton>
          </FormActions>
        </CommandForm>
      )}
      <Link to="/" className="mt-4 self-center text-xs font-medium text-accent hover:underline">
        Back to sign in
      </Link>
    </Frame>
  )
}
