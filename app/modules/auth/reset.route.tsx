import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
import { publicRoute } from '~/platform/access/guard.server'
import { invalidReply, readFields } from '~/platform/forms/form.server'
import { reply } from '~/platform/request/reply.server'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { version } from '../../../package.json'
import { Frame } from './Frame'
import { requestLink } from './reset.server'
import { type LinkKind, readEmail } from './verification-link'

const schema = z.object({
  email: z.pipe(
    z.string({ error: 'Enter your e-mail address.' }).check(z.trim()),
    z.email('Email address is in bad format.'),
  ),
})

/** The texts of the two kinds of links. Both share one screen. */
const TEXTS = {
  recovery: {
    title: 'RESET PASSWORD',
    lead: 'We send a link to your e-mail address. It works once, for one hour, and lets you choose a new password.',
    button: 'Send reset link',
    // The wording is fixed.
    sent: (email: string) => `Reset password link is sent to your email ${email}.`,
  },
  signup: {
    title: 'CONFIRM ACCOUNT',
    lead: 'We send a new link to the e-mail address of your new account. It works once, for 24 hours; older ones stop working.',
    button: 'Send new link',
    sent: (email: string) =>
      `If the account of ${email} is not confirmed yet, a new link is sent to it.`,
  },
}

const kindOf = (url: string): LinkKind =>
  new URL(url).searchParams.get('type') === 'signup' ? 'signup' : 'recovery'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.kind === 'signup' ? 'Confirm account' : 'Reset password'} · Kalakal` },
]

export function loader({ request, context }: LoaderFunctionArgs) {
  publicRoute(context)
  return {
    version,
    year: new Date().getFullYear(),
    kind: kindOf(request.url),
    email: readEmail(request.url),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  publicRoute(context)
  const submission = parseWithZod(await readFields(request), { schema })
  if (submission.status !== 'success') return invalidReply(submission)
  const { email } = submission.value
  const result = await requestLink(context, kindOf(request.url), email)
  if (!result.ok) return reply(submission.reply({ formErrors: [result.message] }), 422)
  return { sentTo: email }
}

/**
 * Requests the mail with a link: for a forgotten password, or again for a new account
 * (`?type=signup`).
 */
export default function Reset() {
  const { kind, email, ...frame } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const sentTo = result && 'sentTo' in result ? result.sentTo : null
  const [form, fields] = useCommandForm({
    id: 'reset',
    schema,
    lastResult: result && !('sentTo' in result) ? result : undefined,
    defaultValue: { email: email ?? '' },
  })
  const texts = TEXTS[kind]
  return (
    <Frame {...frame}>
      <h1 className="mb-2 text-figure font-semibold tracking-wide">{texts.title}</h1>
      {sentTo ? (
        <>
          <p role="status" className="mb-3 wrap-anywhere">
            {texts.sent(sentTo)}
          </p>
          <p className="mb-4 text-muted">
            No e-mail after a few minutes? Check your spam folder, or send it again.
          </p>
        </>
      ) : (
        <>
          <p className="mb-5 text-muted">{texts.lead}</p>
          <CommandForm form={form} project={null}>
            <TextField field={fields.email} label="E-mail" type="email" autoComplete="username" />
            <FormActions>
              <SubmitButton className="w-full">{texts.button}</SubmitButton>
            </FormActions>
          </CommandForm>
        </>
      )}
      <Link to="/" className="mt-4 self-center text-xs font-medium text-accent hover:underline">
        Back to sign in
      </Link>
    </Frame>
  )
}
