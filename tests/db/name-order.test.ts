import { expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
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
