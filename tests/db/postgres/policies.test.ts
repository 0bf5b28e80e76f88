import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { type Policy, policiesOf } from '../../support/policies.ts'
import { NIGHTLY } from '../../support/rounds.ts'
import { type FileAction, filePlaces, wrongFiles } from '../files.ts'
import { fillTables } from '../identities.ts'
import { wrongReads, wrongWrites } from '../matrix.ts'

/**
 * Checks that every policy matters: each is dropped and opened, in the long form (`npm run mutation`) also
 * widened and narrowed in every way that tests/support/policies.ts knows, and the access matrix must fail each
 * time. A mutant that it does not notice is a rule without a test.
 */
const fixture = testFixture()
const unnoticed: string[] = []
let tried = 0

let files: Awaited<ReturnType<typeof filePlaces>>

beforeAll(async () => {
  await fillTables(fixture)
  files = await filePlaces(fixture)
}, 120_000)

const FILE_ACT: Partial<Record<Policy['verb'], FileAction>> = {
  SELECT: 'reads',
  INSERT: 'puts',
  DELETE: 'removes',
}

describe('every mutant of a policy is noticed', () => {
  it('by the matrix of its table', async () => {
    for (const policy of await policiesOf(fixture.db, { every: NIGHTLY })) {
      expect(await noticed(policy), `${policy.name} untouched`).toBe(false)
      for (const { what, statements } of policy.mutants) {
        tried += 1
        for (const statement of statements) await fixture.db.sql(statement)
        if (!(await noticed(policy))) unnoticed.push(`${policy.name}: ${what}`)
        await fixture.db.sql(
          `drop policy if exists ${policy.name} on ${policy.schema}.${policy.table}`,
        )
        await fixture.db.sql(policy.definition)
      }
    }
    expect(unnoticed).toEqual([])
  }, 1_800_000)
})

async function noticed({ schema, table, verb }: Policy): Promise<boolean> {
  const wrong =
    schema === 'storage'
      ? await wrongFiles(fixture, files, FILE_ACT[verb]!)
      : await (verb === 'SELECT' ? wrongReads : wrongWrites)(fixture, table)
  return wrong.length > 0
}

afterAll(() => {
  process.stdout.write(`${tried - unnoticed.length} of ${tried} mutants were noticed.\n`)
})
