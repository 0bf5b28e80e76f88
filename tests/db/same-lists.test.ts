import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ACT_KINDS, decidesAct } from '../../app/modules/field/labels.ts'
import { IMPORTS } from '../../app/modules/import/registry.ts'
import { COLLECTION_TYPES, collectionType } from '../../app/modules/receivables/collection-types.ts'
import { REPORTS } from '../../app/modules/reports/registry.ts'
import { testFixture } from '../support/fixture.ts'
import { ELSEWHERE } from '../support/model/actions/index.ts'

/** Lists that the database and the office keep side by side. */
const fixture = testFixture()

describe('acts of the field', () => {
  it('are of the same kinds in the database and the office, and decided with the same permissions', async () => {
    const kinds = await fixture.db.sql(
      'select kind, permission from private.act_kinds() order by kind collate "C"',
    )
    expect(ACT_KINDS.map(({ value: kind }) => ({ kind, permission: decidesAct(kind) }))).toEqual(
      kinds,
    )
  })

  it('have a command each', async () => {
    for (const { value: kind } of ACT_KINDS) {
      const done = fixture.db.sql("select private.run_field_act($1::uuid, $2, '{}')", [
        fixture.a,
        kind,
      ])
      await expect(done, kind).rejects.not.toMatchObject({ detail: 'kind' })
    }
    const unknown = fixture.db.sql("select private.run_field_act($1::uuid, 'odd', '{}')", [
      fixture.a,
    ])
    await expect(unknown).rejects.toMatchObject({ detail: 'kind' })
  })
})

describe('imports', () => {
  it('have the same columns in the database and the office, of which the same must be filled', async () => {
    const columns = await fixture.db.sql<{ kind: string; fields: string[]; required: string[] }>(
      `select kind, array_agg(field order by field collate "C") as fields,
         coalesce(array_agg(field order by field collate "C") filter (where 'required' = any (marks)), '{}') as required
       from private.import_columns group by kind order by kind collate "C"`,
    )
    const shown = IMPORTS.map(({ kind, columns: of }) => ({
      kind,
      fields: of.map(({ key }) => key).sort(),
      required: of.flatMap(({ key, required }) => (required ? key : [])).sort(),
    }))
    expect(shown.sort(({ kind: one }, { kind: other }) => (one < other ? -1 : 1))).toEqual(columns)
  })

  it('are of the same kinds, with the same permissions', async () => {
    const kinds = await fixture.db.sql(
      'select kind, permission, changes, tries from private.import_kinds order by kind collate "C"',
    )
    const shown = IMPORTS.map(({ kind, permission, changes = false, tries = false }) => ({
      ...{ kind, permission, changes, tries },
    }))
    expect(shown.sort(({ kind: one }, { kind: other }) => (one < other ? -1 : 1))).toEqual(kinds)
  })
})

it('payment types have the same names in the database and the office', async () => {
  const types = await fixture.db.sql(
    'select type, name from private.payment_types() order by position',
  )
  expect(COLLECTION_TYPES.map((type) => ({ type, name: collectionType(type) }))).toEqual(types)
})

it('reports have the same permissions in the database and the office', async () => {
  const reports = await fixture.db.sql(
    'select view, permission from private.viewed_permissions() where is_report order by view collate "C"',
  )
  const shown = REPORTS.map(({ path, permission }) => ({
    view: path.replace('/reports_', ''),
    permission,
  }))
  expect(shown.sort(({ view: one }, { view: other }) => (one < other ? -1 : 1))).toEqual(reports)
})

it('commands that the model leaves out are tried in a test that is there', () => {
  const missing = Object.entries(ELSEWHERE).filter(([, where]) => {
    const [file = ''] = /[\w-]+\.test\.ts/.exec(where) ?? []
    return !existsSync(`tests/db/${file || 'none'}`)
  })
  expect(missing).toEqual([])
})
