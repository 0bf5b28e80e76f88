import { z } from 'zod/mini'
import { adminCommandRunner, type CommandResult } from '~/platform/db/command.server'
import type { AdminSent, MakeAdminIntent } from '~/platform/forms/form-action.server'
import { partIdempotencyKey } from '~/platform/forms/part-key.server'
import { problem } from '~/platform/request/errors'
import { MAILS, sendVerification } from './accounts.server'
import type { ActionRefusal } from './components/ActionButton'
import type { PersonDocument } from './queries.server'

/** The buttons of a user's page; none has fields of its own. */
export function personIntents(intent: MakeAdminIntent<PersonDocument, unknown, ActionRefusal>) {
  const schema = z.object({})
  const setStatus = (status: 'active' | 'inactive') =>
    intent({
      schema,
      command: ({ run, form, document: { id } }) =>
        run('set_member_status', { p_project: projectIn(form), p_user: id, p_status: status }),
      done: (_, { form, document: { name, memberships } }) => {
        const where = memberships.find(({ projectId }) => projectId === projectIn(form))?.project
        return `${name} is ${status} at ${where}.`
      },
    })
  return {
    resend: intent({
      schema,
      command: async ({ document: { email } }) => {
        const mailed = await sendVerification(email)
        return mailed === 'sent'
          ? { ok: true, data: null }
          : { ok: false, error: { status: 422, code: mailed, message: MAILS[mailed] } }
      },
      done: (_, { document: { email } }) => `A verification e-mail was sent to ${email}.`,
    }),
    deactivate: setStatus('inactive'),
    reactivate: setStatus('active'),
    deactivate_everywhere: intent({
      schema,
      command: deactivateEverywhere,
      done: (_, { document: { name } }) => `${name} is deactivated in all projects.`,
    }),
    // Signs the user out on every device, web and field app. The user may sign in again.
    sign_out: intent({
      schema,
      command: async ({ run, document: { id, memberships } }) => {
        const [membership] = memberships
        if (!membership) throw problem(404)
        return run('end_member_sessions', { p_project: membership.projectId, p_user: id })
      },
      done: ({ ended }, { document: { name } }) => endedText(name, ended),
    }),
  }
}

function projectIn(form: FormData): string {
  const sent = z.uuid().safeParse(form.get('project_id'))
  if (!sent.success) throw problem(400)
  return sent.data
}

/**
 * Deactivates a user in every project, one after the other. Each has an idempotency key derived
 * from the form's, so that sending the form again after a failure finishes the rest.
 */
async function deactivateEverywhere({
  db,
  idempotencyKey,
  document: { id, memberships },
}: AdminSent<PersonDocument>): Promise<CommandResult<unknown>> {
  for (const { projectId, status } of memberships) {
    if (status !== 'active') continue
    const run = adminCommandRunner(db, partIdempotencyKey(idempotencyKey, projectId))
    const member = { p_project: projectId, p_user: id, p_status: 'inactive' }
    const result = await run('set_member_status', member)
    if (!result.ok) return result
  }
  return { ok: true, data: null }
}

function endedText(name: string, ended: number): string {
  if (ended === 0) return `${name} had no active session.`
  return `${name} is signed out: ${ended === 1 ? 'one session has' : `${ended} sessions have`} ended.`
}
