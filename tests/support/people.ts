import { randomUUID } from 'node:crypto'
import { ROLES, type Role } from '../../app/platform/access/permissions.ts'
import type { TestDatabase } from './database-types.ts'

/** The ids of two companies and of their people. */
export interface People {
  a: string
  b: string
  admin: string
  /** User id of the person with this role in project A. */
  role: Record<Role, string>
  /** Special access 1 and an Agent of project B. */
  staffB: string
  agentB: string
  /** Finance admin of project B: approves what its staff records. */
  financeB: string
  /** Expenses and disbursements of project B. */
  expensesB: string
  /** General manager of both projects. */
  both: string
  stranger: string
  deactivated: string
  /** Was special access 1 of a project that is removed. */
  removedMember: string
}

async function person(db: TestDatabase, email: string): Promise<string> {
  const id = randomUUID()
  await db.sql('insert into auth.users (id, email) values ($1::uuid, $2)', [id, email])
  return id
}

/** Adds an active member to projects, and returns the user id. */
export async function join(
  db: TestDatabase,
  admin: string,
  name: string,
  role: Role,
  projects: string[],
  manager?: string,
): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@fixture.test`
  const user = await person(db, email)
  await db.rpc(admin, 'provision_member', {
    p_project: projects[0],
    p_idempotency_key: randomUUID(),
    p_member: {
      user_id: user,
      email,
      display_name: name,
      role,
      project_ids: projects,
      ...(manager ? { manager_id: manager } : {}),
    },
  })
  return user
}

/** Makes the companies and people of a fixture. */
export async function makePeople(db: TestDatabase): Promise<People> {
  const admin = await person(db, 'admin@fixture.test')
  await db.sql('select private.set_platform_admin($1::uuid, $2, $3)', [
    admin,
    'admin@fixture.test',
    'Admin',
  ])
  const project = async (name: string) => {
    const id = randomUUID()
    await db.rpc(admin, 'create_project', {
      p_project: id,
      p_idempotency_key: randomUUID(),
      p_details: { name },
    })
    return id
  }
  const a = await project('Alpha Trading')
  const b = await project('Beta Trading')
  const gone = await project('Gone Trading')
  const joins = (name: string, role: Role, projects: string[], manager?: string) =>
    join(db, admin, name, role, projects, manager)
  const manager = await joins('A Manager', 'Manager', [a])
  const role = { Manager: manager } as Record<Role, string>
  for (const each of ROLES)
    if (each !== 'Manager')
      role[each] = await joins(`A ${each}`, each, [a], each === 'Agent' ? manager : undefined)
  const staffB = await joins('B staff', 'special access 1', [b])
  const agentB = await joins('B agent', 'Agent', [b])
  const financeB = await joins('B finance', 'finance admin', [b])
  const expensesB = await joins('B expenses', 'expenses and disbursements', [b])
  const both = await joins('Both', 'General Manager', [a, b])
  const deactivated = await joins('Was here', 'special access 1', [a])
  await db.rpc(admin, 'set_member_status', {
    p_project: a,
    p_idempotency_key: randomUUID(),
    p_user: deactivated,
    p_status: 'inactive',
  })
  const removedMember = await joins('Gone staff', 'special access 1', [gone])
  await db.rpc(admin, 'remove_project', {
    p_project: gone,
    p_idempotency_key: randomUUID(),
    p_status: 'removed',
  })
  const stranger = await person(db, 'stranger@fixture.test')
  return {
    ...{ a, b, admin, role, staffB, agentB, financeB, expensesB },
    ...{ both, stranger, deactivated, removedMember },
  }
}
