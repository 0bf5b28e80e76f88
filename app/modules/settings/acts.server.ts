import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { AppLoadContext } from '@remix-run/node'
import { paths } from '~/paths'
import { invalidReply, readIdempotencyKey, refusedReply } from '~/platform/forms/form.server'
import type { Identity, Membership } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { changeName, changePassword, endOwnSessions } from './commands.server'
import { nameSchema, passwordSchema } from './schema'

/**
 * The actions of /settings, one function each. Each begins with the form that `readForm` has
 * checked.
 */

export async function rename({ db }: AppLoadContext, { projectId }: Membership, form: FormData) {
  const submission = parseWithZod(form, { schema: nameSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const result = await changeName(db, projectId, readIdempotencyKey(form), submission.value.name)
  if (!result.ok) return refusedReply(submission, result.error)
  return redirectWithToast(paths.settings.page, 'Account Name Changed Successfully!')
}

export async function password(
  context: AppLoadContext,
  user: Identity,
  { projectId }: Membership,
  form: FormData,
) {
  const submission = parseWithZod(form, { schema: passwordSchema })
  if (submission.status !== 'success') return withoutPasswords(submission)
  const result = await changePassword(context, user, projectId, submission.value)
  if (!result.ok) return withoutPasswords(submission, { [result.field]: [result.message] })
  return redirectWithToast(
    paths.settings.page,
    'Your password is changed. Your other sessions have ended.',
  )
}

/** Replies without the passwords, which are never sent back to the browser. */
function withoutPasswords<T>(
  submission: Submission<T, string[]>,
  fieldErrors?: Record<string, string[]>,
) {
  const hideFields = ['current', 'password', 'again']
  return reply(submission.reply({ fieldErrors, hideFields }), 422)
}

export async function end({ db }: AppLoadContext, { projectId }: Membership, form: FormData) {
  const session = form.get('session')
  const result = await endOwnSessions(
    db,
    projectId,
    readIdempotencyKey(form),
    session ? String(session) : null,
  )
  if (!result.ok) throw problem(result.error.status, result.error.message)
  const { ended } = result.data
  return redirectWithToast(paths.settings.page, endedText(ended))
}

function endedText(ended: number): string {
  if (ended === 0) return 'It had ended already.'
  return ended === 1 ? 'The session has ended.' : `${ended} sessions have ended.`
}
