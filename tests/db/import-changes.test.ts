import { describe, expect, it } from 'vitest'
import { IMPORTS } from '../../app/modules/import/registry.ts'
import { listCategories } from '../support/categories.ts'
import { testFixture } from '../support/fixture.ts'
import { imports } from '../support/imports.ts'
import { trade } from '../support/trade.ts'
import { withoutTriggers } from '../support/without-triggers.ts'

const fixture = testFixture()
const shop = trade(fixture)

describe('changes of products', () => {
  const kit = () => imports(fixture, shop, 'product_changes')

  it('shows old and new of each cell, changes only them, and gives them back', async () => {
    const { take, send, undo, newProduct, record } = kit()
    const [cola, tuna] = [await newProduct(), await newProduct(100)]
    const was = await record('products', cola.id)
    const rows = [
      {
        ...{ material_code: cola.code.toLowerCase(), def_cost: '96.25/cs', supplier: 'New maker' },
        ...{ vat_class: 'Zero-rated', reorder_level: '24', description: '' },
      },
      { material_code: tuna.code, def_srp: '10.00', case_config: '100' },
    ]
    const looked = await take(rows, true)
    expect(looked.errors).toEqual([])
    expect(looked.changes).toEqual([
      { row: 1, field: 'def_cost', old: '7.00', new: '96.25/12' },
      { row: 1, field: 'reorder_level', old: null, new: '24' },
      { row: 1, field: 'supplier', old: null, new: 'New maker' },
      { row: 1, field: 'vat_class', old: 'vatable', new: 'zero_rated' },
    ])
    expect(await record('products', cola.id)).toEqual(was)
    const made = await send({ rows, seen: looked.seen })
    expect(await record('products', cola.id)).toMatchObject({
      ...{ def_cost: 96.25, def_cost_pieces: 12, supplier: 'New maker', vat_class: 'zero_rated' },
      ...{ reorder_level: 24, description: was.description, version: 2 },
    })
    expect(await record('products', tuna.id)).toMatchObject({ version: 1 })
    await undo(made)
    const { version, modified_at, ...back } = await record('products', cola.id)
    const { version: _v, modified_at: _m, ...first } = was
    expect(back).toEqual(first)
    expect([version, modified_at !== was.modified_at]).toEqual([3, true])
  })

  it('takes a category that left the list where the product has it, and no other unlisted one', async () => {
    const { take, wrong, newProduct, record } = kit()
    const { id, code } = await newProduct()
    const other = await newProduct()
    await withoutTriggers(fixture, 'public.products', 'user', () =>
      fixture.db.sql("update public.products set category2 = 'Old shelf' where id = $1::uuid", [
        id,
      ]),
    )
    const row = { material_code: code, category2: 'Old shelf', reorder_level: '7' }
    expect((await take([row])).errors).toEqual([])
    expect(await record('products', id)).toMatchObject({
      category2: 'Old shelf',
      reorder_level: 7,
    })
    // In whatever spelling: it stays as the product has it.
    expect((await take([{ ...row, category2: ' OLD  shelf', reorder_level: '8' }])).errors).toEqual(
      [],
    )
    expect(await record('products', id)).toMatchObject({
      category2: 'Old shelf',
      reorder_level: 8,
    })
    expect(
      await wrong([
        { ...row, category1: 'Old shelf' },
        { ...row, material_code: other.code },
      ]),
    ).toEqual(['1 category1', '2 category2'])
  })

  it('gives back a category that left the list, when it is undone and at no other time', async () => {
    const { send, undo, newProduct, record } = kit()
    const { id, code } = await newProduct()
    const shelve = (category: string | null) =>
      fixture.db.sql('update public.products set category2 = $2 where id = $1::uuid', [
        id,
        category,
      ])
    await withoutTriggers(fixture, 'public.products', 'user', () => shelve('Old shelf'))
    const made = await send({ rows: [{ material_code: code, category2: '-' }] })
    expect(await record('products', id)).toMatchObject({ category2: null })
    await expect(shelve('Old shelf')).rejects.toMatchObject({ code: '22023' })
    await undo(made)
    expect(await record('products', id)).toMatchObject({ category2: 'Old shelf' })
    await shelve(null)
    await expect(shelve('Old shelf')).rejects.toMatchObject({ code: '22023' })
  })

  it('empties what may be empty by a dash', async () => {
    const { take, wrong, newProduct, record } = kit()
    const { id, code } = await newProduct()
    await fixture.db.sql(
      "update public.products set supplier = 'X', reorder_level = 5 where id = $1::uuid",
      [id],
    )
    expect(
      (await take([{ material_code: code, supplier: '-', reorder_level: ' - ' }])).errors,
    ).toEqual([])
    expect(await record('products', id)).toMatchObject({ supplier: null, reorder_level: null })
    expect(await wrong([{ material_code: code, description: '-', def_cost: '-' }])).toEqual([
      ...['1 def_cost', '1 description'],
    ])
  })

  it('refuses what changed since it was shown, what changes nothing, and an undo after a change', async () => {
    const { take, send, undo, newProduct } = kit()
    const { id, code } = await newProduct()
    const rows = [{ material_code: code, unit_of_measure: 'btl' }]
    const { seen } = await take(rows, true)
    await fixture.db.sql("update public.products set unit_of_measure = 'can' where id = $1::uuid", [
      id,
    ])
    await expect(send({ rows, seen })).rejects.toMatchObject({ hint: 'stale_version' })
    const made = await take(rows)
    await expect(take(rows)).rejects.toMatchObject({ hint: 'wrong_state' })
    await fixture.db.sql("update public.products set unit_of_measure = 'box' where id = $1::uuid", [
      id,
    ])
    await expect(undo(made)).rejects.toMatchObject({ hint: 'wrong_state' })
  })

  it('names every wrong cell', async () => {
    const { wrong, newProduct } = kit()
    const { code } = await newProduct()
    const other = await trade(fixture, 'b').product()
    const [theirs] = await fixture.db.sql<{ code: string }>(
      'select material_code as code from public.products where id = $1::uuid',
      [other],
    )
    expect(
      await wrong([
        { material_code: code, def_cost: '=1+1' },
        { material_code: code, def_srp: '100/dozen', case_config: '0' },
        { material_code: theirs!.code },
        { material_code: '', status: 'gone', vat_class: 'free' },
      ]),
    ).toEqual([
      ...['1 def_cost', '2 case_config', '2 def_srp', '2 material_code', '3 material_code'],
      ...['4 material_code', '4 status', '4 vat_class'],
    ])
  })
})

describe('changes of customers', () => {
  const kit = () => imports(fixture, shop, 'customer_changes', fixture.role['finance admin'])

  it('shows the difference, writes the finance trail, and gives everything back', async () => {
    const { take, undo, newCustomer, record, count } = kit()
    const { id, name } = await newCustomer()
    const rows = [
      {
        customer: name,
        credit_line: '5000',
        terms_days: '30',
        contact: '0917',
        tin_no: '001-002-003-000',
      },
    ]
    expect((await take(rows, true)).changes).toEqual([
      { row: 1, field: 'contact', old: null, new: '0917' },
      { row: 1, field: 'credit_line', old: null, new: '5000.00' },
      { row: 1, field: 'tin_no', old: null, new: '001-002-003-000' },
    ])
    const made = await take(rows)
    expect(made.errors).toEqual([])
    expect(await record('customers', id)).toMatchObject({ credit_line: 5000, contact: '0917' })
    const trail = () =>
      count(
        "from public.customer_finance_events where customer_id = $1::uuid and type in ('credit', 'tax')",
        id,
      )
    expect(await trail()).toBe(2)
    await undo(made)
    expect(await record('customers', id)).toMatchObject({
      credit_line: null,
      contact: null,
      tin_no: null,
    })
    expect(await trail()).toBe(4)
  })

  it('names every wrong cell', async () => {
    const { wrong, take, newCustomer } = kit()
    const [one, two] = [await newCustomer(), await newCustomer()]
    await take([{ customer: one.name, tin_no: '009-008-007-000' }])
    expect(
      await wrong([
        { customer: one.name, credit_line: '-1', terms_days: '366' },
        { customer: one.name.toUpperCase(), vat_class: '-' },
        { customer: two.name, tin_no: '009008007000' },
        { customer: 'Nobody', tin_no: '1' },
      ]),
    ).toEqual([
      ...['1 credit_line', '1 terms_days', '2 customer', '2 vat_class', '3 tin_no'],
      ...['4 customer', '4 tin_no'],
    ])
  })
})

/** A new value for each sort of cell, which no record of the tests has. */
const NEW_VALUES: Record<string, string> = {
  ...{ text: 'New value', full_text: 'New value', tin: '111-222-333-000', color: '#12ab34' },
  ...{ price: '98.76/5', case: '23', litres: '7.5', whole: '33', money: '4321.00' },
  ...{ vat: 'exempt', unit: 'case', status: 'inactive' },
}

const TABLES: Record<string, string> = {
  product_changes: 'products',
  customer_changes: 'customers',
}

it.each(IMPORTS.filter(({ changes }) => changes).map(({ kind }) => kind))(
  'the import of %s writes each column that it offers, and gives each back',
  async (kind) => {
    const table = TABLES[kind]!
    const lists = ['New value']
    await listCategories(fixture, lists, lists, lists)
    const by = table === 'customers' ? fixture.role['finance admin'] : undefined
    const { take, send, undo, newProduct, newCustomer, record } = imports(fixture, shop, kind, by)
    const { id, ...named } = table === 'customers' ? await newCustomer() : await newProduct()
    const columns = await fixture.db.sql<{ field: string; cell: string; names: boolean }>(
      `select field, cell, 'once' = any (marks) as names from private.import_columns where kind = $1 order by field collate "C"`,
      [kind],
    )
    const offered = columns.filter(({ names }) => !names)
    const row = Object.fromEntries(
      columns.map(({ field, cell, names }) => [
        field,
        names ? Object.values(named)[0] : NEW_VALUES[cell],
      ]),
    )
    const fields = offered.map(({ field }) => field)
    const was = await record(table, id)
    const { seen, changes, errors } = await take([row], true)
    expect(errors).toEqual([])
    expect(changes!.map(({ field }) => field).sort()).toEqual(fields)
    const made = await send({ rows: [row], seen })
    const now = await record(table, id)
    expect(fields.filter((field) => now[field] === was[field])).toEqual([])
    for (const field of fields.filter((name) => `${name}_pieces` in was))
      expect(now[`${field}_pieces`], field).toBe(5)
    await undo(made)
    const back = await record(table, id)
    expect(fields.filter((field) => back[field] !== was[field])).toEqual([])
  },
)
