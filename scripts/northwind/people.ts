import type { Role } from '../../app/platform/access/permissions.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import type { Backend } from '../../server/backend.ts'
import { type Credentials, ensureAccount, ensureAdmin, signInAs } from '../../tools/accounts.ts'
import { uuidOf } from '../../tools/ids.ts'
import { sendCommand } from '../../tools/send-command.ts'
import type { Plan } from './plan.ts'

const NAMESPACE = '0b6d7c1e-5a0c-4c5e-9d0b-6a8f6a1f1996'
export const PROJECT_ID = uuidOf(NAMESPACE, 'Northwind Traders')

const STAFF: readonly { role: Role; email: string; name: string }[] = [
  { role: 'General Manager', email: 'general-manager@northwind.test', name: 'Grace Manalo' },
  { role: 'finance admin', email: 'finance-admin@northwind.test', name: 'Fe Salazar' },
  { role: 'sales admin', email: 'sales-admin@northwind.test', name: 'Sol Aquino' },
  { role: 'invoice admin', email: 'invoice-admin@northwind.test', name: 'Ina Bautista' },
  { role: 'special access 1', email: 'special-access-1@northwind.test', name: 'Tess Molina' },
]

/** Holds the company's users, each signed in under their own name. */
export interface People {
  manager: Db
  finance: Db
  sales: Db
  invoicing: Db
  /** Approves the receipts that finance records. */
  approver: Db
  /** Maps employee keys to user ids of the agents. */
  agents: ReadonlyMap<string, string>
}

/** Creates project and users by the administrator's commands; existing ones stay as they are. */
export async function ensurePeople(
  backend: Backend,
  plan: Plan,
  admin: Credentials,
  password: string,
): Promise<People> {
  const db = await ensureAdmin(backend, admin)
  const projects = rows(await db.from('projects').select('id').eq('id', PROJECT_ID))
  if (projects.length === 0)
    await sendCommand(db, 'create_project', PROJECT_ID, 'project', {
      p_details: {
        name: 'Northwind Traders',
        owner_name: 'Andrew Fuller',
        owner_email: 'general-manager@northwind.test',
        time_zone: 'Asia/Manila',
        currency: 'PHP',
        product_categories1: [...new Set(plan.products.map(({ category }) => category))].sort(),
      },
    })
  const members = new Set(
    rows(await db.from('memberships').select('user_id').eq('project_id', PROJECT_ID)).map(
      ({ user_id }) => user_id,
    ),
  )
  const join = async (email: string, name: string, role: Role, manager?: string) => {
    const { id: user_id } = await ensureAccount(backend, { email, password })
    if (!members.has(user_id))
      await sendCommand(db, 'provision_member', PROJECT_ID, `member:${email}`, {
        p_member: {
          user_id,
          email,
          display_name: name,
          role,
          project_ids: [PROJECT_ID],
          ...(manager ? { manager_id: manager } : {}),
        },
      })
    return user_id
  }
  for (const { role, email, name } of STAFF) await join(email, name, role)
  const agents = new Map<string, string>()
  for (const { key, email, name, manager } of plan.agents)
    agents.set(key, await join(email, name, 'Agent', manager ? agents.get(manager) : undefined))
  const [manager, finance, sales, invoicing, approver] = await Promise.all(
    STAFF.map(({ email }) => signInAs(backend, { email, password })),
  )
  return {
    manager: manager!,
    finance: finance!,
    sales: sales!,
    invoicing: invoicing!,
    approver: approver!,
    agents,
  }
}
