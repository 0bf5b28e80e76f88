import { expect, it } from 'vitest'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)

/** In the order of a list: accents are ignored, Ñ follows N. */
const NAMES = ['Ábel', 'Nora', 'Nuñez', 'Nuva', 'Ñora', 'Ocampo', 'Óscar', 'Zamora']

it('names with accents are found without, and stand where people look for them', async () => {
  const product = await t.product('10.00', 100)
  for (const name of [...NAMES].reverse()) {
    const made = await t.rpc<{ id: string }>('request_customer', {
      p_customer: { name: `Order ${name}`, agent_id: fixture.role.Agent },
    })
    await t.book(made.id, [[product, 1, '10.00']])
  }
  const ask = <T extends Record<string, unknown>>(name: string, filters: object) =>
    fixture.db.as<T>(
      fixture.role['special access 1'],
      `select * from public.${name}($1::uuid, $2::text::jsonb)`,
      [fixture.a, JSON.stringify(filters)],
    )
  const customers = async (filters: object) =>
    (await ask<{ name: string }>('customer_list', { limit: '50', ...filters })).map(({ name }) =>
      name.replace('Order ', ''),
    )
  expect(await customers({ search: 'order ' })).toEqual(NAMES)
  expect(await customers({ search: 'order ', sort: '-name' })).toEqual([...NAMES].reverse())
  expect(await customers({ search: 'order nora' })).toEqual(['Nora', 'Ñora'])
  expect(await customers({ search: 'order ÑORA' })).toEqual(['Nora', 'Ñora'])
  expect(await customers({ search: 'order oscar' })).toEqual(['Óscar'])
  const bookings = await ask<{ customer_name: string }>('booking_list', {
    search: 'order ',
    sort: 'customer',
    limit: '50',
  })
  expect(bookings.map((row) => row.customer_name.replace('Order ', ''))).toEqual(NAMES)
})

it('suppliers and payees with accents stand where people look for them in reports', async () => {
  const product = await t.product('10.00', 0)
  for (const name of [...NAMES].reverse())
    await t.rpc('create_purchase', {
      p_purchase: {
        ...{ po_no: `PO ${name}`, supplier: `Order ${name}`, kind: 'purchase' },
        lines: [{ product_id: product, quantity: 1, cost: '1.00' }],
      },
    })
  const suppliers = async (level: string) =>
    (await reportReader(fixture, 'report_purchase')({ level, product_id: product })).flatMap(
      ({ level: of, supplier }) => (of === 'supplier' ? [supplier!.replace('Order ', '')] : []),
    )
  // Nora and Ñora are one supplier.
  expect(await suppliers('supplier')).toEqual(NAMES.filter((name) => name !== 'Nora'))

  const bills = disburse(fixture)
  for (const name of [...NAMES].reverse()) {
    const payee_id = await bills.payee(name)
    await bills.rpc('create_voucher', { p_voucher: await bills.typed('5.00', { payee_id }) })
  }
  const paid = await reportReader(fixture, 'report_expenses')({ level: 'payee' })
  const names = paid.flatMap(({ pay_to }) => (NAMES.includes(pay_to ?? '') ? [pay_to] : []))
  expect(names).toEqual(NAMES)
})
