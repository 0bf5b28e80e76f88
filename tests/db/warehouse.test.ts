import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { closing } from '../support/closing.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { trade } from '../support/trade.ts'
import { type Versioned, type WarehouseKind, warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const shop = trade(fixture)
const floor = warehouse(fixture, shop)
const { ask, decide, standing, version } = floor
const notes = memos(fixture, shop)
const books = closing(fixture)
const { day } = treasury(fixture, shop)

/** Six of ten are delivered before anybody asks. */
const BEFORE = {
  balance: '100.00',
  credited: '0.00',
  collected: '0.00',
  stage: 'validated',
  on_hand: 14,
  reserved: 4,
  available: 10,
  held: false,
}

describe('each kind, each decision', () => {
  const pieces = { hold: 0, reduce: 3, take_back: 3 }
  const effects = {
    hold: { ...BEFORE, held: true },
    reduce: { ...BEFORE, balance: '70.00', credited: '30.00', reserved: 1, available: 13 },
    take_back: { ...BEFORE, balance: '70.00', credited: '30.00', on_hand: 17, available: 13 },
  }

  it.each(['hold', 'reduce', 'take_back'] as const)(
    '%s: asking and rejecting change nothing, approving does it all, done ends it',
    async (kind) => {
      const booking = await floor.booked(6)
      const lines: [string, number][] = pieces[kind] > 0 ? [[booking.line, pieces[kind]]] : []
      expect(await standing(booking)).toEqual(BEFORE)

      const first = await ask(booking.id, kind, lines)
      expect(first.request_no).toBe(`WID${booking.so_no}`)
      await expect(decide(first, 'done')).rejects.toMatchObject({ hint: 'wrong_state' })
      const rejected = await decide(first, 'rejected')
      expect(await standing(booking)).toEqual(BEFORE)
      for (const next of ['approved', 'rejected', 'done'])
        await expect(decide(rejected, next)).rejects.toMatchObject({ hint: 'wrong_state' })

      const second = await ask(booking.id, kind, lines)
      expect(second.request_no).toBe(`WID${booking.so_no}-2`)
      const approved = await decide(second, 'approved')
      expect(await standing(booking)).toEqual(effects[kind])
      for (const next of ['approved', 'rejected'])
        await expect(decide(approved, next)).rejects.toMatchObject({ hint: 'wrong_state' })

      const done = await decide(approved, 'done')
      expect(await standing(booking)).toEqual({ ...effects[kind], held: false })
      for (const next of ['approved', 'rejected', 'done'])
        await expect(decide(done, next)).rejects.toMatchObject({ hint: 'wrong_state' })
      const [row] = await fixture.db.sql<Record<string, unknown>>(
        `select request_status, decided_by = $2::uuid as owner, done_by = $3::uuid as warehouse,
           decided_at <= done_at as in_order, booking_details -> 'lines' -> 0 ->> 'delivered' as delivered
         from public.warehouse_requests where id = $1::uuid`,
        [second.id, fixture.role.Owner, fixture.role.warehouse],
      )
      expect(row).toEqual({
        request_status: 'done',
        owner: true,
        warehouse: true,
        in_order: true,
        delivered: '6',
      })
    },
  )

  it('leaves its trace in the stock ledger, the credits and the audit trail', async () => {
    const booking = await floor.booked(6)
    const request = await ask(booking.id, 'take_back', [[booking.line, 2]])
    await decide(request, 'approved')
    expect(
      await fixture.db.sql(
        `select kind, quantity, source_table from public.stock_movements
         where source_id = $1::uuid and source_line = $2::uuid`,
        [request.id, booking.line],
      ),
    ).toEqual([{ kind: 'return_credit', quantity: 2, source_table: 'warehouse_requests' }])
    expect(
      await fixture.db.sql(
        'select kind, quantity, amount::text from public.booking_credits where booking_id = $1::uuid',
        [booking.id],
      ),
    ).toEqual([{ kind: 'returned', quantity: 2, amount: '20.00' }])
    const trail = await fixture.db.sql<{ action: string; status: string }>(
      `select action, after ->> 'request_status' as status from public.audit_log
       where table_name = 'warehouse_requests' and row_id = $1::uuid order by id`,
      [request.id],
    )
    expect(trail).toEqual([
      { action: 'insert', status: 'pending' },
      { action: 'update', status: 'approved' },
    ])
  })
})

describe('the effect of a request', () => {
  it('delivered in full, once the rest is reduced: since the day of the last goods', async () => {
    const product = await shop.product('10.00')
    await shop.rpc('create_purchase', {
      p_purchase: {
        po_no: 'OLD',
        supplier: 'S',
        date_added: '2026-01-02',
        lines: [{ product_id: product, quantity: 9, cost: '1.00' }],
      },
    })
    const booking = await shop.book(await shop.customer(), [[product, 4, '10.00']], '2026-02-01')
    await shop.validate(booking.id, booking.version)
    const line = await floor.lineOf(booking.id)
    for (const [day, quantity] of [
      ['2026-02-03', 1],
      ['2026-02-05', 2],
    ] as const)
      await shop.deliver(
        booking.id,
        await version(booking.id),
        { lines: [{ line_id: line, quantity }], remainder: 'keep' },
        day,
      )
    const request = await ask(booking.id, 'reduce', [[line, 1]])
    expect((await shop.booking(booking.id)).stage).toBe('validated')
    await decide(request, 'approved')
    const [row] = await fixture.db.sql(
      'select stage, date_delivered::text from public.bookings where id = $1::uuid',
      [booking.id],
    )
    expect(row).toEqual({ stage: 'delivered', date_delivered: '2026-02-05' })
    await expect(shop.deliver(booking.id, await version(booking.id))).rejects.toMatchObject({
      hint: 'wrong_state',
    })
  })

  it('cancelling after a reduction frees only what was still reserved', async () => {
    const booking = await floor.booked()
    await decide(await ask(booking.id, 'reduce', [[booking.line, 4]]), 'approved')
    await shop.rpc('cancel_booking', {
      p_booking: booking.id,
      p_version: await version(booking.id),
      p_reason: 'Closed shop',
    })
    expect(await shop.stock(booking.product)).toMatchObject({ on_hand: 20, reserved: 0 })
  })

  it('makes an overpayment credit of the customer, newest receipt first', async () => {
    const booking = await floor.booked(10)
    for (const amount of ['60.00', '30.00'])
      await shop.approve((await shop.collect(booking.customer, amount, [[booking.id, amount]])).id)
    await decide(await ask(booking.id, 'take_back', [[booking.line, 5]]), 'approved')
    expect(await shop.booking(booking.id)).toMatchObject({
      balance: '0.00',
      credited: '50.00',
      collected: '50.00',
      collection_status: 'paid',
    })
    expect(await shop.position(booking.customer)).toMatchObject({ unapplied: '40.00' })
  })

  it('a smaller exposure: the next booking fits into the credit line', async () => {
    const product = await shop.product('10.00', 40)
    const customer = await shop.customer('100.00')
    const first = await shop.book(customer, [[product, 10, '10.00']])
    await shop.validate(first.id, first.version)
    const next = await shop.book(customer, [[product, 3, '10.00']])
    await expect(shop.validate(next.id, next.version)).rejects.toMatchObject({
      hint: 'credit_exceeded',
    })
    const line = await floor.lineOf(first.id)
    await decide(await ask(first.id, 'reduce', [[line, 3]]), 'approved')
    await shop.validate(next.id, next.version)
    expect(await shop.position(customer)).toMatchObject({ exposure: '100.00', credit_left: '0.00' })
  })
})

describe('nonsense is refused at its field', () => {
  it.each<[string, WarehouseKind, (line: string) => [string, number][], object]>([
    ['a hold with lines', 'hold', (line) => [[line, 1]], { detail: 'lines' }],
    ['no lines', 'reduce', () => [], { detail: 'lines' }],
    ['no pieces', 'reduce', (line) => [[line, 0]], { detail: 'lines[0].quantity' }],
    ['more than is open', 'reduce', (line) => [[line, 11]], { detail: 'lines[0].quantity' }],
    ['nothing delivered', 'take_back', (line) => [[line, 1]], { detail: 'lines[0].quantity' }],
    [
      'a line twice',
      'reduce',
      (line) => [
        [line, 1],
        [line, 1],
      ],
      { detail: 'lines[1].line_id' },
    ],
    ['a line of nobody', 'reduce', () => [[randomUUID(), 1]], { code: 'P0002' }],
  ])('%s', async (_, kind, lines, refusal) => {
    const booking = await floor.booked()
    await expect(ask(booking.id, kind, lines(booking.line))).rejects.toMatchObject(refusal)
    expect(
      await fixture.db.sql('select 1 from public.warehouse_requests where booking_id = $1::uuid', [
        booking.id,
      ]),
    ).toEqual([])
  })
})

describe('a kind, a reason and a note', () => {
  it('are asked for', async () => {
    const { id } = await floor.booked()
    const asking = (p_request: object) =>
      shop.rpc<Versioned>(
        'create_warehouse_request',
        { p_request: { booking_id: id, kind: 'hold', reason: 'Wait', ...p_request } },
        fixture.role.warehouse,
      )
    for (const [wrong, detail] of [
      [{ kind: 'burn' }, 'kind'],
      [{ reason: ' ' }, 'reason'],
      [{ reason: 'x'.repeat(401) }, 'reason'],
      [{ booking_id: null }, 'booking_id'],
    ] as const)
      await expect(asking(wrong)).rejects.toMatchObject({ detail })
    const { id: p_request, version: p_version } = await asking({})
    const deciding = (args: object) =>
      shop.rpc('decide_warehouse_request', { p_request, p_version, ...args }, fixture.role.Owner)
    for (const [wrong, detail] of [
      [{ p_decision: 'rejected' }, 'note'],
      [{ p_decision: 'approved', p_note: 'x'.repeat(401) }, 'note'],
      [{ p_decision: 'maybe' }, 'decision'],
      [{ p_decision: null }, 'decision'],
    ] as const)
      await expect(deciding(wrong)).rejects.toMatchObject({ detail })
  })
})

describe('the date of goods that are released or come back', () => {
  const at = (request: Versioned, p_date: string | null) =>
    shop.rpc(
      'decide_warehouse_request',
      { p_request: request.id, p_version: request.version, p_decision: 'approved', p_date },
      fixture.role.Owner,
    )
  const rows = (table: string, booking: string) =>
    fixture.db.sql(
      `select kind, on_date::text from public.${table} where booking_id = $1::uuid
       and kind not in ('invoice', 'delivery') order by id`,
      [booking],
    )

  it('is that of memo, stock, sales and receivable; not before the delivery, nor in the future', async () => {
    const [on, before, tomorrow] = await Promise.all([-3, -4, 1].map(day))
    const sold = await notes.sold(10, '10.00', 'WD-1', { date: on })
    const request = await ask(sold.id, 'take_back', [[sold.line, 4]])
    await expect(at(request, before!)).rejects.toMatchObject({ code: '22023', detail: 'date' })
    await expect(at(request, tomorrow!)).rejects.toMatchObject({ hint: 'not_in_future' })
    await at(request, on!)
    expect(await rows('memos', sold.id)).toEqual([{ kind: 'credit', on_date: on }])
    expect(await rows('sales_entries', sold.id)).toEqual([{ kind: 'return', on_date: on }])
    expect(await rows('receivable_entries', sold.id)).toEqual([{ kind: 'returned', on_date: on }])
    expect(
      await fixture.db.sql(
        'select quantity, on_date::text from public.stock_movements where source_id = $1::uuid',
        [request.id],
      ),
    ).toEqual([{ quantity: 4, on_date: on }])
  })

  it('is that of the release, and in no closed period', async () => {
    const [on, before] = await Promise.all([-3, -4].map(day))
    const booking = await shop.book(
      await shop.customer(),
      [[await shop.product('10.00', 20), 10, '10.00']],
      on,
    )
    await shop.validate(booking.id, booking.version)
    await shop.invoice(booking.id, booking.version + 1, 'WD-2', on)
    const request = await ask(booking.id, 'reduce', [[await floor.lineOf(booking.id), 4]])
    await expect(at(request, before!)).rejects.toMatchObject({ code: '22023', detail: 'date' })
    await books.close(on!)
    await expect(at(request, on!)).rejects.toMatchObject({ hint: 'period_closed' })
    await books.reopen(null)
    await at(request, on!)
    expect(await rows('receivable_entries', booking.id)).toEqual([
      { kind: 'released', on_date: on },
    ])
  })
})

describe('the permissions', () => {
  it('ask and finish: the warehouse and special access 1; decide: General Manager and Owner', async () => {
    const { id, line } = await floor.booked()
    const p_request = {
      booking_id: id,
      kind: 'reduce',
      reason: 'R',
      lines: [{ line_id: line, quantity: 1 }],
    }
    const denied = { code: '42501' }
    for (const [role, user] of Object.entries(fixture.role)) {
      // The office of one person decides what it asks: one-person.test.ts.
      if (role === 'one-person office') continue
      const asking = shop.rpc<Versioned>('create_warehouse_request', { p_request }, user)
      if (!['warehouse', 'special access 1'].includes(role)) {
        await expect(asking, role).rejects.toMatchObject(denied)
        continue
      }
      const { id: made, version: at } = await asking
      await expect(
        shop.rpc(
          'decide_warehouse_request',
          { p_request: made, p_version: at, p_decision: 'approved' },
          user,
        ),
        role,
      ).rejects.toMatchObject(denied)
    }
    const request = await ask(id, 'hold')
    for (const role of ['General Manager', 'Owner'] as const)
      await expect(
        shop.rpc(
          'decide_warehouse_request',
          { p_request: request.id, p_version: request.version, p_decision: 'done' },
          fixture.role[role],
        ),
      ).rejects.toMatchObject(denied)
    await expect(
      fixture.db.rpc(fixture.staffB, 'create_warehouse_request', {
        p_project: fixture.b,
        p_idempotency_key: randomUUID(),
        p_request,
      }),
    ).rejects.toMatchObject({ code: 'P0002' })
  })
})
