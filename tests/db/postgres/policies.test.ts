import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { type Policy, policiesOf } from '../../support/policies.ts'
import { NIGHTLY, sample } from '../../support/rounds.ts'
import { type FileAction, filePlaces, wrongFiles } from '../files.ts'
import { fillTables } from '../identities.ts'
import { wrongReads, wrongWrites } from '../matrix.ts'

/**
 * Drops and opens policies, and expects the access matrix to notice each time. A mutant that nobody notices is a rule
 * that no test holds. `npm run verify` tries a quarter of the policies, others in each run; the nightly run and
 * `npm run mutation` try all, widened and narrowed in every way that tests/support/policies.ts knows.
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

/** Turns the trigger `authorize` of a policy's table off or on, where the table has one. */
const setTrigger = ({ schema, table }: Policy, to: 'enable' | 'disable') =>
  fixture.db.sql(
    `do $$ begin
       if exists (select from pg_trigger t where t.tgname = 'authorize' and t.tgrelid = '${schema}.${table}'::regclass) then
         alter table ${schema}.${table} ${to} trigger authorize;
       end if;
     end $$`,
  )

describe('every mutant of a policy is noticed', () => {
  it('by the matrix of its table', async () => {
    const policies = await policiesOf(fixture.db, { every: NIGHTLY })
    for (const policy of sample(policies, Math.ceil(policies.length / 4))) {
      expect(await noticed(policy), `${policy.name} untouched`).toBe(false)
      // The trigger that checks the permission before other triggers would refuse what a weaker policy lets through.
      await setTrigger(policy, 'disable')
      for (const { what, statements } of policy.mutants) {
        tried += 1
        for (const statement of statements) await fixture.db.sql(statement)
        if (!(await noticed(policy))) unnoticed.push(`${policy.name}: ${what}`)
        await fixture.db.sql(
          `drop policy if exists ${policy.name} on ${policy.schema}.${policy.table}`,
        )
        await fixture.db.sql(policy.definition)
      }
      await setTrigger(policy, 'enable')
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
