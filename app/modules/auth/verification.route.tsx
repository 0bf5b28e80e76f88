import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { publicRoute } from '~/platform/access/guard.server'
import { readFields } from '~/platform/forms/form.server'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { version } from '../../../package.json'
import { ChoosePassword } from './ChoosePassword'
import { Frame } from './Frame'
import { LinkDone, LinkIncomplete, LinkOver } from './LinkProblem'
import { newPasswordTwice } from './password'
import { verifyAndSetPassword } from './verification.server'
import { readLink } from './verification-link'

export const meta: MetaFunction = () => [{ title: 'Verification · Kalakal' }]

/** Loading the link does not use it up, because mail scanners follow links too. */
export function loader({ request, context }: LoaderFunctionArgs) {
  publicRoute(context)
  const link = readLink(request.url)
  return {
    frame: { version, year: new Date().getFullYear() },
    link: link && { kind: link.kind, email: link.email },
    done: new URL(request.url).searchParams.has('done'),
  }
}

/** The answer of the form, or the reason why the link is no longer valid. */
type Answer = { over: { reason: string | null } } | SubmissionResult<string[]>

export async function action({ request, context }: ActionFunctionArgs) {
  publicRoute(context)
  const link = readLink(request.url)
  if (!link) return reply<Answer>({ over: { reason: null } }, 422)
  const submission = parseWithZod(await readFields(request), { schema: newPasswordTwice })
  // Passwords are never sent back; the user types them again.
  const hideFields = ['password', 'again']
  if (submission.status !== 'success') return reply<Answer>(submission.reply({ hideFields }), 422)
  const result = await verifyAndSetPassword(context, link, submission.value.password)
  switch (result.state) {
    case 'done':
      // The page itself shows the success to users of the field app.
      if (result.to !== '/') throw redirect(result.to)
      return redirectWithToast(
        result.to,
        link.kind === 'recovery'
          ? 'Your password is changed. Your other sessions have ended.'
          : 'Your e-mail address is verified and your password is set.',
      )
    case 'over':
      return reply<Answer>({ over: { reason: result.reason } }, 422)
    case 'again': {
      const error = result.field
        ? { fieldErrors: { [result.field]: [result.message] } }
        : { formErrors: [result.message] }
      return reply<Answer>(submission.reply({ ...error, hideFields }), 422)
    }
  }
}

/**
 * Handles every mail link, for a new account or a forgotten password: the user chooses a password.
 */
export default function Verification() {
  const { link, done, frame } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as Answer | undefined
  return (
    <Frame {...frame}>
      {done ? (
        <LinkDone />
      ) : !link ? (
        <LinkIncomplete />
      ) : answer && 'over' in answer ? (
        <LinkOver {...link} {...answer.over} />
      ) : (
        <ChoosePassword {...link} lastResult={answer} />
      )}
    </Frame>
  )
}
