import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

type Versioned = { id: string; version: number; [key: string]: unknown }

const version = async (booking: string) => Number((await shop.booking(booking)).version)
const update = async (booking: string, p_details: object, user?: string) =>
  shop.rpc<Versioned>(
    'update_booking',
    { p_booking: booking, p_version: await version(booking), p_details },
    user,
  )
const line = (product_id: string, quantity: number, agent_srp = '10.00') => ({
  product_id,
  quantity,
  agent_srp,
})
const linesOf = (booking: string) =>
  fixture.db.sql<{ id: string; product_id: string; quantity: number; quantity_released: number }>(
    'select id, product_id, quantity, quantity_released from public.booking_lines where booking_id = $1::uuid order by line_no',
    [booking],
  )

describe('editing a pending booking', () => {
  it('replaces its lines and keeps its number', async () => {
    const [one, two] = [await shop.product('10.00', 9), await shop.product('10.00', 9)]
    const customer = await shop.customer()
    const booking = await shop.book(customer, [[one, 1, '10.00']])
    const edited = await update(booking.id, {
      lines: [line(two, 3, '11.00'), line(one, 2)],
      remarks: 'Call first',
    })
    expect(edited).toMatchObject({ so_no: booking.so_no, total: '53.00' })
    expect(
      (await linesOf(booking.id)).map(({ product_id, quantity }) => [product_id, quantity]),
    ).toEqual([
      [two, 3],
      [one, 2],
    ])
    await expect(
      shop.rpc('update_booking', {
        p_booking: booking.id,
        p_version: booking.version,
        p_details: { lines: [line(one, 1)] },
      }),
    ).rejects.toMatchObject({ hint: 'stale_version' })
    await expect(update(booking.id, { lines: [] })).rejects.toMatchObject({ detail: 'lines' })
    await expect(update(booking.id, { lines: [line(one, 1), line(one, 0)] })).rejects.toMatchObject(
      {
        detail: 'lines[1].quantity',
      },
    )
    expect(await linesOf(booking.id)).toHaveLength(2)
    await shop.validate(booking.id, await version(booking.id))
    await expect(update(booking.id, { lines: [line(one, 1)] })).rejects.toMatchObject({
      hint: 'wrong_state',
    })
  })

  it('is for agents their own, on the day', async () => {
    const product = await shop.product('10.00', 9)
    const customer = await shop.customer()
    const booking = await shop.book(customer, [[product, 1, '10.00']])
    await update(booking.id, { lines: [line(product, 2)] }, fixture.role.Agent)
    const stranger = await fixture.addAgent('a')
    await expect(update(booking.id, { lines: [line(product, 2)] }, stranger)).rejects.toMatchObject(
      {
        code: 'P0002',
      },
    )
    await expect(
      update(
        booking.id,
        { lines: [line(product, 2)], date_added: '2026-01-05' },
        fixture.role.Agent,
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('cancelling', () => {
  it('a booking that nothing was owed of leaves it unpaid', async () => {
    const booked = await shop.rpc<Versioned>('create_booking', {
      p_booking: {
        customer_id: await shop.customer(),
        lines: [{ ...line(await shop.product('10.00', 9), 1), discount_percent: '100' }],
      },
    })
    await shop.validate(booked.id, booked.version, 'A sample', fixture.role.Owner)
    expect(await shop.booking(booked.id)).toMatchObject({ collection_status: 'paid' })
    await shop.rpc('cancel_booking', {
      ...{ p_booking: booked.id, p_version: await version(booked.id), p_reason: 'Not wanted' },
    })
    expect(await shop.booking(booked.id)).toMatchObject({
      ...{ stage: 'cancelled', collection_status: 'unpaid', date_paid: null },
    })
  })
})

describe('correcting dates', () => {
  const dates = async (booking: string, p_dates: object, user?: string, p_reason = 'Typed wrong') =>
    shop.rpc(
      'set_booking_dates',
      { p_booking: booking, p_version: await version(booking), p_dates, p_reason },
      user,
    )

  it('moves the issue by opposite rows, the due date along with the invoice', async () => {
    const product = await shop.product('10.00', 0)
    await shop.rpc('create_purchase', {
      p_purchase: {
        po_no: 'OLD',
        supplier: 'S',
        date_added: '2026-01-02',
        lines: [{ product_id: product, quantity: 9, cost: '1.00' }],
      },
    })
    const booking = await shop.book(
      await shop.customer(null, 30),
      [[product, 4, '10.00']],
      '2026-02-01',
    )
    await shop.validate(booking.id, booking.version)
    await shop.invoice(booking.id, await version(booking.id), 'INV-D1', '2026-02-10')
    await shop.deliver(booking.id, await version(booking.id), null, '2026-02-11')
    await dates(booking.id, { date_delivered: '2026-03-05', date_invoiced: '2026-03-01' })
    const [row] = await fixture.db.sql(
      'select date_delivered::text, date_invoiced::text, date_due::text from public.bookings where id = $1::uuid',
      [booking.id],
    )
    expect(row).toEqual({
      date_delivered: '2026-03-05',
      date_invoiced: '2026-03-01',
      date_due: '2026-03-31',
    })
    const used = async (from: string, to: string) =>
      (
        await fixture.db.as<{ used: number }>(
          fixture.role.warehouse,
          'select used::int from public.inventory_actual($1::uuid, $2::text::jsonb) where product_id = $3::uuid',
          [fixture.a, JSON.stringify({ from, to }), product],
        )
      )[0]!.used
    expect(await used('2026-02-01', '2026-02-28')).toBe(0)
    expect(await used('2026-03-01', '2026-03-31')).toBe(4)
    expect(await shop.stock(product)).toMatchObject({ on_hand: 5, reserved: 0 })
    for (const [wrong, field] of [
      [{ date_delivered: '2026-01-31' }, 'date_delivered'],
      [{ date_invoiced: '2026-01-31' }, 'date_invoiced'],
      [{ date_delivered: '2999-01-01' }, 'date_delivered'],
      [{ date_added: 'soon' }, 'date_added'],
      [{}, 'date_added'],
    ] as const)
      await expect(dates(booking.id, wrong)).rejects.toMatchObject({ detail: field })
    await expect(
      dates(booking.id, { date_added: '2026-01-15' }, undefined, ''),
    ).rejects.toMatchObject({
      detail: 'reason',
    })
  })

  it('is allowed each to whom the step belongs', async () => {
    const product = await shop.product('10.00', 9)
    const booking = await shop.book(await shop.customer(), [[product, 1, '10.00']])
    await shop.validate(booking.id, booking.version)
    await expect(
      dates(booking.id, { date_added: '2026-01-15' }, fixture.role.warehouse),
    ).rejects.toMatchObject({
      code: '42501',
    })
    await expect(
      dates(booking.id, { date_invoiced: '2026-01-15' }, fixture.role['sales admin']),
    ).rejects.toMatchObject({ code: '42501' })
    await dates(booking.id, { date_added: '2026-01-15' }, fixture.role['sales admin'])
  })
})

describe('archiving', () => {
  const archive = (so_nos: string[], p_status = 'archived', user = fixture.role.Owner) =>
    shop.rpc<{ archived: number; collected: string }>(
      'archive_bookings',
      { p_so_nos: { so_nos }, p_status },
      user,
    )

  it('issues what is open, collects what is owed, and does nothing the second time', async () => {
    const product = await shop.product('10.00', 20)
    const customer = await shop.customer()
    const fresh = await shop.book(customer, [[product, 3, '10.00']])
    await shop.validate(fresh.id, fresh.version)
    const partly = await shop.book(customer, [[product, 4, '10.00']])
    await shop.validate(partly.id, partly.version)
    await shop.deliver(partly.id, await version(partly.id))
    await shop.approve((await shop.collect(customer, '15.00', [[partly.id, '15.00']])).id)
    const paid = await shop.book(customer, [[product, 1, '10.00']])
    await shop.validate(paid.id, paid.version)
    await shop.approve((await shop.collect(customer, '10.00', [[paid.id, '10.00']])).id)
    const numbers = [fresh, partly, paid].map(({ so_no }) => so_no)
    expect(await archive(numbers)).toEqual({ archived: 3, collected: '55.00' })
    for (const { id } of [fresh, partly, paid])
      expect(await shop.booking(id)).toMatchObject({
        stage: 'archived',
        balance: '0.00',
        collection_status: 'paid',
      })
    expect(await shop.stock(product)).toMatchObject({ on_hand: 12, reserved: 0 })
    const receipts = await fixture.db.sql<Record<string, string>>(
      "select cr_no, amount::text, approval_status, collection_type, remarks from public.collections where cr_no like 'ARCHIVE-%' order by cr_no",
    )
    expect(receipts).toEqual([
      {
        cr_no: `ARCHIVE-${fresh.so_no}`,
        amount: '30.00',
        approval_status: 'approved',
        collection_type: 'cash',
        remarks: 'Booking archived: archived',
      },
      {
        cr_no: `ARCHIVE-${partly.so_no}`,
        amount: '25.00',
        approval_status: 'approved',
        collection_type: 'cash',
        remarks: 'Booking archived: archived',
      },
    ])
    expect(await archive(numbers)).toEqual({ archived: 0, collected: '0' })
    expect(await shop.stock(product)).toMatchObject({ on_hand: 12 })
  })

  it('is all or nothing', async () => {
    const product = await shop.product('10.00', 5)
    const customer = await shop.customer()
    const good = await shop.book(customer, [[product, 2, '10.00']])
    await shop.validate(good.id, good.version)
    const pending = await shop.book(customer, [[product, 1, '10.00']])
    await expect(archive([good.so_no, pending.so_no])).rejects.toMatchObject({
      hint: 'wrong_state',
    })
    await expect(archive([good.so_no, 'SO-999999'])).rejects.toMatchObject({ detail: 'so_nos' })
    for (const status of ['active', 'cancelled', '', "x'; drop", 'Approved'])
      await expect(archive([good.so_no], status)).rejects.toMatchObject({ detail: 'status' })
    await expect(
      archive([good.so_no], 'archived', fixture.role['invoice admin']),
    ).rejects.toMatchObject({ code: '42501' })
    expect(await shop.booking(good.id)).toMatchObject({ stage: 'validated', collected: '0.00' })
    expect(await shop.stock(product)).toMatchObject({ on_hand: 5, reserved: 2 })
  })
})
