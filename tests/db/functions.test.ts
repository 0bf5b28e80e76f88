import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../app/platform/access/permissions.ts'
import { testFixture } from '../support/fixture.ts'
import { ask, type Probe } from '../support/probe.ts'
import { FUNCTIONS } from './access.ts'
import { fillTables, identities, scopeOfRole, type TestIdentity } from './identities.ts'

const fixture = testFixture()

beforeAll(() => fillTables(fixture))

describe('functions', () => {
  it('are declared, each of them', async () => {
    const names = await fixture.db.sql<{ name: string }>(
      "select distinct proname::text as name from pg_proc where pronamespace = 'public'::regnamespace",
    )
    expect(names.map((row) => row.name).sort()).toEqual(Object.keys(FUNCTIONS).sort())
  })

  it('answer those alone who hold the permission, in their own project', async () => {
    const signatures = await fixture.db.sql<{ name: string; args: string[]; types: string[] }>(
      `select proname::text as name, coalesce(proargnames[1:pronargs], '{}') as args,
         array(select format_type(t, null) from unnest(proargtypes::oid[]) t) as types
       from pg_proc where pronamespace = 'public'::regnamespace`,
    )
    const known = new Map(signatures.map((row) => [row.name, row]))
    const wrong: string[] = []
    for (const [name, { needs, args }] of Object.entries(FUNCTIONS)) {
      const signature = known.get(name)!
      const cells = identities(fixture).flatMap((who) =>
        (['a', 'b'] as const).map((project) => ({ who, project })),
      )
      const answers = await ask(
        fixture.db,
        cells.map(({ who, project }) => ({
          who: who.user,
          ...call(signature, {
            p_project: name === 'create_project' ? randomUUID() : fixture[project],
            p_idempotency_key: randomUUID(),
            ...args,
          }),
        })),
      )
      for (const [n, { who, project }] of cells.entries())
        if (isAllowed(needs, who, project) === (answers[n] === '42501'))
          wrong.push(`${who.name} calls ${name} in ${project}: ${answers[n] || 'answered'}`)
    }
    expect(wrong).toEqual([])
  }, 240_000)
})

/** A call with those of the values that the function takes; its answer is read whole. */
function call(
  { name, args, types }: { name: string; args: string[]; types: string[] },
  values: Record<string, unknown>,
): Pick<Probe, 'text' | 'params'> {
  const given = args.flatMap((arg, at) =>
    arg in values ? [{ arg, type: types[at], value: values[arg] }] : [],
  )
  const list = given.map(({ arg, type }, n) => `${arg} => $${n + 1}::${type}`).join(', ')
  return {
    text: `select md5(string_agg(answer::text, '')) from public.${name}(${list}) answer`,
    params: given.map(({ value }) =>
      value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ),
  }
}

function isAllowed(
  needs: (typeof FUNCTIONS)[string]['needs'],
  who: TestIdentity,
  project: 'a' | 'b',
): boolean {
  if (who.user === null || needs === 'service') return false
  if (needs === 'admin') return Boolean(who.admin)
  if (needs === 'anyone') return true
  if (needs === 'profile') return who.name !== 'stranger'
  return [needs]
    .flat()
    .some((one) => (one === 'admin' ? who.admin : scopeOfRole(who[project], one as Permission)))
}
