import { z } from 'zod/mini'
import type { CommandResult } from '~/platform/db/command.server'
import { readIdempotencyKey } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { sendVerification } from './accounts.server'
import { deactivateEverywhere, endSessions, setMemberStatus } from './commands.server'
import type { PersonDocument } from './queries.server'

/** The result of an action of a user's page: the message of success, or the reason for refusal. */
type Outcome = Promise<CommandResult<string>>

const MAILS = {
  too_soon: 'A mail was sent less than a minute ago. Wait a minute, then send it again.',
  failed: 'The mail could not be sent. Try again in a minute.',
}

export async function resend({ email }: PersonDocument): Outcome {
  const mailed = await sendVerification(email)
  return mailed === 'sent'
    ? { ok: true, data: `A verification mail is on its way to ${email}.` }
    : { ok: false, error: { status: 422, code: mailed, message: MAILS[mailed] } }
}

export async function setStatus(
  db: Db,
  { id, name, memberships }: PersonDocument,
  status: 'active' | 'inactive',
  form: FormData,
): Outcome {
  const parsed = z.uuid().safeParse(form.get('project_id'))
  if (!parsed.success) throw problem(400)
  const result = await setMemberStatus(db, readIdempotencyKey(form), parsed.data, id, status)
  if (!result.ok) return result
  const where = memberships.find(({ projectId }) => projectId === parsed.data)?.project
  return { ok: true, data: `${name} is ${status} at ${where}.` }
}

export async function leaveAll(db: Db, person: PersonDocument, form: FormData): Outcome {
  const result = await deactivateEverywhere(
    db,
    readIdempotencyKey(form),
    person.id,
    person.memberships,
  )
  return result.ok ? { ok: true, data: `${person.name} is inactive everywhere.` } : result
}

export async function signOut(db: Db, person: PersonDocument, form: FormData): Outcome {
  const [membership] = person.memberships
  if (!membership) throw problem(404)
  const result = await endSessions(db, readIdempotencyKey(form), membership.projectId, person.id)
  return result.ok ? { ok: true, data: endedText(person.name, result.data.ended) } : result
}

function endedText(name: string, ended: number): string {
  if (ended === 0) return `${name} was signed in nowhere.`
  return `${name} is signed out: ${ended === 1 ? 'one session has' : `${ended} sessions have`} ended.`
}
