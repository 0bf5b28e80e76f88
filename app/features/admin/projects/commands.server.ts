import type { z } from 'zod'
import { type CommandResult, runCommand } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import type { projectSchema } from './schema'

/** Creates a project under the form's operation id, so that the same form sent twice makes one. */
export function createProject(
  db: Db,
  op: string,
  { categories, ...details }: z.output<typeof projectSchema>,
): Promise<CommandResult<{ id: string }>> {
  const list = (categories ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return runCommand(db, 'create_project', {
    p_project: op,
    p_op: op,
    p_details: { ...details, product_categories1: list },
  })
}

/** Deactivates, reactivates or removes a project; its people notice at their next click. */
export function setProjectStatus(
  db: Db,
  op: string,
  projectId: string,
  status: 'active' | 'inactive' | 'removed',
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'remove_project', { p_project: projectId, p_op: op, p_status: status })
}
