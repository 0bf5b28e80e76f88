import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { JsonArgument } from '~/platform/db/command-types'
import type { Db } from '~/platform/request/context'
import type { projectSchema } from './schema'

/** Creates a project under the form's operation id, so that the same form sent twice makes one. */
export function createProject(
  db: Db,
  op: string,
  details: z.output<typeof projectSchema>,
): Promise<CommandResult<{ id: string }>> {
  return runCommand(db, 'create_project', {
    p_project: op,
    p_idempotency_key: op,
    p_details: details,
  })
}

/**
 * Changes what `details` names, by the keys of update_project; what is null becomes empty.
 *
 * @param version of the project that the person saw.
 */
export function updateProject(
  db: Db,
  op: string,
  { id, version }: { id: string; version: number },
  details: Record<string, JsonArgument>,
): Promise<CommandResult<{ id: string; version: number }>> {
  return runCommand(db, 'update_project', {
    p_project: id,
    p_idempotency_key: op,
    p_version: version,
    p_details: details,
  })
}

/** Deactivates, reactivates or removes a project; its people notice at their next click. */
export function setProjectStatus(
  db: Db,
  op: string,
  projectId: string,
  status: 'active' | 'inactive' | 'removed',
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'remove_project', {
    p_project: projectId,
    p_idempotency_key: op,
    p_status: status,
  })
}
