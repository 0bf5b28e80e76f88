import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { ROLES, ROLES_REFUSED_ON_WEB } from '../../app/platform/access/permissions.ts'
import { row, rows } from '../../app/platform/db/command.server.ts'
import type { CommandInput, CommandName } from '../../app/platform/db/command-types.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { COMPANIES, DEMO_ID, isStaffed, loginOf } from '../../scripts/demo/people.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { FieldClient } from './field-client.ts'
import type { WebServer } from './server.ts'

export const OTHER_ID = COMPANIES[1]!.id

/** Roles whose people work at the office. */
const OFFICE_ROLES = ROLES.filter((role) => isStaffed(role) && !ROLES_REFUSED_ON_WEB.includes(role))

/** People who are on a phone with a session, or were. */
export const ON_PHONES = [
  ...(['agent', 'collector', 'manager'] as const),
  // An agent of the other company, who asks for this one.
  'stranger',
  // An agent whose other phone the office has locked, and a collector of two companies of which the one that is asked for has locked it.
  ...(['locked', 'locked there'] as const),
  // Agents who were deactivated, or work at the office now.
  ...(['deactivated', 'promoted'] as const),
] as const

export const WITH_OFFICE_COOKIE = 'with the cookie of the office'

/** People without a session of the field. */
export const WITHOUT_SESSION = ['nobody', WITH_OFFICE_COOKIE, ...OFFICE_ROLES]

export interface Someone {
  client: FieldClient
  email: string
  password?: string
  /** The company that is asked for; the other one for who is locked there. */
  project: string
}

/** Company's people in the field, and clients of those who set the stage, on a running server. */
export async function fieldIdentities(server: WebServer) {
  const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  const as = (email: string) => signInAs(backend, { email, password: DEMO_PASSWORD })
  const [admin, owner, ownerThere] = await Promise.all(
    ['admin@demo.test', 'owner@demo.test', 'owner@other.test'].map(as),
  )
  const command = <N extends CommandName>(
    by: Db,
    name: N,
    args: CommandInput<N>,
    at: string = DEMO_ID,
  ) => sendCommand(by, name, at, randomUUID(), args)
  const profile = async (email: string) =>
    row(await admin!.from('profiles').select('user_id, version').eq('email', email).single())

  const someone = (login: string, project: string = DEMO_ID, domain = 'demo.test'): Someone => ({
    ...{ client: new FieldClient(server.origin), email: `${login}@${domain}`, project },
  })
  const entered = async (...of: Parameters<typeof someone>) => {
    const made = someone(...of)
    expect((await made.client.enter(made.email)).status, made.email).toBe(200)
    return made
  }
  const lock = async ({ client, email }: Someone, by: Db, project: string) => {
    const { user_id } = await profile(email)
    const found = rows(
      await by
        .from('devices')
        .select('id, version')
        .match({ project_id: project, device: client.device, user_id }),
    )
    const [{ id, version } = { id: '', version: 0 }] = found
    const args = { p_device: id, p_version: version, p_locked: true, p_reason: 'Lost' }
    await command(by, 'lock_device', args, project)
  }
  const becomes = async (email: string, role: string, project_ids: string[]) => {
    const { user_id, version } = await profile(email)
    const p_member = { user_id, role, project_ids }
    await command(admin!, 'update_member', { p_version: version, p_member })
    return user_id
  }

  async function make(): Promise<Record<string, Someone>> {
    await becomes('collector@demo.test', 'Collector', [DEMO_ID, OTHER_ID])
    const people = {
      agent: await entered('agent'),
      collector: await entered('collector'),
      manager: await entered('manager'),
      stranger: await entered('agent', DEMO_ID, 'other.test'),
      locked: await entered('agent'),
      'locked there': await entered('collector', OTHER_ID),
      deactivated: await entered('agent-2'),
      promoted: await entered('agent-3'),
    }
    await lock(people.locked, owner!, DEMO_ID)
    await lock(people['locked there'], ownerThere!, OTHER_ID)
    // The other company still opens on it.
    const { client, email } = people['locked there']
    expect(await (await client.enter(email)).json()).toMatchObject({ companies: [{ id: DEMO_ID }] })
    const { user_id } = await profile(people.deactivated.email)
    await command(admin!, 'set_member_status', { p_user: user_id, p_status: 'inactive' })
    await becomes(people.promoted.email, 'special access 1', [DEMO_ID])

    const office = someone('special-access-1')
    const { cookies } = await HttpClient.signedIn(server.origin, office.email)
    for (const [name, value] of cookies) office.client.cookies.set(name, value)
    const nobody = { ...someone('nobody'), password: 'Not-the-password-1' }
    const others = OFFICE_ROLES.map((role) => [role, someone(loginOf(role))])
    return { ...people, nobody, [WITH_OFFICE_COOKIE]: office, ...Object.fromEntries(others) }
  }
  return {
    as,
    make,
    /** Sets up to which worth a Manager approves. */
    async limit(email: string, p_limit: string) {
      const { user_id } = await profile(email)
      await command(owner!, 'set_approval_limit', { p_user: user_id, p_limit })
    },
    close: () => backend.close(),
  }
}
