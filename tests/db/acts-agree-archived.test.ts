import { afterEach, expect, it } from 'vitest'
import { acts, figures } from '../support/acts.ts'
import { treasury } from '../support/cheques.ts'
import { closing } from '../support/closing.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { pastTrade } from '../support/past-trade.ts'
import { trade } from '../support/trade.ts'

/** Credits of bookings that were archived without an invoice, after their archive. */
const fixture = testFixture()
const shop = trade(fixture)
const bank = treasury(fixture, shop)
const notes = memos(fixture, shop)
const books = closing(fixture)
const { booked, archive } = pastTrade(fixture, shop)
const { of, day, disagreements } = acts(fixture, shop)

const balance = async (id: string) => (await shop.booking(id)).balance
const cancel = async (id: string) => {
  const memo = await notes.memo(id)
  await notes.cancel({ id, version: Number(memo.version) })
}
const moveClock = (zone: string) =>
  fixture.db.sql('update public.projects set time_zone = $2 where id = $1::uuid', [fixture.a, zone])

afterEach(async () => {
  for (const offset of [-19, -8, 0])
    expect([offset, await disagreements(offset)]).toEqual([offset, []])
})

it('the memo of a return is cancelled after the archive: what came back is owed again', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  const [two, one] = [await sale.takeBack(-15, 2), await sale.takeBack(-12, 1)]
  await archive(sale.so_no)
  expect(await of(customer)).toEqual(figures('0.00', '0.00', '70.00'))
  await cancel(two.id)
  expect(await balance(sale.id)).toBe('20.00')
  expect(await of(customer, -1)).toEqual(figures('0.00', '0.00', '70.00'))
  expect(await of(customer)).toEqual(figures('20.00', '20.00', '90.00'))
  await cancel(one.id)
  expect(await balance(sale.id)).toBe('30.00')
  expect(await of(customer)).toEqual(figures('30.00', '30.00', '100.00'))
  expect(await notes.receivables(two.id)).toEqual([
    { kind: 'returned', on_date: await day(0), amount: '20.00', cleared_amount: '20.00' },
  ])
})

it('all came back before the archive, which opened nothing, and then the memo is cancelled', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  const back = await sale.takeBack(-15, 10)
  await archive(sale.so_no)
  await cancel(back.id)
  expect(await balance(sale.id)).toBe('100.00')
  expect(await of(customer, -1)).toEqual(figures('0.00', '0.00', '0.00'))
  expect(await of(customer)).toEqual(figures('100.00', '100.00', '100.00'))
})

it('its cheque comes back, and an allowance that is dated before the archive is written and cancelled', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.takeBack(-22, 1)
  const cheque = await bank.cheque(
    customer,
    '40.00',
    [[sale.id, '40.00']],
    await day(-20),
    await day(-20),
  )
  await archive(sale.so_no)
  await bank.deposit(await bank.bank(), [cheque], await day(-15))
  await bank.bounce({ id: cheque.id, version: cheque.version + 1 })
  expect(await of(customer)).toEqual(figures('40.00', '40.00', '90.00'))
  const allowance = await notes.write({
    kind: 'credit',
    reason: 'price_allowance',
    booking_id: sale.id,
    on_date: await day(-10),
    lines: [{ line_id: sale.line, amount: '7.50' }],
  })
  expect(await balance(sale.id)).toBe('32.50')
  expect(await of(customer, -1)).toEqual(figures('-40.00', '0.00', '82.50'))
  expect(await of(customer)).toEqual(figures('32.50', '32.50', '82.50'))
  await cancel(allowance.id)
  expect(await balance(sale.id)).toBe('40.00')
  expect(await of(customer)).toEqual(figures('40.00', '40.00', '90.00'))
})

// The last test, as the company stays a day ahead.
it('the day of the archive is closed when the memo of a return is cancelled', async () => {
  await moveClock('Pacific/Pago_Pago')
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  const back = await sale.takeBack(-15, 2)
  await archive(sale.so_no)
  const archivedOn = await day(0)
  await moveClock('Pacific/Kiritimati')
  await books.close(archivedOn)
  const before = await books.until(archivedOn)
  await cancel(back.id)
  expect(await books.until(archivedOn)).toEqual(before)
  expect(await balance(sale.id)).toBe('20.00')
  expect(await of(customer, -2)).toEqual(figures('0.00', '0.00', '80.00'))
  expect(await of(customer)).toEqual(figures('20.00', '20.00', '100.00'))
  await books.reopen(null)
})
