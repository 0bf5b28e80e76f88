import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Policy, policiesOf } from '../../support/policies.ts'
import { NIGHTLY } from '../../support/rounds.ts'
import { testWorld } from '../../support/world.ts'
import { type FileAct, filePlaces, wrongFiles } from '../files.ts'
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

let files: Awaited<ReturnType<typeof filePlaces>>

beforeAll(async () => {
  await fillTables(world)
  files = await filePlaces(world)
}, 120_000)

const FILE_ACT: Partial<Record<Policy['verb'], FileAct>> = {
  SELECT: 'reads',
  INSERT: 'puts',
  DELETE: 'removes',
}

describe('every mutant of a policy is noticed', () => {
  it('by the matrix of its table', async () => {
    for (const policy of await policiesOf(world.db, { every: NIGHTLY })) {
      expect(await noticed(policy), `${policy.name} untouched`).toBe(false)
      for (const { what, statements } of policy.mutants) {
        tried += 1
        for (const statement of statements) await world.db.sql(statement)
        if (!(await noticed(policy))) unnoticed.push(`${policy.name}: ${what}`)
        await world.db.sql(
          `drop policy if exists ${policy.name} on ${policy.schema}.${policy.table}`,
        )
        await world.db.sql(policy.definition)
      }
    }
    expect(unnoticed).toEqual([])
  }, 1_800_000)
})

async function noticed({ schema, table, verb }: Policy): Promise<boolean> {
  const wrong =
    schema === 'storage'
      ? await wrongFiles(world, files, FILE_ACT[verb]!)
      : await (verb === 'SELECT' ? wrongReads : wrongWrites)(world, table)
  return wrong.length > 0
}

afterAll(() => {
  process.stdout.write(`${tried - unnoticed.length} of ${tried} mutants were noticed.\n`)
})
