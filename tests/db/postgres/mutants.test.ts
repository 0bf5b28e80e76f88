import { beforeAll, describe, expect, it } from 'vitest'
import { testWorld } from '../../support/world.ts'
import { fillTables } from '../identities.ts'
import { wrongReads, wrongWrites } from '../matrix.ts'

const world = testWorld()

interface Policy {
  table: string
  name: string
  verb: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'
  using: string | null
  check: string | null
}

/** Whether the matrix notices when a policy lets everybody pass, or nobody. */
async function notices({ table, name, verb, using, check }: Policy, rule: 'true' | 'false') {
  const alter = (newUsing: string, newCheck: string) =>
    world.db.sql(
      `alter policy ${name} on public.${table} ${using ? `using (${newUsing})` : ''} ${check ? `with check (${newCheck})` : ''}`,
    )
  await alter(rule, rule)
  const wrong = await (verb === 'SELECT' ? wrongReads : wrongWrites)(world, table)
  await alter(using ?? '', check ?? '')
  return wrong.length > 0
}

beforeAll(() => fillTables(world))

/** A policy that could be lost or widened without a test turning red protects nothing. */
describe('every policy', () => {
  it('matters: opened or closed, the isolation matrix notices', async () => {
    const policies = await world.db.sql<Policy & Record<string, unknown>>(
      `select tablename as table, policyname as name, cmd as verb, qual as using, with_check as check
       from pg_policies where schemaname = 'public' and tablename <> 'profiles'`,
    )
    expect(policies.length).toBeGreaterThan(10)
    const unnoticed: string[] = []
    for (const policy of policies)
      for (const rule of ['true', 'false'] as const)
        if (!(await notices(policy, rule))) unnoticed.push(`${policy.table} ${policy.name} ${rule}`)
    expect(unnoticed).toEqual([])
    // Each was put back as it was, or the next one would have been noticed for its sake.
    for (const { table } of policies) expect(await wrongReads(world, table)).toEqual([])
  }, 240_000)
})
