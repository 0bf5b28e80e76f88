import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { type ImportAnswer, imports } from '../support/imports.ts'
import { type Printed, printAll, reprinted } from '../support/model/replay.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const kit = (kind: string) => imports(fixture, shop, kind, fixture.role['special access 1'])
const ask = (sql: string, params: readonly unknown[]) =>
  fixture.db.as<never>(fixture.role.Owner, sql, params as never)

/** Prints all reports, with the moment as of which they can be printed again. */
async function print(): Promise<Printed> {
  const [moment] = await fixture.db.sql<{ at: string }>(
    'select private.settled_moment($1::uuid)::text as at',
    [fixture.a],
  )
  return { at: moment!.at, pages: await printAll(ask, fixture.a) }
}

interface There {
  name: string
  day: string
  /** Codes of products that have not moved. */
  codes: readonly [string, string, string, string]
}

/** A sheet of each kind. */
const SHEETS: Record<string, (there: There) => Record<string, string>[]> = {
  bookings: ({ name, day, codes: [code] }) => [
    {
      ...{ order_no: 'KU-1', customer: name, date_added: day, material_code: code },
      ...{ quantity: '3', agent_srp: '12.00' },
    },
  ],
  customer_changes: ({ name }) => [{ customer: name, area: 'Cainta', credit_line: '5' }],
  customers: ({ day }) => [
    {
      ...{ name: 'Store of a sheet', agent: 'A Agent', terms_days: '15', invoice_no: 'KU-2' },
      ...{ invoice_date: day, amount: '300.00' },
    },
  ],
  open_invoices: ({ name, day }) => [
    { customer: name, invoice_no: 'KU-3', invoice_date: day, amount: '70.00' },
  ],
  opening_stock: ({ day, codes: [, code] }) => [
    { material_code: code, quantity: '40', cost: '5.00', on_date: day },
  ],
  payees: () => [{ fname: 'Payee of a sheet', account_no: '12-34' }],
  product_changes: ({ codes: [, , code] }) => [
    { material_code: code, description: 'Renamed', category1: '-', status: 'inactive' },
  ],
  products: () => [
    { description: 'Crackers', material_code: 'KU-4', def_cost: '1.00', def_srp: '9.00' },
    { description: 'Biscuits', material_code: 'KU-5', def_cost: '24/12', def_srp: '108/12' },
  ],
  purchases: ({ day, codes: [, , , code] }) => [
    {
      ...{ po_no: 'KU-6', supplier: 'Cebu', date_added: day, material_code: code },
      ...{ quantity: '12', cost: '7.50', prod_srp: '11.00' },
    },
  ],
  receipts: ({ name, day }) => [
    {
      ...{ cr_no: 'KU-7', customer: name, date_collected: day, means: 'cash', amount: '25.00' },
      invoice_no: 'OWED-1',
    },
    {
      ...{ cr_no: 'KU-7', means: 'PDC', cheque_bank: 'BDO', cheque_no: '000777' },
      ...{ cheque_date: day, amount: '15.00', invoice_no: 'OWED-1' },
    },
  ],
}
/** Lists what the sheets bring into reports. */
const SHOWN = ['Cainta', 'Store of a sheet', 'KU-2', 'KU-3', 'Renamed', 'Crackers', 'KU-6', 'KU-7']

describe('reports as known at a moment before imports were undone', () => {
  const made: [string, ImportAnswer][] = []
  let before: Printed
  let then: Printed

  beforeAll(async () => {
    const { day, newProduct, newCustomer } = kit('products')
    const code = async () => (await newProduct()).code
    const codes = [await code(), await code(), await code(), await code()] as const
    const there = { codes, name: (await newCustomer()).name, day: await day(1) }
    const owed = { customer: there.name, invoice_date: there.day, amount: '90.00' }
    await kit('open_invoices').take([{ ...owed, invoice_no: 'OWED-1' }])
    before = await print()
    for (const [kind, sheet] of Object.entries(SHEETS))
      made.push([kind, await kit(kind).take(sheet(there))])
    then = await print()
    for (const [kind, done] of made.toReversed()) await kit(kind).undo(done)
  })

  it('have what the imports brought', async () => {
    expect(made.flatMap(([kind, { errors }]) => errors.map((each) => ({ kind, ...each })))).toEqual(
      [],
    )
    const words = Object.values(then.pages).join()
    expect(SHOWN.filter((word) => !words.includes(word))).toEqual([])
    expect(await reprinted(ask, fixture.a, then)).toEqual([])
  })

  it('have nothing of imports that came after the moment', async () => {
    const words = Object.values(before.pages).join()
    expect(SHOWN.filter((word) => words.includes(word))).toEqual([])
    expect(await reprinted(ask, fixture.a, before)).toEqual([])
  })

  it('are tried with each kind of import', async () => {
    const kinds = await fixture.db.sql<{ kind: string }>(
      'select kind from private.import_kinds order by kind',
    )
    expect(Object.keys(SHEETS)).toEqual(kinds.map(({ kind }) => kind))
  })
})
