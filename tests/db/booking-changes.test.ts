import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { reportTable } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const notes = memos(fixture, shop)

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

  it('moves one of several deliveries, exchanges two, and keeps goods that came back after them', async () => {
    const product = await shop.product('10.00', 30)
    const buyer = await shop.customer(null, 30)
    const booking = await shop.book(buyer, [[product, 10, '10.00']], '2026-02-01')
    await shop.validate(booking.id, booking.version)
    await shop.invoice(booking.id, await version(booking.id), 'INV-D2', '2026-02-02')
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [booking.id],
    )
    const send = async (quantity: number, day: string) =>
      shop.deliver(
        booking.id,
        await version(booking.id),
        { lines: [{ line_id: line!.id, quantity }], remainder: 'keep' },
        day,
      )
    /** Pieces that went out by day, in both ledgers and in the two reports. */
    const byDay = async () => {
      const report = async (name: string, filters: object) =>
        (
          await fixture.db.as<{ on_date: string; pieces: number }>(
            fixture.role.Owner,
            `select on_date::text, sum(pieces)::int as pieces
             from ${reportTable(name, '$1::uuid, $2::text::jsonb', 'on_date date, booking_id uuid, pieces int')} r
             where booking_id = $3::uuid group by 1 order by 1`,
            [fixture.a, JSON.stringify(filters), booking.id],
          )
        ).map(({ on_date, pieces }) => [on_date, pieces])
      const ledger = async (table: string, pieces: string, of: string) =>
        (
          await fixture.db.sql<{ on_date: string; pieces: number }>(
            `select on_date::text, sum(${pieces})::int as pieces from public.${table} where ${of} = $1::uuid group by 1 having sum(${pieces}) <> 0 order by 1`,
            [booking.id],
          )
        ).map(({ on_date, pieces }) => [on_date, pieces])
      const period = { from: '2026-02-01', to: '2026-02-28', level: 'line' }
      const all = [
        await ledger('sales_entries', 'pieces', 'booking_id'),
        await ledger('stock_movements', '-quantity', 'source_id'),
        await report('report_sales', period),
        await report('report_delivery', period),
      ]
      for (const each of all) expect(each).toEqual(all[0])
      return all[0]
    }
    const delivered = async () =>
      (
        await fixture.db.sql(
          'select date_delivered::text as day from public.bookings where id = $1::uuid',
          [booking.id],
        )
      )[0]!.day

    // A part is corrected before the rest has left.
    await send(6, '2026-02-03')
    await dates(
      booking.id,
      { deliveries: [{ from: '2026-02-03', to: '2026-02-04' }] },
      fixture.role.warehouse,
    )
    expect(await byDay()).toEqual([['2026-02-04', 6]])
    const history = await fixture.db.sql<{ dates_reason: string }>(
      'select dates_reason from public.bookings where id = $1::uuid',
      [booking.id],
    )
    expect(history[0]!.dates_reason).toBe('Delivered 02/04/2026, not 02/03/2026. Typed wrong')
    expect(await delivered()).toBeNull()
    await send(4, '2026-02-09')
    expect(await delivered()).toBe('2026-02-09')
    // The whole is delivered on the last of its days, whichever is corrected.
    await dates(booking.id, { deliveries: [{ from: '2026-02-04', to: '2026-02-12' }] })
    expect(await byDay()).toEqual([
      ['2026-02-09', 4],
      ['2026-02-12', 6],
    ])
    expect(await delivered()).toBe('2026-02-12')
    const exchanged = [
      { from: '2026-02-09', to: '2026-02-12' },
      { from: '2026-02-12', to: '2026-02-09' },
    ]
    await dates(booking.id, { deliveries: exchanged })
    expect(await byDay()).toEqual([
      ['2026-02-09', 6],
      ['2026-02-12', 4],
    ])
    // The delivery date alone moves what went out on it.
    await dates(booking.id, { date_delivered: '2026-02-11' })
    expect(await byDay()).toEqual([
      ['2026-02-09', 6],
      ['2026-02-11', 4],
    ])

    await notes.write({
      ...{ kind: 'credit', reason: 'return', booking_id: booking.id, on_date: '2026-02-10' },
      lines: [{ line_id: line!.id, quantity: 5 }],
    })
    for (const [wrong, detail] of [
      // Five came back on the tenth, so at least five had been delivered.
      [[{ from: '2026-02-09', to: '2026-02-13' }], 'deliveries[0].to'],
      [[{ from: '2026-02-10', to: '2026-02-09' }], 'deliveries[0].from'],
      [[{ from: '2026-02-09', to: '2026-01-31' }], 'deliveries[0].to'],
      [
        [
          { from: '2026-02-11', to: '2026-02-10' },
          { from: '2026-02-11', to: '2026-02-09' },
        ],
        'deliveries[1].from',
      ],
      [[{ from: '2026-02-09', to: '2999-01-01' }], 'deliveries[0].to'],
      [[{ from: '2026-02-09' }], 'deliveries[0].to'],
    ] as const) {
      await expect(dates(booking.id, { deliveries: wrong })).rejects.toMatchObject({ detail })
    }
    const earlier = [
      { from: '2026-02-09', to: '2026-02-10' },
      { from: '2026-02-11', to: '2026-02-08' },
    ]
    await dates(booking.id, { deliveries: earlier })
    await expect(dates(booking.id, { date_added: '2026-02-09' })).rejects.toMatchObject({
      detail: 'date_added',
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
