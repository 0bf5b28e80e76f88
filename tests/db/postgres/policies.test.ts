import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policiesOf } from '../../support/policies.ts'
import { testWorld } from '../../support/world.ts'
import { fillTables } from '../identities.ts'
import { wrongReads, wrongWrites } from '../matrix.ts'

/**
 * Policies that matter (design, page 6): each policy is dropped and opened, in the long form
 * (`npm run mutation`) also widened and narrowed in every way that tests/support/policies.ts knows, and the
 * access matrix must notice each time. A mutant that nobody notices is a rule that no test holds.
 */
const world = testWorld()
const unnoticed: string[] = []
let tried = 0

beforeAll(() => fillTables(world), 120_000)

describe('every mutant of a policy is noticed', () => {
  it('by the matrix of its table', async () => {
    for (const policy of await policiesOf(world.db, { every: process.env.KALAKAL_LONG === '1' })) {
      expect(await noticed(policy.table, policy.writes), `${policy.name} untouched`).toBe(false)
      for (const { what, statements } of policy.mutants) {
        tried += 1
        for (const statement of statements) await world.db.sql(statement)
        if (!(await noticed(policy.table, policy.writes))) unnoticed.push(`${policy.name}: ${what}`)
        await world.db.sql(`drop policy if exists ${policy.name} on public.${policy.table}`)
        await world.db.sql(policy.definition)
      }
    }
    expect(unnoticed).toEqual([])
  }, 1_800_000)
})

async function noticed(table: string, writes: boolean): Promise<boolean> {
  return (await (writes ? wrongWrites : wrongReads)(world, table)).length > 0
}

afterAll(() => {
  process.stdout.write(`${tried - unnoticed.length} of ${tried} mutants were noticed.\n`)
})
