import { expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { type ImportAnswer, imports } from '../../support/imports.ts'
import { overlap, overlapping } from '../../support/overlap.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
let serial = 0

/** A file of each kind, new each time. */
async function files(): Promise<Record<string, Record<string, string>[]>> {
  const { newProduct, newCustomer, day } = imports(fixture, shop, 'products')
  const [product, customer, on] = [await newProduct(), await newCustomer(), await day(1)]
  const no = `RACE-${++serial}`
  const line = { material_code: product.code, quantity: '1' }
  return {
    products: [{ description: no, material_code: no, def_cost: '1', def_srp: '2' }],
    open_invoices: [{ customer: customer.name, invoice_no: no, invoice_date: on, amount: '5' }],
    opening_stock: [{ ...line, cost: '1', on_date: on }],
    payees: [{ fname: no }],
    purchases: [{ po_no: no, supplier: 'S', date_added: on, ...line, cost: '1' }],
    bookings: [{ order_no: no, customer: customer.name, date_added: on, ...line, agent_srp: '1' }],
    receipts: [
      { cr_no: no, customer: customer.name, date_collected: on, amount: '1', means: 'cash' },
    ],
  }
}
const byWhom = (kind: string) =>
  ['open_invoices', 'payees'].includes(kind) ? fixture.role['finance admin'] : undefined

it.each([
  'products',
  'open_invoices',
  'opening_stock',
  'payees',
  'purchases',
  'bookings',
  'receipts',
])('two imports of one file at the same moment are one (%s)', async (kind) => {
  const rows = (await files())[kind]!
  const { take } = imports(fixture, shop, kind, byWhom(kind))
  const [first, second] = await overlapping(
    fixture.db,
    () => take(rows),
    () => take(rows),
  )
  const answers = [first, second].map(
    (result) => (result as PromiseFulfilledResult<ImportAnswer>).value,
  )
  expect(answers.map(({ id, errors }) => [Boolean(id), errors.length])).toEqual([
    [true, 0],
    [false, 1],
  ])
})

it.each(['import', 'typed'])(
  'a receipt is typed while one of its number is imported, %s first',
  async (first) => {
    const { receipts } = await files()
    const { take, newCustomer } = imports(fixture, shop, 'receipts')
    const customer = await newCustomer()
    const [row] = receipts!
    const commands = {
      import: async () => {
        const { errors } = await take([row!])
        if (errors.length > 0)
          throw Object.assign(new Error(), { code: '', hint: errors[0]!.field })
      },
      typed: () =>
        shop.rpc('record_collection', {
          p_collection: { customer_id: customer.id, amount: '1', cr_no: row!.cr_no },
        }),
    }
    expect(await overlap(fixture.db, commands, first)).toEqual(
      first === 'import'
        ? { import: 'done', typed: 'duplicate' }
        : { typed: 'done', import: 'cr_no' },
    )
  },
)

it.each(['import', 'typed'])(
  'no invoice is meant to be paid twice by a receipt that is typed while others are imported, %s first',
  async (first) => {
    const { take, newCustomer, day } = imports(fixture, shop, 'receipts')
    const [customer, on, no] = [await newCustomer(), await day(1), `RACE-${++serial}`]
    const invoices = imports(fixture, shop, 'open_invoices', fixture.role['finance admin'])
    await invoices.take(
      ['A', 'B'].map((letter) => ({
        ...{ customer: customer.name, invoice_no: `${no}-${letter}`, invoice_date: on },
        amount: '50',
      })),
    )
    const receipt = (cr_no: string) => ({
      ...{ cr_no, customer: customer.name, date_collected: on, amount: '40', means: 'cash' },
    })
    const commands = {
      import: () => take([receipt(`${no}-1`), receipt(`${no}-2`)]),
      typed: () =>
        shop.rpc('record_collection', {
          p_collection: {
            ...{ customer_id: customer.id, amount: '40', cr_no: `${no}-3`, allocate: 'oldest' },
          },
        }),
    }
    expect(await overlap(fixture.db, commands, first)).toEqual({ import: 'done', typed: 'done' })
    expect(
      await fixture.db.sql(
        `select b.invoice_no, sum(a.amount)::text as meant from public.collection_allocations a
           join public.bookings b on b.id = a.booking_id where b.customer_id = $1::uuid group by 1 order by 1`,
        [customer.id],
      ),
    ).toEqual([
      { invoice_no: `${no}-A`, meant: '50.00' },
      { invoice_no: `${no}-B`, meant: '50.00' },
    ])
  },
)

it('an import of receipts is undone while one of them is approved', async () => {
  const prepare = async () => {
    const { receipts } = await files()
    const { take, undo } = imports(fixture, shop, 'receipts')
    const made = await take(receipts!)
    const [receipt] = await fixture.db.sql<{ id: string; version: number }>(
      'select id, version from public.collections where cr_no = $1',
      [receipts![0]!.cr_no!],
    )
    return {
      undo: () => undo(made),
      approve: () =>
        shop.rpc(
          'approve_collection',
          { p_collection: receipt!.id, p_version: receipt!.version },
          fixture.role['finance admin'],
        ),
    }
  }
  expect(await overlap(fixture.db, await prepare(), 'undo')).toEqual({
    ...{ undo: 'done', approve: 'not_found' },
  })
  expect(await overlap(fixture.db, await prepare(), 'approve')).toEqual({
    ...{ approve: 'done', undo: 'wrong_state' },
  })
})
