import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { JsonArgument } from '~/platform/db/command-types'
import type { Db } from '~/platform/request/context'
import type { projectSchema } from './schema'

/**
 * Creates a project under the form's idempotency key, so that the same form sent twice creates one.
 */
export function createProject(
  db: Db,
  idempotencyKey: string,
  details: z.output<typeof projectSchema>,
): Promise<CommandResult<{ id: string }>> {
  return runCommand(db, 'create_project', {
    p_project: idempotencyKey,
    p_idempotency_key: idempotencyKey,
    p_details: details,
  })
}

/**
 * Changes the columns in `details`, named by the keys of `update_project`. A null clears a column.
 *
 * @param version The version of the project that the user saw.
 */
export function updateProject(
  db: Db,
  idempotencyKey: string,
  { id, version }: { id: string; version: number },
  details: Record<string, JsonArgument>,
): Promise<CommandResult<{ id: string; version: number }>> {
  return runCommand(db, 'update_project', {
    p_project: id,
    p_idempotency_key: idempotencyKey,
    p_version: version,
    p_details: details,
  })
}

/**
 * Deactivates, reactivates or removes a project. It takes effect at the next request of its users.
 */
export function setProjectStatus(
  db: Db,
  idempotencyKey: string,
  projectId: string,
  status: 'active' | 'inactive' | 'removed',
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'remove_project', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_status: status,
  })
}
