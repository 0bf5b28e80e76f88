import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { publicRoute } from '~/platform/access/guard.server'
import { readFields } from '~/platform/forms/form.server'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { version } from '../../../package.json'
import { ChoosePassword } from './ChoosePassword'
import { Frame } from './Frame'
import { acceptInvitation, readInvited } from './invitation.server'
import { InvitationOver, LinkDone } from './LinkProblem'
import { newPasswordTwice } from './password'
import { readInvitation } from './verification-link'

export const meta: MetaFunction = () => [{ title: 'Invitation · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  publicRoute(context)
  const done = new URL(request.url).searchParams.has('done')
  const invited = done ? null : await readInvited(readInvitation(request.url))
  return {
    frame: { version, year: new Date().getFullYear() },
    email: invited?.email ?? null,
    done,
  }
}

type Answer = { over: true } | SubmissionResult<string[]>

export async function action({ request, context }: ActionFunctionArgs) {
  publicRoute(context)
  const token = readInvitation(request.url)
  if (!token) return reply<Answer>({ over: true }, 422)
  const submission = parseWithZod(await readFields(request), { schema: newPasswordTwice })
  // Passwords are never sent back; the user types them again.
  const hideFields = ['password', 'again']
  if (submission.status !== 'success') return reply<Answer>(submission.reply({ hideFields }), 422)
  const result = await acceptInvitation(context, token, submission.value.password)
  switch (result.state) {
    case 'done':
      if (!result.web) throw redirect(`${paths.auth.invitation}?done=1`)
      return redirectWithToast(paths.auth.signIn, 'Your account is open and your password is set.')
    case 'over':
      return reply<Answer>({ over: true }, 422)
    case 'again':
      return reply<Answer>(
        submission.reply({ fieldErrors: { password: [result.message] }, hideFields }),
        422,
      )
  }
}

/** Opens an account by a link that somebody handed over: its user chooses a password. */
export default function Invitation() {
  const { frame, email, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as Answer | undefined
  const over = !email || (answer && 'over' in answer)
  return (
    <Frame {...frame}>
      {done ? (
        <LinkDone />
      ) : over ? (
        <InvitationOver />
      ) : (
        <ChoosePassword kind="invitation" email={email} lastResult={answer} />
      )}
    </Frame>
  )
}
