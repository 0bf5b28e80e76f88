import { createHash } from 'node:crypto'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { assignmentOf } from './assignment.server'
import type { ChangeInput } from './schema'
import type { PersonMembership } from './types'

/** Deactivates or reactivates a user in one project. */
export function setMemberStatus(
  db: Db,
  idempotencyKey: string,
  projectId: string,
  userId: string,
  status: 'active' | 'inactive',
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'set_member_status', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_user: userId,
    p_status: status,
  })
}

/**
 * Deactivates a user in every project, one after the other. Each has an idempotency key derived
 * from the form's, so that sending the form again after a failure finishes the rest.
 */
export async function deactivateEverywhere(
  db: Db,
  idempotencyKey: string,
  userId: string,
  memberships: readonly PersonMembership[],
): Promise<CommandResult<unknown>> {
  for (const { projectId, status } of memberships) {
    if (status !== 'active') continue
    const result = await setMemberStatus(
      db,
      partIdempotencyKey(idempotencyKey, projectId),
      projectId,
      userId,
      'inactive',
    )
    if (!result.ok) return result
  }
  return { ok: true, data: null }
}

/**
 * Derives the idempotency key for a part of an action. It is always the same for the same action
 * and part.
 */
function partIdempotencyKey(idempotencyKey: string, part: string): string {
  const hex = createHash('sha256').update(`${idempotencyKey} ${part}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Changes role, projects and manager in one transaction. Memberships that the user loses stay
 * recorded as inactive.
 */
export function updateMember(
  db: Db,
  idempotencyKey: string,
  userId: string,
  input: ChangeInput,
): Promise<CommandResult<unknown>> {
  const { p_project, project_ids } = assignmentOf(input)
  const { role, manager_id, version } = input
  return runCommand(db, 'update_member', {
    p_project,
    p_idempotency_key: idempotencyKey,
    p_version: version,
    p_member: { user_id: userId, role, manager_id, project_ids },
  })
}

/** Signs a user out on every device, web and field app. The user may sign in again. */
export function endSessions(
  db: Db,
  idempotencyKey: string,
  projectId: string,
  userId: string,
): Promise<CommandResult<{ ended: number }>> {
  return runCommand(db, 'end_member_sessions', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_user: userId,
  })
}
