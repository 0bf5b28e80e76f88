import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { closing } from '../support/closing.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { receivables } from '../support/receivables.ts'
import { trade } from '../support/trade.ts'

/** Cancellations, void and stale cheques, and the use of credit count from the day that somebody enters. */
const fixture = testFixture()
const shop = trade(fixture)
const bank = treasury(fixture, shop)
const spend = disburse(fixture)
const { receive, sell, statement, day } = receivables(fixture, shop)
const books = closing(fixture)
const finance = () => fixture.role['finance admin']
let product: string

beforeAll(async () => {
  product = await shop.product('10.00', 1000)
}, 60_000)

const owed = (customer: string, asOf: string) => bank.owed(asOf, customer)
const field = (detail: string, hint?: string) =>
  expect.objectContaining({ detail, ...(hint && { hint }) })

it('a receipt has a time only when it is recorded on its day', async () => {
  const customer = await shop.customer()
  const timeOf = async (id: string) =>
    (
      await fixture.db.sql<{ time: string | null }>(
        'select time_collected::text as time from public.collections where id = $1::uuid',
        [id],
      )
    )[0]!.time
  expect(await timeOf((await receive(customer, '1.00', 0, [])).id)).toMatch(/^\d\d:\d\d:\d\d$/)
  expect(await timeOf((await receive(customer, '1.00', -1, [])).id)).toBeNull()
})

describe('a receipt that is cancelled', () => {
  const cancel = (id: string, version: number, p_date: string | null) =>
    shop.rpc(
      'cancel_collection',
      { p_collection: id, p_version: version, p_reason: 'Typed twice', p_date },
      finance(),
    )

  it('counts until the day before, as its cash does, and is in no closed month', async () => {
    const customer = await shop.customer()
    const sold = await sell(customer, product, 10, { invoiced: -50, delivered: -50 })
    const { id } = await receive(customer, '60.00', -20, [[sold.id, '60.00']])
    expect(await owed(customer, await day(-8))).toBe('40.00')
    await expect(cancel(id, 2, await day(-21))).rejects.toEqual(field('date', 'invalid'))
    await expect(cancel(id, 2, await day(1))).rejects.toEqual(field('date', 'not_in_future'))
    await books.close(await day(-9))
    await expect(cancel(id, 2, await day(-9))).rejects.toEqual(field('date', 'period_closed'))
    await cancel(id, 2, await day(-8))
    await books.reopen(null)
    for (const [offset, balance] of [
      [-21, '100.00'],
      [-9, '40.00'],
      [-8, '100.00'],
      [0, '100.00'],
    ] as const)
      expect([offset, await owed(customer, await day(offset))]).toEqual([offset, balance])
    expect((await statement(customer)).entries.at(-1)).toMatchObject({
      ...{ kind: 'cancelled', on: await day(-8), charge: '60.00' },
    })
    const money = await fixture.db.sql(
      `select on_date::text, sum(amount)::text as amount from public.money_entries where collection_id = $1::uuid
       group by on_date having sum(amount) <> 0 order by on_date`,
      [id],
    )
    expect(money).toEqual([
      { on_date: await day(-20), amount: '60.00' },
      { on_date: await day(-8), amount: '-60.00' },
    ])
    expect(await books.broken()).toEqual([])
  })
})

describe('unapplied credit', () => {
  it('pays a booking from the day that is entered, not before the receipt', async () => {
    const customer = await shop.customer()
    const sold = await sell(customer, product, 10, { invoiced: -30, delivered: -30 })
    const { id } = await receive(customer, '100.00', -20, [])
    const use = (date: string | null) =>
      shop.rpc(
        'allocate_credit',
        {
          p_collection: id,
          p_version: 2,
          p_allocations: { date, allocations: [{ booking_id: sold.id, amount: '100.00' }] },
        },
        finance(),
      )
    await expect(use(await day(-21))).rejects.toEqual(field('date', 'invalid'))
    await expect(use(await day(1))).rejects.toEqual(field('date', 'not_in_future'))
    await use(await day(-10))
    expect((await shop.booking(sold.id)).date_paid).toBe(await day(-10))
    const unapplied = async (to: string) => (await statement(customer, { to })).unapplied
    expect([await unapplied(await day(-11)), await unapplied(await day(-10))]).toEqual([
      '100.00',
      '0.00',
    ])
    expect(await books.broken()).toEqual([])
  })
})

describe('vouchers and their cheques', () => {
  const leaf = async (voucher: string) =>
    (
      await fixture.db.sql<{ id: string; version: number; state: string; on: string | null }>(
        `select id, version, state, coalesce(voided_on, stale_on)::text as on from public.issued_cheques where voucher_id = $1::uuid
         order by created_at desc limit 1`,
        [voucher],
      )
    )[0]!

  it('a voucher is cancelled as of a day, and its cheque is void on that day', async () => {
    const made = await shop.rpc<{ id: string; version: number }>(
      'create_voucher',
      { p_voucher: await spend.byCheque('50.00', { date_added: await day(-30) }) },
      spend.clerk(),
    )
    const cancel = (p_date: string) =>
      shop.rpc(
        'cancel_voucher',
        { p_voucher: made.id, p_version: made.version, p_reason: 'Written twice', p_date },
        spend.clerk(),
      )
    await expect(cancel(await day(-31))).rejects.toEqual(field('date', 'invalid'))
    await cancel(await day(-12))
    expect(await spend.row(made.id)).toMatchObject({
      ...{ status: 'cancelled', date_cancelled: await day(-12) },
    })
    expect(await leaf(made.id)).toMatchObject({ state: 'void', on: await day(-12) })
  })

  it('a released cheque is void or stale from a day on, when its money is free again', async () => {
    const account = await spend.bank()
    const balance = async (to: string) =>
      (
        await fixture.db.sql<{ amount: string }>(
          `select coalesce(sum(amount), 0.00)::text as amount from public.money_entries where place = 'bank' and holder_id = $1::uuid
           and on_date <= $2::text::date`,
          [account, to],
        )
      )[0]!.amount
    const released = async (cheque_date: string) => {
      const typed = await spend.byCheque('50.00', { date_added: await day(-300), cheque_date })
      const made = await shop.rpc<{ id: string; version: number }>(
        'create_voucher',
        { p_voucher: typed },
        spend.clerk(),
      )
      await spend.release(await spend.print(made), await day(-290))
      return made.id
    }
    const spoiled = await released(await day(-290))
    const cheque = await leaf(spoiled)
    const annul = (date: string) =>
      shop.rpc(
        'void_issued_cheque',
        { p_cheque: cheque.id, p_version: cheque.version, p_void: { reason: 'Lost', date } },
        spend.clerk(),
      )
    await expect(annul(await day(-291))).rejects.toEqual(field('date', 'invalid'))
    await annul(await day(-280))
    expect(await leaf(spoiled)).toMatchObject({ state: 'void', on: await day(-280) })
    expect([await balance(await day(-281)), await balance(await day(-280))]).toEqual([
      '-50.00',
      '0.00',
    ])

    const old = await leaf(await released(await day(-290)))
    const stale = (p_date: string) =>
      shop.rpc(
        'stale_issued_cheque',
        { p_cheque: old.id, p_version: old.version, p_date },
        finance(),
      )
    await expect(stale(await day(-150))).rejects.toMatchObject({ hint: 'not_stale' })
    await stale(await day(-100))
    expect([await balance(await day(-101)), await balance(await day(-100))]).toEqual([
      '-50.00',
      '0.00',
    ])
    expect(await books.broken()).toEqual([])
  })
})

describe('a booking that is cancelled', () => {
  const cancel = (id: string, version: number, p_date: string | null) =>
    shop.rpc('cancel_booking', {
      ...{ p_booking: id, p_version: version, p_reason: 'Not wanted', p_date },
    })

  it('is owed until the day before, and keeps its goods from nobody', async () => {
    const customer = await shop.customer()
    const made = await shop.book(customer, [[product, 10, '10.00']], await day(-30))
    const { version } = await shop.validate(made.id, made.version)
    await shop.invoice(made.id, version, 'DATED-1', await day(-20))
    const now = version + 1
    const reserved = async () =>
      (
        await fixture.db.sql<{ reserved: number }>(
          'select reserved from public.inventory where product_id = $1::uuid',
          [product],
        )
      )[0]!.reserved
    const before = await reserved()
    await expect(cancel(made.id, now, await day(-21))).rejects.toEqual(field('date', 'invalid'))
    await expect(cancel(made.id, now, await day(1))).rejects.toEqual(field('date', 'not_in_future'))
    await books.close(await day(-9))
    await expect(cancel(made.id, now, await day(-9))).rejects.toEqual(
      field('date', 'period_closed'),
    )
    await cancel(made.id, now, await day(-8))
    await books.reopen(null)
    expect(await owed(customer, await day(-9))).toBe('100.00')
    expect(await owed(customer, await day(-8))).toBe('0.00')
    expect(await reserved()).toBe(before - 10)
    const [trail] = await fixture.db.sql<{ on: string }>(
      `select after ->> 'date_cancelled' as on from public.audit_log
       where row_id = $1::uuid and after ->> 'approval_status' = 'cancelled'`,
      [made.id],
    )
    expect(trail!.on).toBe(await day(-8))
  })

  it('is cancelled today without a day, and not before a receipt for it was', async () => {
    const customer = await shop.customer()
    const made = await shop.book(customer, [[product, 1, '10.00']], await day(-30))
    const { version } = await shop.validate(made.id, made.version)
    const { id } = await receive(customer, '10.00', -20, [[made.id, '10.00']])
    await shop.rpc(
      'cancel_collection',
      { p_collection: id, p_version: 2, p_reason: 'Typed twice', p_date: await day(-10) },
      finance(),
    )
    const now = Number((await shop.booking(made.id)).version)
    expect(now).toBeGreaterThan(version)
    await expect(cancel(made.id, now, await day(-11))).rejects.toEqual(field('date', 'invalid'))
    await cancel(made.id, now, null)
    const [row] = await fixture.db.sql<{ on: string }>(
      'select date_cancelled::text as on from public.bookings where id = $1::uuid',
      [made.id],
    )
    expect(row!.on).toBe(await day(0))
  })
})
