import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { PAPER_DETAILS } from '../../app/modules/tax/findings.ts'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { vatTrade } from '../support/vat.ts'
import { withoutTriggers } from '../support/without-triggers.ts'

/** The list of missing details before a quarter is filed: each detail is missing once. */
const fixture = testFixture()
const { shop, product, memo } = vatTrade(fixture)
const COMPANY = {
  ...{ title: 'Alpha, Inc.', address: '1 Mabini St', tin_no: '123-456-789-012' },
  ...{ vat_registered: true, branch_code: '00012', serial_digits: null },
  ...{ authority_note: 'OCN 9AU0001', price_floor_percent: '0' },
}
const QUARTER = { from: '2026-04-01', to: '2026-06-30' }

/** A memo that lacks nothing but what a test takes away. */
const MEMO = {
  ...{ kind: 'credit_memo', number: 'CM-1', date: '2026-05-04', reason: 'return', lines: [] },
  seller: { registered_name: 'A', address: 'B', tin: '123456789', vat_registered: true },
  buyer: { registered_name: 'C', address: 'D', tin: '987654321' },
  ...{ tax: [], totals: { total: '1.00', vat: '0.00' } },
}

interface Finding {
  sort_key: string
  kind: string
  items: string[]
  id: string
  no: string | null
  name: string
  on_date: string | null
  found: number
}
const list = async (filters: object = {}, user = fixture.role['finance admin']) =>
  (
    await fixture.db.as<{ row: Finding }>(
      user,
      'select to_jsonb(t) as row from public.tax_readiness($1::uuid, $2::text::jsonb) t',
      [fixture.a, JSON.stringify({ ...QUARTER, ...filters })],
    )
  ).map(({ row }) => row)
/** Entries of the list about one record: kinds with their items. */
const saysOf = async (id: string, filters: object = {}) =>
  (await list(filters)).filter((row) => row.id === id).map(({ kind, items }) => [kind, ...items])

let goods: string
beforeAll(async () => {
  await setRules(fixture, 'a', COMPANY)
  goods = await product()
})

let serial = 100
async function customer(details: {
  address?: string
  tin?: string
  terms_days?: string
  name?: string
}) {
  const { address = '2 Rizal St', tin = '987-654-321', terms_days = '30' } = details
  const { id } = await shop.rpc<{ id: string }>('request_customer', {
    p_customer: {
      ...{ name: details.name ?? `Buyer ${++serial}`, agent_id: fixture.role.Agent, terms_days },
      address,
    },
  })
  const tax = { p_customer: id, p_version: 1, p_tin_no: tin, p_business_style: null }
  if (tin) await shop.rpc('update_customer_tax', tax, fixture.role['finance admin'])
  return id
}
async function invoiced(buyer: string, { no = `TR-000${++serial}`, on = '2026-05-04' } = {}) {
  const booking = await shop.book(buyer, [[goods, 1, '112.00']], on)
  await shop.validate(booking.id, booking.version)
  const { version } = await shop.invoice(booking.id, booking.version + 1, no, on)
  return { ...booking, version, no }
}

describe('an invoice', () => {
  it('with all that is asked for is not listed', async () => {
    const buyer = await customer({})
    const { id } = await invoiced(buyer)
    expect([await saysOf(id), await saysOf(buyer)]).toEqual([[], []])
  })

  it('is listed for each detail of the seller that was missing at its issue', async () => {
    const buyer = await customer({})
    const cases = [
      [{ address: null }, 'seller_address'],
      [{ tin_no: null }, 'seller_tin'],
      [{ authority_note: '' }, 'authority'],
    ] as const
    for (const [without, item] of cases) {
      await setRules(fixture, 'a', without)
      const { id } = await invoiced(buyer)
      expect(await saysOf(fixture.a)).toEqual([['company', item]])
      await setRules(fixture, 'a', COMPANY)
      // The paper stays as it was issued, and lacks it still.
      expect(await saysOf(id)).toEqual([['invoice_item', item]])
      expect(await saysOf(fixture.a)).toEqual([])
    }
  })

  it('is listed for a short number and for each detail of the buyer', async () => {
    const { id } = await invoiced(await customer({}), { no: 'SH-7' })
    expect(await saysOf(id)).toEqual([['invoice_item', 'serial']])
    const noTin = await customer({ tin: '' })
    const first = await invoiced(noTin)
    expect(await saysOf(first.id)).toEqual([['invoice_item', 'buyer_tin']])
    expect(await saysOf(noTin)).toEqual([['customer_tin']])
    const noAddress = await customer({ address: '' })
    const second = await invoiced(noAddress)
    expect(await saysOf(second.id)).toEqual([['invoice_item', 'buyer_address']])
    expect(await saysOf(noAddress)).toEqual([['customer_address']])
    // The customer is completed, the paper is not.
    const tax = { p_customer: noTin, p_version: 1, p_tin_no: '111-222-333', p_business_style: null }
    await shop.rpc('update_customer_tax', tax, fixture.role['finance admin'])
    expect([await saysOf(noTin), await saysOf(first.id)]).toEqual([
      [],
      [['invoice_item', 'buyer_tin']],
    ])
  })

  it('is listed for each detail that its paper lacks, and a whole one is not', async () => {
    const { id } = await invoiced(await customer({}))
    const [row] = await fixture.db.sql<{ content: string }>(
      'select content from public.e_invoices where booking_id = $1::uuid',
      [id],
    )
    /** Issues the paper again without a detail, as no screen does. */
    const without = async (path: string, value: unknown) => {
      await fixture.db.sql(
        `insert into public.e_invoices (project_id, booking_id, invoice_no, content, sha256)
         select $1::uuid, $2::uuid, '-', jsonb_set($3::text::jsonb, $4::text[], $5::text::jsonb)::text, repeat('0', 64)`,
        [fixture.a, id, row!.content, `{${path}}`, JSON.stringify(value)],
      )
      return saysOf(id)
    }
    expect(await without('number', 'SI-000001')).toEqual([])
    const cases: [string, unknown, string][] = [
      ['seller,registered_name', null, 'seller_name'],
      ['seller,address', ' ', 'seller_address'],
      ['seller,tin', null, 'seller_tin'],
      ['seller,vat_registered', null, 'seller_vat'],
      ['seller,authority', '', 'authority'],
      ['number', 'SI-00001', 'serial'],
      ['date', null, 'date'],
      ['buyer,registered_name', '', 'buyer_name'],
      ['buyer,address', null, 'buyer_address'],
      ['buyer,tin', null, 'buyer_tin'],
      ['lines', [], 'lines'],
      ['lines,0,description', '', 'description'],
      ['lines,0,pieces', 0, 'quantity'],
      ['lines,0,unit_price', null, 'unit_price'],
      ['totals', { vat: '0.00' }, 'total'],
      ['totals,vat', null, 'vat'],
      ['tax', [], 'vat'],
    ]
    for (const [path, value, item] of cases)
      expect(await without(path, value), path).toEqual([['invoice_item', item]])
    expect(Object.keys(PAPER_DETAILS).sort()).toEqual(
      [...new Set([...cases.map(([, , item]) => item), 'invoice'])].sort(),
    )
  })

  it('is named by a memo about its goods', async () => {
    const missing = async (invoices: object[]) => {
      const [found] = await fixture.db.sql<{ missing: string[] }>(
        'select private.missing_on_paper($1::text::jsonb) as missing',
        [JSON.stringify({ ...MEMO, references: { invoices } })],
      )
      return found!.missing
    }
    expect(await missing([{ invoice: 'SI-1' }])).toEqual([])
    expect(await missing([{ invoice: null }])).toEqual(['invoice'])
    expect(await missing([])).toEqual(['invoice'])
  })

  it('from before these files lacks what the company and the buyer lacked at its issue', async () => {
    const without = async (buyer: string) => {
      const made = await invoiced(buyer)
      await withoutTriggers(fixture, 'public.e_invoices', 'append_only', () =>
        fixture.db.sql('delete from public.e_invoices where booking_id = $1::uuid', [made.id]),
      )
      return made
    }
    const whole = await without(await customer({}))
    const buyer = await customer({ tin: '' })
    // These settings are not taken back by a command.
    await fixture.db.sql(
      "update public.projects set settings = settings - '{vat_registered,authority_note}'::text[] where id = $1::uuid",
      [fixture.a],
    )
    const old = await without(buyer)
    await setRules(fixture, 'a', { ...COMPANY, address: null })
    const unplaced = await without(await customer({}))
    await setRules(fixture, 'a', COMPANY)
    const tax = { p_customer: buyer, p_version: 1, p_tin_no: '111-222-334', p_business_style: null }
    await shop.rpc('update_customer_tax', tax, fixture.role['finance admin'])
    expect(await saysOf(whole.id)).toEqual([])
    expect(await saysOf(old.id)).toEqual([['invoice_item', 'seller_vat', 'authority', 'buyer_tin']])
    expect(await saysOf(unplaced.id)).toEqual([['invoice_item', 'seller_address']])
  })

  it('that is unpaid without a written term is listed until it is paid or cancelled', async () => {
    const { id, version } = await invoiced(await customer({ terms_days: '0' }))
    expect(await saysOf(id)).toEqual([['invoice_terms']])
    await shop.rpc('cancel_booking', { p_booking: id, p_version: version, p_reason: 'Wrong store' })
    expect(await saysOf(id)).toEqual([])
  })
})

it('lists characters that tax files cannot hold, with the characters', async () => {
  const buyer = await customer({ name: 'Niño & Sons, Inc. 漢字' })
  await invoiced(buyer)
  expect(await saysOf(buyer)).toEqual([['customer_text', '字', '漢']])
  const fine = await customer({ name: 'Peña & Co.’s “Store” – Ñ' })
  await invoiced(fine)
  expect(await saysOf(fine)).toEqual([])
  const odd = await product()
  await fixture.db.sql("update public.products set description = 'Mango 🥭' where id = $1::uuid", [
    odd,
  ])
  expect(await saysOf(odd)).toEqual([['product_text', '🥭']])
})

it('lists missing numbers, and goods that were delivered or archived without an invoice', async () => {
  const buyer = await customer({})
  await invoiced(buyer, { no: 'GAP-000001' })
  await invoiced(buyer, { no: 'GAP-000004' })
  expect((await list({ kind: 'invoice_gap' })).find(({ name }) => name === 'GAP')).toMatchObject({
    ...{ no: 'GAP-000002 – GAP-000003', on_date: '2026-05-04' },
  })
  const delivered = async () => {
    const booking = await shop.book(buyer, [[goods, 1, '112.00']], '2026-05-04')
    await shop.validate(booking.id, booking.version)
    await shop.deliver(booking.id, booking.version + 1, null, '2026-05-05')
    return booking
  }
  const { id } = await delivered()
  expect(await saysOf(id)).toEqual([['not_invoiced']])
  const old = await delivered()
  const numbers = { p_so_nos: { so_nos: [old.so_no] }, p_status: 'archived' }
  await shop.rpc('archive_bookings', numbers, fixture.role['General Manager'])
  const [{ day }] = (await fixture.db.sql<{ day: string }>(
    'select private.business_date($1::uuid)::text as day',
    [fixture.a],
  )) as [{ day: string }]
  expect(await saysOf(old.id, { from: day, to: day })).toEqual([['archived']])
})

it('lists memos, receipts and suppliers', async () => {
  const sold = await memo.sold(12, '11.20', 'TR-900001', { date: '2026-05-06' })
  const back = await memo.write({
    ...{ kind: 'credit', reason: 'return', booking_id: sold.id, on_date: '2026-05-07' },
    lines: [{ line_id: sold.line, quantity: 3 }],
  })
  expect(await saysOf(back.id)).toEqual([['memo_item', 'buyer_address', 'buyer_tin']])
  const receipt = await shop.rpc<{ id: string }>('record_collection', {
    p_collection: {
      ...{ customer_id: sold.customer, collection_type: 'cash', amount: '10.00', cr_no: 'TRC-1' },
      ...{ date_collected: '2026-05-08', cr_date: '2026-05-08', allocations: [] },
    },
  })
  expect(await saysOf(receipt.id)).toEqual([['receipt_item', 'buyer_tin', 'buyer_address']])
  const supplier = `Supplier ${randomUUID()}`
  await shop.rpc('create_purchase', {
    p_purchase: {
      ...{ po_no: randomUUID(), supplier, kind: 'purchase', date_added: '2026-05-02' },
      ...{ delivery_date: '2026-05-02', lines: [{ product_id: goods, quantity: 1, cost: '7.00' }] },
    },
  })
  expect((await list()).filter(({ name }) => name === supplier)).toMatchObject([
    { kind: 'supplier_tin' },
  ])
})

it('is paged, counted by kind and filtered, and is for those who may read it', async () => {
  const all = await list()
  const counted = await list({ counted: true })
  expect(counted.map(({ kind }) => kind)).toEqual([...new Set(all.map(({ kind }) => kind))])
  for (const { kind, found } of counted) {
    const rows = all.filter((row) => row.kind === kind)
    expect([kind, Number(found)]).toEqual([kind, rows.length])
    expect(await list({ kind })).toHaveLength(rows.length)
  }
  const paged: Finding[] = []
  for (;;) {
    const last = paged.at(-1)
    const [n, t] = /^(\d+)~(.*)$/.exec(last?.sort_key ?? '')?.slice(1) ?? []
    const after = last ? { after: { n, t, id: last.id } } : {}
    const page = await list({ limit: 4, ...after })
    if (page.length === 0) break
    paged.push(...page)
  }
  expect(paged.map(({ id, kind }) => [kind, id])).toEqual(all.map(({ id, kind }) => [kind, id]))
  // Another quarter has none of these papers.
  expect(await list({ from: '2026-01-01', to: '2026-03-31', kind: 'invoice_item' })).toEqual([])
  await expect(list({ to: '2026-12-31' })).rejects.toMatchObject({ code: '22023', detail: 'to' })
  for (const role of ['sales admin', 'invoice admin', 'ASE', 'warehouse'] as const)
    await expect(list({}, fixture.role[role])).rejects.toMatchObject({ code: '42501' })
  expect(await list({}, fixture.role.Owner)).toHaveLength(all.length)
})
