import { describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)

const next = ({ id, version }: { id: string; version: number }, steps = 1) => ({
  id,
  version: version + steps,
})

describe('a cheque', () => {
  it('is deposited, cleared and returned; the return restores everything that it paid', async () => {
    const product = await t.product('10.00', 100)
    const customer = await t.customer('1000.00')
    const first = await tr.owing(customer, product, 10, '10.00')
    const second = await tr.owing(customer, product, 5, '10.00')
    const bank = await tr.bank()
    const cheque = await tr.cheque(
      customer,
      '150.00',
      [
        [first.id, '100.00'],
        [second.id, '50.00'],
      ],
      await tr.day(),
    )
    const paid = { balance: '0.00', collection_status: 'paid' }
    expect(await t.booking(first.id)).toMatchObject(paid)
    // Booked, and not yet money: the risk stays.
    expect(await t.position(customer)).toMatchObject({ collectibles: '0.00', exposure: '150.00' })
    await expect(tr.clear(cheque)).rejects.toMatchObject({ hint: 'wrong_state' })
    await tr.deposit(bank, [cheque])
    await tr.clear(next(cheque))
    expect(await t.position(customer)).toMatchObject({ collectibles: '0.00', exposure: '0.00' })
    await expect(t.cancelCollection(cheque.id, cheque.version + 2)).rejects.toMatchObject({
      hint: 'wrong_state',
      message: expect.stringContaining('only be returned'),
    })
    await tr.bounce(next(cheque, 2))
    for (const booking of [first, second])
      expect(await t.booking(booking.id)).toMatchObject({
        collection_status: 'unpaid',
        date_paid: null,
        collected: '0.00',
      })
    expect(await t.position(customer)).toMatchObject({
      collectibles: '150.00',
      exposure: '150.00',
      unapplied: '0.00',
      credit_left: '850.00',
    })
    const history = await fixture.db.sql(
      'select event, effect::text from public.cheque_events where collection_id = $1::uuid order by id',
      [cheque.id],
    )
    expect(history).toEqual([
      { event: 'deposited', effect: '0.00' },
      { event: 'cleared', effect: '0.00' },
      { event: 'returned', effect: '-150.00' },
    ])
  })

  it('counts as received until the day it came back, in the AR report too', async () => {
    const product = await t.product('10.00', 100)
    const customer = await t.customer()
    const { id, version, so_no } = await t.book(
      customer,
      [[product, 10, '10.00']],
      await tr.day(-20),
    )
    await t.validate(id, version)
    await t.invoice(id, version + 1, `INV-${so_no}`, await tr.day(-20))
    const cheque = await tr.cheque(
      customer,
      '120.00',
      [[id, '100.00']],
      await tr.day(-10),
      await tr.day(-15),
    )
    await tr.deposit(await tr.bank(), [cheque], await tr.day(-9))
    await tr.bounce(next(cheque), await tr.day(-5))
    const owed = async (offset: number) => tr.owed(await tr.day(offset), customer)
    // 20 more than owed was credit while the cheque counted.
    expect([
      await owed(-16),
      await owed(-15),
      await owed(-6),
      await owed(-5),
      await owed(0),
    ]).toEqual(['100.00', '-20.00', '-20.00', '100.00', '100.00'])
    expect(await t.position(customer)).toMatchObject({ collectibles: '100.00' })
  })

  it('brought to the bank again pays what it had paid, as far as it is still owed', async () => {
    const product = await t.product('10.00', 100)
    const customer = await t.customer()
    const first = await tr.owing(customer, product, 10, '10.00')
    const second = await tr.owing(customer, product, 5, '10.00')
    const bank = await tr.bank()
    const cheque = await tr.cheque(
      customer,
      '150.00',
      [
        [first.id, '100.00'],
        [second.id, '50.00'],
      ],
      await tr.day(),
    )
    await tr.deposit(bank, [cheque])
    await tr.bounce(next(cheque))
    const cash = await t.collect(customer, '60.00', [[first.id, '60.00']])
    await t.approve(cash.id)
    await tr.deposit(bank, [next(cheque, 2)])
    expect(await t.booking(first.id)).toMatchObject({ balance: '0.00' })
    expect(await t.booking(second.id)).toMatchObject({ balance: '0.00' })
    expect(await t.position(customer)).toMatchObject({ unapplied: '60.00', exposure: '150.00' })
    // The remaining money pays another booking.
    const third = await tr.owing(customer, product, 10, '10.00')
    const receipt = next(cheque, 3)
    await expect(
      tr.use(receipt, [{ booking_id: third.id, amount: '60.01' }]),
    ).rejects.toMatchObject({ hint: 'over_allocated', detail: 'allocations[0].amount' })
    await tr.use(receipt, [{ booking_id: third.id, amount: '60.00' }])
    expect(await t.booking(third.id)).toMatchObject({
      balance: '40.00',
      collection_status: 'partial',
    })
    expect(await t.position(customer)).toMatchObject({ unapplied: '0.00' })
  })

  it('is replaced by cash, which pays what the cheque paid', async () => {
    const product = await t.product('10.00', 100)
    const customer = await t.customer()
    const first = await tr.owing(customer, product, 10, '10.00')
    const returned = await tr.cheque(customer, '100.00', [[first.id, '100.00']], await tr.day())
    await tr.deposit(await tr.bank(), [returned])
    await tr.bounce(next(returned))
    const cash = await tr.replace(next(returned, 2), { amount: '100.00' })
    expect(await t.booking(first.id)).toMatchObject({ balance: '0.00', collection_status: 'paid' })
    expect(await t.position(customer)).toMatchObject({ exposure: '0.00', unapplied: '0.00' })
    await expect(t.cancelCollection(returned.id, returned.version + 3)).rejects.toMatchObject({
      hint: 'wrong_state',
    })
    await expect(tr.replace(next(returned, 3), { amount: '1.00' })).rejects.toMatchObject({
      hint: 'wrong_state',
    })
    // A post-dated cheque on hand, for which the customer brings another.
    const second = await tr.owing(customer, product, 5, '10.00')
    const later = await tr.cheque(customer, '50.00', [[second.id, '50.00']], await tr.day(30))
    await tr.replace(later, { amount: '40.00' })
    expect(await t.booking(second.id)).toMatchObject({ balance: '10.00' })
    expect(cash.cr_no).toMatch(/^CR-R/)
  })

  it('is refused at the bank before its date, twice on one slip, and unapproved', async () => {
    const customer = await t.customer()
    const bank = await tr.bank()
    const later = await tr.cheque(customer, '10.00', [], await tr.day(1))
    const due = await tr.cheque(customer, '10.00', [], await tr.day())
    await expect(tr.deposit(bank, [due, later])).rejects.toMatchObject({
      hint: 'post_dated',
      message: expect.stringContaining('dated'),
    })
    // The deposit takes all of the cheques or none.
    await tr.deposit(bank, [due], null, 'ONE')
    await expect(tr.deposit(bank, [next(due)], null, 'TWO')).rejects.toMatchObject({
      hint: 'wrong_state',
    })
    const other = await tr.cheque(customer, '10.00', [], await tr.day())
    await expect(tr.deposit(bank, [other], null, 'ONE')).rejects.toMatchObject({
      code: '23505',
      detail: 'slip_no',
    })
    await expect(tr.deposit(bank, [other, other])).rejects.toMatchObject({ hint: 'stale_version' })
    await expect(tr.clear(next(due), await tr.day(-1))).rejects.toMatchObject({ detail: 'date' })
    await expect(tr.bounce(next(due), await tr.day(1))).rejects.toMatchObject({
      hint: 'not_in_future',
    })
  })

  it('leaves an archived booking owing and payable when it is returned', async () => {
    const product = await t.product('10.00', 100)
    const customer = await t.customer()
    const owing = await tr.owing(customer, product, 10, '10.00')
    const cheque = await tr.cheque(customer, '100.00', [[owing.id, '100.00']], await tr.day())
    await tr.deposit(await tr.bank(), [cheque])
    await t.rpc(
      'archive_bookings',
      { p_so_nos: { so_nos: [owing.so_no] }, p_status: 'closed' },
      fixture.role.Owner,
    )
    await tr.bounce(next(cheque))
    expect(await t.booking(owing.id)).toMatchObject({ stage: 'archived', balance: '100.00' })
    const cash = await t.collect(customer, '100.00', [[owing.id, '100.00']])
    await t.approve(cash.id)
    expect(await t.booking(owing.id)).toMatchObject({ balance: '0.00', collection_status: 'paid' })
  })
})
