import { NO_MAIL } from '~/platform/access/account-address'
import type { CommandResult } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { createPerson } from './accounts.server'

const PREFIX = 'house-account-'

/** Tells whether an address is that of a house account, with which nobody signs in. */
export function isHouseAccount(email: string): boolean {
  return email.startsWith(PREFIX) && email.endsWith(`@${NO_MAIL}`)
}

/** Opens the house account of a project: an agent who is nobody, and owns the customers whom no agent visits. */
export async function openHouseAccount(
  db: Db,
  idempotencyKey: string,
  projectId: string,
): Promise<CommandResult<unknown>> {
  const made = await createPerson(db, idempotencyKey, {
    email: `${PREFIX}${projectId}@${NO_MAIL}`,
    display_name: 'House account',
    role: 'Agent',
    project_id: projectId,
  })
  // Somebody else opened it meanwhile.
  return !made.ok && made.error.code === 'email_exists' ? { ok: true, data: null } : made
}
