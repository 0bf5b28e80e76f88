import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { invoicePaper } from '../../app/modules/sales/invoicing/invoice-paper.server.ts'
import type { InvoiceDocument } from '../../app/modules/sales/invoicing/numbers.server.ts'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { vatTrade } from '../support/vat.ts'

const fixture = testFixture()
const { shop, product, customer } = vatTrade(fixture)

const SELLER = {
  tin_no: '123-456-789-012',
  vat_registered: true,
  branch_code: '00012',
  serial_digits: 6,
  invoice_note: 'Goods stay ours\nuntil paid.',
  authority_note: 'Acknowledgement certificate 123 of 2026-01-05',
}
beforeAll(() => setRules(fixture, 'a', { ...SELLER, price_floor_percent: '0' }))

interface Line {
  product_id: string
  quantity: number
  agent_srp?: string
  discount_percent?: string
  free_of?: number
}

/** A validated booking of these lines. */
async function booked(buyer: string, lines: Line[]) {
  const booking = await shop.rpc<{ id: string; version: number }>('create_booking', {
    p_booking: { customer_id: buyer, lines },
  })
  return { id: booking.id, ...(await shop.validate(booking.id, booking.version)) }
}
const plain = async () =>
  booked(await customer(), [{ product_id: await product(), quantity: 1, agent_srp: '10.00' }])

const read = (p_booking: string) =>
  fixture.db.rpc<InvoiceDocument>(fixture.role['invoice admin'], 'invoice_document', {
    p_project: fixture.a,
    p_booking,
  })

/** The paper as texts. */
async function face(booking: string) {
  const invoice = await read(booking)
  const paper = invoicePaper(invoice)
  return { ...paper, said: JSON.stringify(paper) }
}

/** An invoice of goods of all classes, with a discount and free goods. */
async function ofAllClasses(no: string) {
  const [taxed, exempt, zero] = [
    await product(),
    await product('exempt'),
    await product('zero_rated'),
  ]
  const buyer = await customer()
  await shop.rpc(
    'update_customer_tax',
    {
      ...{ p_customer: buyer, p_version: 1, p_tin_no: '987-654-321-00001' },
      ...{ p_business_style: 'Sari-sari store' },
    },
    fixture.role['finance admin'],
  )
  const booking = await booked(buyer, [
    { product_id: taxed, quantity: 12, agent_srp: '11.20', discount_percent: '10' },
    { product_id: taxed, quantity: 2, free_of: 1 },
    { product_id: exempt, quantity: 5, agent_srp: '10.00' },
    { product_id: zero, quantity: 3, agent_srp: '20.00' },
  ])
  await shop.invoice(booking.id, booking.version, no)
  return { ...booking, buyer }
}

describe('the face of an invoice', () => {
  it('has what the tax office asks for, with sales and VAT by class', async () => {
    const { id } = await ofAllClasses('SI-7')
    const { letterhead, blocks, head, said } = await face(id)
    expect(letterhead).toMatchObject({ tinLabel: 'VAT REG TIN', tin: '123-456-789-00012' })
    expect(head[0]).toEqual({ text: 'SI-000007', look: 'number' })
    // 12 × 11.20 less 10 % = 120.96, of which 12/112 = 12.96 is VAT; 5 × 10.00 exempt, 3 × 20.00 zero-rated; the free goods add nothing.
    const totals = blocks.find((block) => block.kind === 'totals')
    const amount = (text: string) => ({ text, figure: true })
    expect(totals?.breakdown.map(({ label, value }) => [label, value])).toEqual([
      ['VATable sales', amount('108.00')],
      ['VAT-exempt sales', amount('50.00')],
      ['Zero-rated sales', amount('60.00')],
      ['VAT 12%', amount('12.96')],
    ])
    expect(totals?.sums.at(-1)?.value).toEqual(amount('PHP 230.96'))
    for (const text of ['987-654-321-00001', '30 days', SELLER.authority_note])
      expect(said).toContain(text)
    expect(said).toContain(JSON.stringify(SELLER.invoice_note).slice(1, -1))
    const table = blocks.find((block) => block.kind === 'table')
    expect(table?.rows).toHaveLength(4)
    expect(table?.columns.map(({ header }) => header)).toEqual(
      expect.arrayContaining(['Description', 'Total pc', 'Unit price', 'Amount (PHP)']),
    )
  })

  it('stays as it was issued, whatever changes later', async () => {
    const { id, buyer } = await ofAllClasses('SI-8')
    const before = await face(id)
    await setRules(fixture, 'a', {
      ...{ tin_no: '999-999-999-999', vat_registered: false, branch_code: null },
      ...{ invoice_note: 'Other words', authority_note: '' },
    })
    const tax = { p_tin_no: '111-111-111-111', p_business_style: 'Other' }
    await shop.rpc(
      'update_customer_tax',
      { p_customer: buyer, p_version: 2, ...tax },
      fixture.role['finance admin'],
    )
    expect(await face(id)).toEqual(before)
    const later = await plain()
    await shop.invoice(later.id, later.version, 'SI-9')
    // Without a branch code of its own, the digits after the ninth of the TIN count.
    expect((await face(later.id)).letterhead).toMatchObject({
      ...{ tinLabel: 'NON-VAT REG TIN', tin: '999-999-999-00999' },
    })
    await setRules(fixture, 'a', SELLER)
  })

  it('is that of its time where the project had no such settings yet', async () => {
    await fixture.db.sql(
      "update public.projects set settings = settings - '{vat_registered,branch_code,serial_digits,invoice_note,authority_note}'::text[] where id = $1::uuid",
      [fixture.a],
    )
    const { id, version } = await plain()
    await shop.invoice(id, version, 'OLD-7')
    await setRules(fixture, 'a', SELLER)
    expect(await read(id)).toMatchObject({ invoice_no: 'OLD-7', seller: null })
    const { letterhead, said } = await face(id)
    expect(letterhead).not.toHaveProperty('tinLabel')
    expect(letterhead.tin).toBe(SELLER.tin_no)
    expect(said).not.toContain(SELLER.authority_note)
  })
})

describe('the digits of invoice numbers', () => {
  it('are filled up with zeros, singly, in a batch and as proposed', async () => {
    const one = await plain()
    await shop.invoice(one.id, one.version, 'AB-41')
    expect(await read(one.id)).toMatchObject({ invoice_no: 'AB-000041' })
    const next = { p_project: fixture.a }
    expect(await fixture.db.rpc(fixture.role['invoice admin'], 'next_invoice_no', next)).toBe(
      'AB-000042',
    )
    const two = [await plain(), await plain()]
    const batch = { first_no: 'AB-42', bookings: two.map(({ id, version }) => ({ id, version })) }
    expect(await shop.rpc('set_invoices', { p_batch: batch })).toMatchObject({
      invoiced: [{ invoice_no: 'AB-000042' }, { invoice_no: 'AB-000043' }],
    })
    const long = await plain()
    await shop.invoice(long.id, long.version, 'AB-00000044')
    expect(await read(long.id)).toMatchObject({ invoice_no: 'AB-00000044' })
  })

  it('are needed, and a number that was given before stays', async () => {
    const { id, version } = await plain()
    await expect(shop.invoice(id, version, '12-A')).rejects.toMatchObject({
      code: '22023',
      detail: 'invoice_no',
    })
    await setRules(fixture, 'a', { serial_digits: null })
    const short = await shop.invoice(id, version, 'CD-7')
    await setRules(fixture, 'a', { serial_digits: 8 })
    await shop.invoice(id, short.version, 'CD-7', null, 'Date only')
    expect(await read(id)).toMatchObject({ invoice_no: 'CD-7' })
    await setRules(fixture, 'a', SELLER)
  })
})

describe('the settings of tax papers', () => {
  it('are changed by the Owner of the company, and refused at their fields', async () => {
    const change = async (p_details: object) => {
      const [row] = await fixture.db.sql<{ version: number }>(
        'select version from public.projects where id = $1::uuid',
        [fixture.a],
      )
      return fixture.db.rpc(fixture.role.Owner, 'update_project', {
        ...{ p_project: fixture.a, p_idempotency_key: randomUUID() },
        ...{ p_version: row!.version, p_details },
      })
    }
    await change(SELLER)
    for (const wrong of [
      { vat_registered: 'yes' },
      { branch_code: '123' },
      { serial_digits: '5' },
      { serial_digits: '13' },
      { invoice_note: 'x'.repeat(401) },
    ])
      await expect(change(wrong)).rejects.toMatchObject({
        code: '22023',
        detail: Object.keys(wrong)[0],
      })
  })
})
