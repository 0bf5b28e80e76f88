import { expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

const WRITTEN = [
  'audit_log',
  'booking_lines',
  'bookings',
  'collection_allocations',
  'collections',
  'customer_finance_events',
  'inventory',
  'stock_movements',
]

/** Reads all tables that archiving writes, as one text. */
async function everything() {
  const parts = WRITTEN.map(
    (table) =>
      `select '${table}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from public.${table} t`,
  )
  return fixture.db.sql(parts.join(' union all '))
}

/** Lets the `nth` row that is written from now on fail; 0 lets none fail. */
const failAt = async (nth: number) => {
  await fixture.db.sql(
    `create or replace function private.inject() returns trigger language plpgsql as $$
     begin
       if nextval('private.injected') = ${nth} then raise exception 'injected'; end if;
       return null;
     end $$`,
  )
  await fixture.db.sql(`select setval('private.injected', 1, false)`)
}

it('archiving does all or nothing, wherever it breaks', async () => {
  const product = await shop.product('10.00', 50)
  const customer = await shop.customer()
  const numbers: string[] = []
  for (const deliver of [true, false, false]) {
    const booking = await shop.book(customer, [
      [product, 2, '10.00'],
      [product, 1, '9.00'],
    ])
    const { version } = await shop.validate(booking.id, booking.version)
    if (deliver) await shop.deliver(booking.id, version)
    numbers.push(booking.so_no)
  }
  await fixture.db.sql('create sequence private.injected')
  await failAt(0)
  for (const table of WRITTEN)
    await fixture.db.sql(
      `create trigger zz_inject after insert or update on public.${table} for each row execute function private.inject()`,
    )
  const archive = () =>
    shop.rpc(
      'archive_bookings',
      { p_so_nos: { so_nos: numbers }, p_status: 'archived' },
      fixture.role.Owner,
    )
  const before = await everything()
  let broken = 0
  for (;;) {
    await failAt(broken + 1)
    const failed = await archive().then(
      () => null,
      (error: Error) => error.message,
    )
    if (failed === null) break
    expect(failed).toBe('injected')
    expect(await everything(), `broken at write ${++broken}`).toEqual(before)
  }
  // Three bookings with their receipts, two of them with stock: a failure was tried at each of
  // their writes.
  expect(broken).toBeGreaterThan(30)
  expect(await everything()).not.toEqual(before)
  for (const table of WRITTEN) await fixture.db.sql(`drop trigger zz_inject on public.${table}`)
  await fixture.db.sql('drop function private.inject()')
  await fixture.db.sql('drop sequence private.injected')
})
