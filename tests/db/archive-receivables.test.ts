import { expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { closing } from '../support/closing.ts'
import { testFixture } from '../support/fixture.ts'
import { receivables } from '../support/receivables.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const bank = treasury(fixture, shop)
const books = receivables(fixture, shop)

/** Reads what a customer owes by the AR report, the statement, the customer's page and the master list. */
async function owes(customer: string, asOf?: string) {
  const [row] = await books.report({ level: 'customer', customer_id: customer, as_of: asOf })
  const { remaining } = await books.statement(customer, { to: asOf })
  const report = row?.balance ?? '0.00'
  if (asOf) return [report, remaining]
  const finance = fixture.role['finance admin']
  const [page] = await fixture.db.as<{ collectibles: string }>(
    finance,
    'select collectibles::text from public.customer_position($1::uuid, $2::uuid)',
    [fixture.a, customer],
  )
  const listed = await fixture.db.as<{ customer_id: string; collectibles: string }>(
    finance,
    'select customer_id, collectibles::text from public.report_customer_masterlist($1::uuid)',
    [fixture.a],
  )
  const line = listed.find(({ customer_id }) => customer_id === customer)
  return [report, remaining, page!.collectibles, line!.collectibles]
}

const archive = (so_no: string) =>
  shop.rpc(
    'archive_bookings',
    { p_so_nos: { so_nos: [so_no] }, p_status: 'archived' },
    fixture.role.Owner,
  )

it('an archived booking without an invoice is owed and settled on the day of the archive', async () => {
  const product = await shop.product('10.00', 500)
  const customer = await shop.customer()
  const { so_no } = await books.sell(customer, product, 180)
  expect(await owes(customer)).toEqual(['0.00', '0.00', '0.00', '0.00'])
  await archive(so_no)
  expect(await owes(customer)).toEqual(['0.00', '0.00', '0.00', '0.00'])
  expect(await owes(customer, await books.day(-1))).toEqual(['0.00', '0.00'])

  const { entries } = await books.statement(customer)
  expect(entries.map(({ kind, charge, credit }) => [kind, charge, credit])).toEqual([
    ['archived', '1800.00', '0.00'],
    ['cash', '0.00', '1800.00'],
  ])
})

it('what was paid before is an advance until the archive, and a cheque that comes back is owed', async () => {
  const product = await shop.product('10.00', 500)
  const customer = await shop.customer()
  const { id, so_no } = await books.sell(customer, product, 10)
  const cheque = await books.receive(customer, '40.00', -5, [[id, '40.00']], -5)
  await archive(so_no)
  const yesterday = await books.day(-1)
  expect(await owes(customer, yesterday)).toEqual(['-40.00', '-40.00'])
  expect(await owes(customer)).toEqual(['0.00', '0.00', '0.00', '0.00'])

  await bank.deposit(await bank.bank(), [cheque], await books.day(-4))
  await bank.bounce({ id: cheque.id, version: cheque.version + 1 })
  expect(await owes(customer)).toEqual(['40.00', '40.00', '40.00', '40.00'])
  expect(await owes(customer, yesterday)).toEqual(['-40.00', '-40.00'])
})

it('is no collection on that day, in the report, on Home and in the list, nor is its cancellation', async () => {
  const owner = fixture.role.Owner
  const read = async () => {
    const [row] = await fixture.db.as<Record<string, string>>(
      owner,
      `select r.collected::text, r.figures ->> 'on_paper' as on_paper, r.figures ->> 'reversed' as reversed,
         public.home_day($1::uuid) -> 'collections' ->> 'month' as home,
         (select sum(t.approved)::text from public.collection_totals($1::uuid) t) as listed
       from public.report_collection($1::uuid, '{"level": "total"}') r`,
      [fixture.a],
    )
    return row!
  }
  const before = await read()
  const product = await shop.product('10.00', 500)
  const { so_no } = await books.sell(await shop.customer(), product, 25)
  await archive(so_no)
  const settled = await read()
  const onPaper = Number(before.on_paper) + 250
  expect(settled).toEqual({ ...before, on_paper: onPaper.toFixed(2) })
  const [receipt] = await fixture.db.sql<{ id: string; version: number }>(
    'select id, version from public.collections where cr_no = $1',
    [`ARCHIVE-${so_no}`],
  )
  await shop.cancelCollection(receipt!.id, receipt!.version)
  expect(await read()).toEqual(before)
  expect(await closing(fixture).broken()).toEqual([])
})
