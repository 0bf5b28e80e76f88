import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../app/platform/access/permissions.ts'
import type { SqlError } from '../support/database.ts'
import { testWorld } from '../support/world.ts'
import { FUNCTIONS } from './access.ts'
import { fillTables, identities, scopeOf } from './identities.ts'

const world = testWorld()

beforeAll(() => fillTables(world))

describe('functions', () => {
  it('are declared, each of them', async () => {
    const names = await world.db.sql<{ name: string }>(
      "select distinct proname::text as name from pg_proc where pronamespace = 'public'::regnamespace",
    )
    expect(names.map((row) => row.name).sort()).toEqual(Object.keys(FUNCTIONS).sort())
  })

  it('answer those alone who hold the permission, in their own project', async () => {
    const cells: string[] = []
    const arity = new Map(
      (
        await world.db.sql<{ name: string; args: string[] | null }>(
          "select proname::text as name, proargnames as args from pg_proc where pronamespace = 'public'::regnamespace",
        )
      ).map((row) => [row.name, row.args ?? []]),
    )
    for (const [name, { needs, args }] of Object.entries(FUNCTIONS))
      for (const who of identities(world))
        for (const project of ['a', 'b'] as const) {
          const takes = arity.get(name)!
          const all = {
            ...(takes.includes('p_project')
              ? { p_project: name === 'create_project' ? randomUUID() : world[project] }
              : {}),
            ...(takes.includes('p_idempotency_key') ? { p_idempotency_key: randomUUID() } : {}),
            ...args,
          }
          let code = 'answered'
          try {
            await world.db.rpc(who.user, name, all)
          } catch (error) {
            code = (error as SqlError).code
          }
          const held = typeof needs === 'string' ? [needs] : needs
          const allowed =
            who.user !== null &&
            (needs === 'admin'
              ? !!who.admin
              : needs === 'anyone'
                ? true
                : needs === 'profile'
                  ? who.name !== 'stranger'
                  : needs !== 'service' &&
                    held.some((permission) => scopeOf(who[project], permission as Permission)))
          if (allowed === (code === '42501'))
            cells.push(`${who.name} calls ${name} in ${project}: ${code}`)
        }
    expect(cells).toEqual([])
  }, 240_000)
})
