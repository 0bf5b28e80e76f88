import { parseWithZod } from '@conform-to/zod/v4'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalidReply } from '~/platform/form.server'
import { publicRoute } from '~/platform/guard.server'
import { reply } from '~/platform/reply.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { version } from '../../../package.json'
import { Frame } from './Frame'
import { newPasswordTwice } from './password'
import { readLink, verifyAndSetPassword } from './verification.server'

export const meta: MetaFunction = () => [{ title: 'Verification · Kalakal' }]

/** Looking at the link uses nothing up: mail scanners follow links too. */
export function loader({ request, context }: LoaderFunctionArgs) {
  publicRoute(context)
  const link = readLink(request.url)
  const done = new URL(request.url).searchParams.has('done')
  return { version, year: new Date().getFullYear(), kind: link?.type ?? null, done }
}

export async function action({ request, context }: ActionFunctionArgs) {
  publicRoute(context)
  const submission = parseWithZod(await request.formData(), { schema: newPasswordTwice })
  if (submission.status !== 'success') return invalidReply(submission)
  const done = await verifyAndSetPassword(context, readLink(request.url), submission.value.password)
  if (done.ok) throw redirect(done.to)
  return reply(
    submission.reply({ formErrors: [done.error], hideFields: ['password', 'again'] }),
    422,
  )
}

/** Ends every mail link, of a new account or a forgotten password: the person chooses a password. */
export default function Verification() {
  const { kind, done, ...frame } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: 'verification',
    schema: newPasswordTwice,
    lastResult: useActionData<typeof action>(),
  })
  if (!kind) {
    return (
      <Frame {...frame}>
        <h1 className="mb-3 text-2xl font-semibold tracking-wide">VERIFICATION</h1>
        <p className="mb-5 text-muted">
          {done
            ? 'Your email is verified and your password is set. Your role works in the field app, not here.'
            : 'This link is not complete. Open it again from the mail, or ask for a new one.'}
        </p>
        {done ? null : <LinkButton to="/reset">Ask for a new link</LinkButton>}
      </Frame>
    )
  }
  return (
    <Frame {...frame}>
      <h1 className="mb-1 text-2xl font-semibold tracking-wide">
        {kind === 'recovery' ? 'NEW PASSWORD' : 'VERIFICATION'}
      </h1>
      <p className="mb-5 text-muted">
        {kind === 'recovery'
          ? 'Choose a new password. Your other sessions end.'
          : 'Choose a password to confirm your email and finish your account.'}
      </p>
      <CommandForm form={form} project={null}>
        <div className="flex flex-col gap-4">
          <TextField
            field={fields.password}
            label="New password"
            type="password"
            autoComplete="new-password"
            hint="At least 12 characters. Three or four words are easy to keep in mind."
          />
          <TextField
            field={fields.again}
            label="Once more"
            type="password"
            autoComplete="new-password"
          />
        </div>
        <FormActions>
          <SubmitButton className="w-full">Confirm</SubmitButton>
        </FormActions>
      </CommandForm>
    </Frame>
  )
}
