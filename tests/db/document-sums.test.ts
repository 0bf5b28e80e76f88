import { expect, it } from 'vitest'
import { readVoucherFilters } from '../../app/modules/expenses/filters.ts'
import { readBookingFilters } from '../../app/modules/sales/filters.ts'
import { readCollectionFilters } from '../../app/modules/treasury/filters.ts'
import { testFixture } from '../support/fixture.ts'
import { receivables } from '../support/receivables.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const books = receivables(fixture, shop)

/** Sums by kind and status, as they are kept or of the rows. */
const sums = (source: string) =>
  fixture.db.sql(
    `select kind, status, sum(parts)::int as parts, sum(documents)::int as documents, sum(amount)::text as amount, sum(reversed)::text as reversed
     from ${source} s where project_id = $1::uuid group by kind, status having sum(documents) <> 0 or sum(parts) <> 0 order by kind, status`,
    [fixture.a],
  )
const rowsKept = async () =>
  (
    await fixture.db.sql<{ n: number }>(
      'select count(*)::int as n from private.document_sums where project_id = $1::uuid',
      [fixture.a],
    )
  )[0]!.n
const fold = () => fixture.db.sql('select private.fold_document_sums($1::uuid)', [fixture.a])

it('a sign-in folds many rows into few, with the same sums', async () => {
  const product = await shop.product('10.00', 5000)
  const customer = await shop.customer('9000000.00', 30)
  const sold = await books.sell(customer, product, 4, {})
  await books.receive(customer, '40.00', -1, [[sold.id, '40.00']])
  const before = await sums('private.document_sums')
  expect(before.length).toBeGreaterThan(1)
  expect(before).toEqual(await sums('private.rows_summed(array[$1::uuid])'))
  const few = await rowsKept()
  await fold()
  expect(await rowsKept()).toBe(few < 100 ? few : before.length)
  await fixture.db.sql(
    `insert into private.document_sums select $1::uuid, k.kind, 'pending', x.sign, x.sign, x.sign, 0
     from (values ('cash'), ('voucher')) k (kind), (values (1), (-1)) x (sign), generate_series(1, 30)`,
    [fixture.a],
  )
  expect(await rowsKept()).toBeGreaterThan(99)
  await fold()
  expect(await rowsKept()).toBeLessThan(20)
  expect(await sums('private.document_sums')).toEqual(before)
})

it.each([
  ['collection_totals', 'cash', 'pending', readCollectionFilters, 'sum(receipts)'],
  ['voucher_totals', 'voucher', 'pending', readVoucherFilters, 'sum(vouchers)'],
  ['booking_totals', 'booking', 'active', readBookingFilters, 'sum(bookings)'],
])(
  '%s reads them for a list whose address has no filters',
  async (totals, kind, status, filtersOf, number) => {
    const filters = JSON.stringify(filtersOf('http://localhost/'))
    const count = async () => {
      const [row] = await fixture.db.as<{ n: number }>(
        fixture.role['finance admin'],
        `select ${number}::int as n from public.${totals}($1::uuid, $2::text::jsonb)`,
        [fixture.a, filters],
      )
      return row!.n
    }
    const before = await count()
    const add = (sign: number) =>
      fixture.db.sql(
        `insert into private.document_sums values ($1::uuid, $2::text, $3::text, $4::int, $4::int, 0, 0)`,
        [fixture.a, kind, status, 1000 * sign],
      )
    await add(1)
    expect(await count()).toBe(before + 1000)
    await add(-1)
    expect(await count()).toBe(before)
  },
)
