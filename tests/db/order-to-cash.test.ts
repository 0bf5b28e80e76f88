import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { reportTable } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)

describe('order to cash', () => {
  it('buys, books, validates, invoices, delivers, collects half and the rest', async () => {
    const product = await t.product('11.00', 24)
    expect(await t.stock(product)).toMatchObject({ on_hand: 24, reserved: 0, available: 24 })
    const customer = await t.customer('500.00')
    const { id, version, total } = await t.book(customer, [[product, 10, '11.00']])
    expect(total).toBe('110.00')
    expect(await t.stock(product)).toMatchObject({ available: 24 })

    await t.validate(id, version)
    expect(await t.stock(product)).toMatchObject({ on_hand: 24, reserved: 10, available: 14 })
    await t.invoice(id, version + 1, 'INV-OTC-1')
    await t.deliver(id, version + 2)
    expect(await t.stock(product)).toMatchObject({ on_hand: 14, reserved: 0, available: 14 })
    expect(await t.booking(id)).toMatchObject({
      stage: 'delivered',
      balance: '110.00',
      collection_status: 'unpaid',
    })

    const half = await t.collect(customer, '55.00', [[id, '55.00']])
    expect(await t.booking(id)).toMatchObject({ balance: '110.00' })
    await t.approve(half.id)
    expect(await t.booking(id)).toMatchObject({
      balance: '55.00',
      collection_status: 'partial',
      date_paid: null,
    })
    expect(await t.position(customer)).toMatchObject({
      collectibles: '55.00',
      exposure: '55.00',
      credit_left: '445.00',
    })
    const rest = await t.collect(customer, '55.00', [[id, '55.00']])
    await t.approve(rest.id)
    expect(await t.booking(id)).toMatchObject({
      stage: 'paid',
      balance: '0.00',
      collection_status: 'paid',
    })
  })

  it('refuses what is not in stock, and says which product', async () => {
    const product = await t.product('10.00', 5)
    const { id, version } = await t.book(await t.customer(), [[product, 6, '10.00']])
    await expect(t.validate(id, version)).rejects.toMatchObject({
      code: 'P0001',
      hint: 'insufficient_stock',
      detail: 'lines[0].quantity',
      message: expect.stringMatching(/6 ordered, 5 available/),
    })
    expect(await t.booking(id)).toMatchObject({ stage: 'pending', version })
    expect(await t.stock(product)).toMatchObject({ reserved: 0 })
  })

  it('8 of 10 reserved: another can have 2, not 5', async () => {
    const product = await t.product('10.00', 10)
    const customer = await t.customer()
    const first = await t.book(customer, [[product, 8, '10.00']])
    await t.validate(first.id, first.version)
    const five = await t.book(customer, [[product, 5, '10.00']])
    await expect(t.validate(five.id, five.version)).rejects.toMatchObject({
      hint: 'insufficient_stock',
    })
    const two = await t.book(customer, [[product, 2, '10.00']])
    await t.validate(two.id, two.version)
    expect(await t.stock(product)).toMatchObject({ reserved: 10, available: 0 })
  })

  it('holds the credit line, and lets an owner override it with a reason', async () => {
    const product = await t.product('10.00', 100)
    const customer = await t.customer('100.00')
    const ten = await t.book(customer, [[product, 10, '10.00']])
    await t.validate(ten.id, ten.version)
    const one = await t.book(customer, [[product, 1, '10.00']])
    await expect(t.validate(one.id, one.version)).rejects.toMatchObject({ hint: 'credit_exceeded' })
    await expect(t.validate(one.id, one.version, 'please')).rejects.toMatchObject({
      hint: 'credit_exceeded',
    })
    const gm = fixture.role['General Manager']
    await expect(t.validate(one.id, one.version, null, gm)).rejects.toMatchObject({ code: '42501' })
    await t.validate(one.id, one.version, 'Pays on Friday', gm)
    expect(await t.booking(one.id)).toMatchObject({ stage: 'validated' })
  })

  it('cash only means no credit at all, no limit means any', async () => {
    const product = await t.product('10.00', 100)
    const cash = await t.book(await t.customer('0'), [[product, 1, '10.00']])
    await expect(t.validate(cash.id, cash.version)).rejects.toMatchObject({
      hint: 'credit_exceeded',
    })
    const any = await t.book(await t.customer(null), [[product, 50, '1000.00']])
    await t.validate(any.id, any.version)
  })

  it('delivers short and releases the remainder, which is no longer owed', async () => {
    const product = await t.product('10.00', 20)
    const { id, version } = await t.book(await t.customer(), [[product, 12, '10.00']])
    await t.validate(id, version)
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [id],
    )
    const kept = await t.deliver(id, version + 1, {
      lines: [{ line_id: line!.id, quantity: 5 }],
      remainder: 'keep',
    })
    expect(await t.booking(id)).toMatchObject({ stage: 'validated', balance: '120.00' })
    expect(await t.stock(product)).toMatchObject({ on_hand: 15, reserved: 7 })
    await expect(
      t.deliver(id, kept.version, {
        lines: [{ line_id: line!.id, quantity: 8 }],
        remainder: 'keep',
      }),
    ).rejects.toMatchObject({ code: '22023', detail: 'lines[0].quantity' })
    await t.deliver(id, kept.version, {
      lines: [{ line_id: line!.id, quantity: 3 }],
      remainder: 'release',
    })
    expect(await t.booking(id)).toMatchObject({
      stage: 'delivered',
      credited: '40.00',
      balance: '80.00',
    })
    expect(await t.stock(product)).toMatchObject({ on_hand: 12, reserved: 0, available: 12 })
  })

  it('gives back what turns out to be over as unapplied credit', async () => {
    const product = await t.product('10.00', 20)
    const customer = await t.customer()
    const { id, version } = await t.book(customer, [[product, 10, '10.00']])
    await t.validate(id, version)
    await t.invoice(id, version + 1, 'INV-OVER')
    const first = await t.collect(customer, '80.00', [[id, '80.00']])
    const second = await t.collect(customer, '60.00', [[id, '60.00']])
    await t.approve(first.id)
    await t.approve(second.id)
    expect(await t.booking(id)).toMatchObject({ balance: '0.00', collected: '100.00' })
    expect(await t.position(customer)).toMatchObject({
      unapplied: '40.00',
      collectibles: '-40.00',
      exposure: '0.00',
    })
    await expect(t.collect(customer, '1.00', [[id, '1.00']])).rejects.toMatchObject({
      hint: 'over_allocated',
    })
    await t.cancelCollection(first.id, 2)
    // The second receipt stays split as it was: only its own 20 pays this booking.
    expect(await t.booking(id)).toMatchObject({ balance: '80.00', collection_status: 'partial' })
  })

  it('refuses each command in the wrong state and each stale version', async () => {
    const product = await t.product('10.00', 20)
    const customer = await t.customer()
    const { id, version } = await t.book(customer, [[product, 1, '10.00']])
    await expect(t.invoice(id, version, 'INV-X')).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(t.deliver(id, version)).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(t.collect(customer, '5.00', [[id, '5.00']])).rejects.toMatchObject({
      hint: 'wrong_state',
    })
    await expect(t.validate(id, version - 1)).rejects.toMatchObject({ hint: 'stale_version' })
    await t.validate(id, version)
    await expect(t.validate(id, version + 1)).rejects.toMatchObject({ hint: 'wrong_state' })
    await t.deliver(id, version + 1)
    await expect(t.deliver(id, version + 2)).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(
      t.rpc('cancel_booking', { p_booking: id, p_version: version + 2, p_reason: 'No' }),
    ).rejects.toMatchObject({ hint: 'wrong_state' })
  })

  it('keeps invoice and receipt numbers unique, cancelled ones too', async () => {
    const product = await t.product('10.00', 20)
    const customer = await t.customer()
    const one = await t.book(customer, [[product, 1, '10.00']])
    await t.validate(one.id, one.version)
    await t.invoice(one.id, one.version + 1, 'INV-U')
    await t.rpc('cancel_booking', {
      p_booking: one.id,
      p_version: one.version + 2,
      p_reason: 'Refused at the door',
    })
    expect(await t.stock(product)).toMatchObject({ reserved: 0 })
    const two = await t.book(customer, [[product, 1, '10.00']])
    await t.validate(two.id, two.version)
    await expect(t.invoice(two.id, two.version + 1, 'INV-U')).rejects.toMatchObject({
      code: '23505',
      detail: 'invoice_no',
    })
    await t.collect(customer, '5.00', [], 'CR-U')
    await expect(t.collect(customer, '5.00', [], 'CR-U')).rejects.toMatchObject({
      code: '23505',
      detail: 'cr_no',
    })
  })

  it('refuses customers that are not approved, dates in the future and broken lines', async () => {
    const product = await t.product('10.00', 20)
    const wanted = await t.rpc<{ id: string; approval_status: string; version: number }>(
      'request_customer',
      { p_customer: { name: 'Asked for' } },
      fixture.role.Agent,
    )
    expect(wanted.approval_status).toBe('pending')
    await expect(t.book(wanted.id, [[product, 1, '10.00']])).rejects.toMatchObject({
      hint: 'customer_not_approved',
    })
    await t.rpc('decide_customer', {
      p_customer: wanted.id,
      p_version: wanted.version,
      p_decision: 'approved',
      p_credit_line: '1000.00',
      p_terms_days: '15',
    })
    await expect(t.book(wanted.id, [[product, 1, '10.00']], '2999-01-01')).rejects.toMatchObject({
      hint: 'not_in_future',
    })
    await expect(
      t.book(wanted.id, [
        [product, 1, '10.00'],
        [product, 0, '10.00'],
      ]),
    ).rejects.toMatchObject({ detail: 'lines[1].quantity' })
    await expect(t.book(wanted.id, [[product, 1, '10.001']])).rejects.toMatchObject({
      detail: 'lines[0].agent_srp',
    })
    await expect(t.book(wanted.id, [[randomUUID(), 1, '1']])).rejects.toMatchObject({
      detail: 'lines[0].product_id',
    })
    await expect(t.book(wanted.id, [])).rejects.toMatchObject({ detail: 'lines' })
  })

  it('a purchase moves the live price, an old booking keeps its own', async () => {
    const product = await t.product('10.00', 10)
    const { id } = await t.book(await t.customer(), [[product, 2, '10.00']])
    await t.rpc('create_purchase', {
      p_purchase: {
        po_no: 'PO-SRP',
        supplier: 'S',
        kind: 'purchase',
        lines: [{ product_id: product, quantity: 1, cost: '7', prod_srp: '12.50' }],
      },
    })
    expect(await t.stock(product)).toMatchObject({ current_srp: '12.50' })
    expect(await t.booking(id)).toMatchObject({ total: '20.00' })
  })

  it('a purchase with one bad line of forty writes nothing', async () => {
    const product = await t.product('10.00')
    const lines: object[] = Array.from({ length: 40 }, () => ({
      product_id: product,
      quantity: '1',
      cost: '7.00',
    }))
    lines[20] = { product_id: product, quantity: 'many', cost: '7.00' }
    await expect(
      t.rpc('create_purchase', {
        p_purchase: { po_no: 'PO-40', supplier: 'S', kind: 'purchase', lines },
      }),
    ).rejects.toMatchObject({ code: '22023', detail: 'lines[20].quantity' })
    expect(await t.stock(product)).toMatchObject({ on_hand: 0 })
    expect(await fixture.db.sql("select 1 from public.purchases where po_no = 'PO-40'")).toEqual([])
  })

  it('sends back to a supplier only what is available', async () => {
    const product = await t.product('10.00', 10)
    const { id, version } = await t.book(await t.customer(), [[product, 8, '10.00']])
    await t.validate(id, version)
    await expect(t.buy(product, 3, 'supplier_return')).rejects.toMatchObject({
      hint: 'insufficient_stock',
    })
    await t.buy(product, 2, 'supplier_return')
    await t.buy(product, 1, 'return_in', await t.customer())
    expect(await t.stock(product)).toMatchObject({ on_hand: 9, available: 1 })
  })
})

describe('the receivables report', () => {
  it('equals the collectibles of all customers, at every level, advances and credit included', async () => {
    const product = await t.product('10.00', 1000)
    const customer = await t.customer()
    const billed = await t.book(customer, [[product, 7, '10.00']])
    await t.validate(billed.id, billed.version)
    await t.invoice(billed.id, billed.version + 1, 'INV-AR')
    const advance = await t.book(customer, [[product, 5, '10.00']])
    await t.validate(advance.id, advance.version)
    const paid = await t.collect(customer, '100.00', [
      [advance.id, '30.00'],
      [billed.id, '20.00'],
    ])
    await t.approve(paid.id)
    const gm = fixture.role['General Manager']
    const report = (filters: object) =>
      fixture.db.as<Record<string, string>>(
        gm,
        `select row_kind, (balance + unapplied)::text as aged, balance::text, b.*, documents::int
         from ${reportTable('report_ar', '$1::uuid, $2::text::jsonb', 'row_kind text, balance numeric, unapplied numeric, ageing jsonb, documents int')} r,
           jsonb_to_record(ageing) b (bucket_current text, bucket_1 text, bucket_2 text, bucket_3 text, bucket_4 text)`,
        [fixture.a, JSON.stringify(filters)],
      )
    const rows = await report({ customer_id: customer })
    expect(rows.map((row) => [row.row_kind, row.balance]).sort()).toEqual([
      ['advance', '-30.00'],
      ['booking', '50.00'],
      ['unapplied', '-50.00'],
    ])
    expect(await t.position(customer)).toMatchObject({ collectibles: '-30.00' })
    const cents = (value: string | null | undefined) => BigInt((value ?? '0.00').replace('.', ''))
    const customers = await fixture.db.sql<{ id: string }>(
      'select id from public.customers where project_id = $1::uuid',
      [fixture.a],
    )
    let collectibles = 0n
    for (const each of customers) collectibles += cents((await t.position(each.id)).collectibles)
    for (const level of ['document', 'customer', 'agent', 'total']) {
      const sum = (await report({ level })).reduce((total, row) => {
        const buckets = ['bucket_current', 'bucket_1', 'bucket_2', 'bucket_3', 'bucket_4'].reduce(
          (n, key) => n + cents(row[key]),
          0n,
        )
        expect(buckets).toBe(cents(row.aged))
        return total + cents(row.balance)
      }, 0n)
      expect(sum).toBe(collectibles)
    }
  })

  it('pages by key without losing or repeating a row', async () => {
    const gm = fixture.role['General Manager']
    const page = (after: string | null) =>
      fixture.db.as<{ row_key: string }>(
        gm,
        'select row_key from public.report_ar($1::uuid, $2::text::jsonb)',
        [fixture.a, JSON.stringify({ limit: 2, ...(after ? { after } : {}) })],
      )
    const all = await fixture.db.as<{ row_key: string }>(
      gm,
      "select row_key from public.report_ar($1::uuid, '{}')",
      [fixture.a],
    )
    expect(all.length).toBeGreaterThan(2)
    const seen: string[] = []
    for (let rows = await page(null); rows.length > 0; rows = await page(seen.at(-1)!))
      seen.push(...rows.map((row) => row.row_key))
    expect(seen).toEqual(all.map((row) => row.row_key))
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('the same command sent twice', () => {
  it('is done once and answers the same; another payload under its id is refused', async () => {
    const product = await t.product('10.00', 10)
    const customer = await t.customer()
    const idempotencyKey = randomUUID()
    const booking = {
      customer_id: customer,
      lines: [{ product_id: product, quantity: 1, agent_srp: '10' }],
    }
    const staff = fixture.role['special access 1']
    const first = await t.rpc('create_booking', { p_booking: booking }, staff, idempotencyKey)
    expect(await t.rpc('create_booking', { p_booking: booking }, staff, idempotencyKey)).toEqual(
      first,
    )
    await expect(
      t.rpc(
        'create_booking',
        { p_booking: { ...booking, remarks: 'other' } },
        staff,
        idempotencyKey,
      ),
    ).rejects.toMatchObject({ hint: 'idempotency_key_reused' })
    await expect(
      t.rpc('create_booking', { p_booking: booking }, fixture.role['sales admin'], idempotencyKey),
    ).rejects.toMatchObject({ hint: 'idempotency_key_reused' })
  })
})
