import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { ROLES, type Role } from '../../app/platform/access/permissions.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

/** Two companies with people of every role, and people without access. */
export interface Fixture {
  db: TestDatabase
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
  newIdempotencyKey(): string
  /** A former Agent of project A who does its expenses now and still has rows; only a filled fixture has one. */
  moved?: string
  /** Adds another active Agent to a project. */
  addAgent(project: 'a' | 'b', name?: string): Promise<string>
}

async function person(db: TestDatabase, email: string): Promise<string> {
  const id = randomUUID()
  await db.sql('insert into auth.users (id, email) values ($1::uuid, $2)', [id, email])
  return id
}

async function makeFixture(db: TestDatabase): Promise<Fixture> {
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
  const join = async (name: string, role: Role, projects: string[], manager?: string) => {
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
  const manager = await join('A Manager', 'Manager', [a])
  const role = { Manager: manager } as Record<Role, string>
  for (const each of ROLES)
    if (each !== 'Manager')
      role[each] = await join(`A ${each}`, each, [a], each === 'Agent' ? manager : undefined)
  const staffB = await join('B staff', 'special access 1', [b])
  const agentB = await join('B agent', 'Agent', [b])
  const financeB = await join('B finance', 'finance admin', [b])
  const expensesB = await join('B expenses', 'expenses and disbursements', [b])
  const both = await join('Both', 'General Manager', [a, b])
  const deactivated = await join('Was here', 'special access 1', [a])
  await db.rpc(admin, 'set_member_status', {
    p_project: a,
    p_idempotency_key: randomUUID(),
    p_user: deactivated,
    p_status: 'inactive',
  })
  const removedMember = await join('Gone staff', 'special access 1', [gone])
  await db.rpc(admin, 'remove_project', {
    p_project: gone,
    p_idempotency_key: randomUUID(),
    p_status: 'removed',
  })
  const stranger = await person(db, 'stranger@fixture.test')
  return {
    db,
    a,
    b,
    admin,
    role,
    staffB,
    agentB,
    financeB,
    expensesB,
    both,
    stranger,
    deactivated,
    removedMember,
    newIdempotencyKey: () => randomUUID(),
    addAgent: (project, name = `Agent ${randomUUID().slice(0, 8)}`) =>
      join(name, 'Agent', [project === 'a' ? a : b]),
  }
}

/**
 * Opens the fixture of a test file and checks the invariants when the file is done: they must hold
 * whatever a test did.
 */
export function testFixture(): Fixture {
  const fixture = {} as Fixture
  beforeAll(async () => {
    Object.assign(fixture, await makeFixture(await openTestDatabase()))
  }, 120_000)
  afterAll(async () => {
    if (!fixture.db) return
    try {
      expect(await brokenInvariants(fixture.db)).toEqual([])
    } finally {
      await fixture.db.close()
    }
  }, 60_000)
  return fixture
}

/** Offending rows of the product's own checks (/verify-books), in every project; empty when the books are right. */
export async function brokenInvariants(db: TestDatabase): Promise<Record<string, unknown>[]> {
  return db.sql(
    'select check_key, label, stored, expected from private.book_check_violations((select array_agg(id) from public.projects)) limit 20',
  )
}
