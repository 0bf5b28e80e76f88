import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from '../support/e-invoice-schema.ts'
import { testFixture } from '../support/fixture.ts'
import { issuedPapers } from '../support/issued.ts'
import { setRules } from '../support/rules.ts'
import { vatTrade } from '../support/vat.ts'

/** Papers whose amounts were worked out by hand: print, PDF and file say the same. */
const fixture = testFixture()
const { shop, product, memo } = vatTrade(fixture)
const papers = issuedPapers(fixture)

let goods: Record<'taxed' | 'exempt' | 'zero', string>
beforeAll(async () => {
  await setRules(fixture, 'a', {
    ...{
      title: 'Señor Ángel & Sons, Inc.',
      address: '1 Mabini St, Pasig',
      price_floor_percent: '0',
    },
    ...{ tin_no: '123-456-789-012', vat_registered: true, serial_digits: 6, branch_code: null },
    ...{ authority_note: 'OCN 9AU0001234567', invoice_note: 'Subject to 2% a month when overdue' },
  })
  const [taxed, exempt, zero] = [
    await product(),
    await product('exempt'),
    await product('zero_rated'),
  ]
  goods = { taxed, exempt, zero }
})

interface Line {
  product_id: string
  quantity: number
  agent_srp?: string
  agent_srp_pieces?: number
  discount_percent?: string
  free_of?: number
}

async function invoiced(no: string, tin: string, lines: Line[]) {
  const { id: buyer } = await shop.rpc<{ id: string }>('request_customer', {
    p_customer: {
      ...{ name: `Niño & Peña, Co. ${no}`, address: '12 Rizal St, Cainta', terms_days: '15' },
      agent_id: fixture.role.Agent,
    },
  })
  const tax = { p_tin_no: tin, p_business_style: 'Sari-sari, wholesale' }
  const finance = fixture.role['finance admin']
  await shop.rpc('update_customer_tax', { p_customer: buyer, p_version: 1, ...tax }, finance)
  const booking = await shop.rpc<{ id: string; version: number }>('create_booking', {
    p_booking: { customer_id: buyer, lines },
  })
  const { version } = await shop.validate(booking.id, booking.version)
  const set = await shop.invoice(booking.id, version, no)
  return { id: booking.id, version: set.version, buyer }
}

type Faces = Awaited<ReturnType<typeof papers.invoice>>
const documentOf = ({ file }: Faces) => {
  const read = JSON.parse(file!) as { document: Record<string, unknown> }
  expect(faultsOf(read)).toEqual([])
  return read.document
}
/** Expects lines of the PDF, whose texts are those of the print. */
function says({ pdf, print }: Faces, lines: readonly string[]) {
  const all = pdf.join('\n')
  for (const line of lines) expect(all, line).toContain(line)
  const printed = print.join(' ')
  for (const word of lines.flatMap((line) => line.split(' '))) expect(printed).toContain(word)
}
const classes = (vatable: string, vat: string, exempt: string, zero: string) => [
  { vat_class: 'vatable', net: vatable, vat },
  { vat_class: 'exempt', net: exempt, vat: '0.00' },
  { vat_class: 'zero_rated', net: zero, vat: '0.00' },
]

describe('an invoice', () => {
  it('of VATable goods, per case, with a discount and free goods', async () => {
    // 24 pieces at 134.40 a case of 12 = 268.80; less 10 % = 241.92; 241.92 × 12 / 112 = 25.92; 241.92 − 25.92 = 216.00.
    const { id } = await invoiced('PP-1', '987-654-321-00001', [
      {
        ...{ product_id: goods.taxed, quantity: 24, agent_srp: '134.40', agent_srp_pieces: 12 },
        discount_percent: '10',
      },
      { product_id: goods.taxed, quantity: 2, free_of: 1 },
    ])
    const faces = await papers.invoice(id)
    says(faces, [
      'Señor Ángel & Sons, Inc.',
      'VAT REG TIN 123-456-789-00012',
      'PP-000001',
      'Niño & Peña, Co. PP-1',
      '987-654-321-00001',
      'Sari-sari, wholesale',
      '12 Rizal St, Cainta',
      '15 days',
      'VATable sales 216.00',
      'VAT-exempt sales 0.00',
      'Zero-rated sales 0.00',
      'VAT 12% 25.92',
      'Before discounts 268.80',
      'Less discounts 26.88',
      'Amount due PHP 241.92',
      'Two hundred forty-one pesos and ninety-two centavos only',
      'OCN 9AU0001234567',
      'Subject to 2% a month when overdue',
    ])
    expect(documentOf(faces)).toMatchObject({
      ...{ number: 'PP-000001', terms_days: 15, vat_percent: '12.00', made: 'at_issue' },
      seller: {
        registered_name: 'Señor Ángel & Sons, Inc.',
        tin: '123456789',
        branch_code: '00012',
      },
      buyer: {
        ...{ registered_name: 'Niño & Peña, Co. PP-1', tin: '987654321', branch_code: '00001' },
        ...{ business_style: 'Sari-sari, wholesale', address: '12 Rizal St, Cainta' },
      },
      lines: [
        {
          ...{ pieces: 24, unit_price: '134.40', unit_price_pieces: 12, discount: '26.88' },
          ...{ net: '216.00', vat: '25.92', amount: '241.92' },
        },
        { pieces: 2, free_with_line: 1, net: '0.00', vat: '0.00', amount: '0.00' },
      ],
      tax: classes('216.00', '25.92', '0.00', '0.00'),
      totals: {
        ...{ before_discounts: '268.80', discounts: '26.88', total: '241.92' },
        ...{ not_delivered: '0.00', net: '216.00', vat: '25.92', due: '241.92' },
      },
    })
  })

  it.each([
    ['VAT-exempt', 'exempt', '25.00', 4, classes('0.00', '0.00', '100.00', '0.00')],
    ['zero-rated', 'zero', '12.50', 8, classes('0.00', '0.00', '0.00', '100.00')],
  ] as const)('of %s goods alone has no VAT', async (name, what, agent_srp, quantity, tax) => {
    // 4 × 25.00 = 8 × 12.50 = 100.00
    const { id } = await invoiced(`PP-2${quantity}`, '987-654-321-001', [
      { product_id: goods[what], quantity, agent_srp },
    ])
    const faces = await papers.invoice(id)
    const label = name === 'zero-rated' ? 'Zero-rated sales' : 'VAT-exempt sales'
    says(faces, [`${label} 100.00`, 'VATable sales 0.00', 'VAT 12% 0.00', 'Amount due PHP 100.00'])
    expect(documentOf(faces)).toMatchObject({
      // Nine digits and three are nine and five.
      ...{ buyer: { tin: '987654321', branch_code: '00001' }, tax },
      totals: { net: '100.00', vat: '0.00', due: '100.00' },
    })
  })

  it('of all classes splits them, and a cancelled one says so on its paper', async () => {
    // 112.00 = 100.00 + 12.00; 5 × 10.00 = 50.00 exempt; 3 × 20.00 = 60.00 zero-rated; together 222.00.
    const { id, version } = await invoiced('PP-3', '987-654-321', [
      { product_id: goods.taxed, quantity: 1, agent_srp: '112.00' },
      { product_id: goods.exempt, quantity: 5, agent_srp: '10.00' },
      { product_id: goods.zero, quantity: 3, agent_srp: '20.00' },
    ])
    const issued = await papers.invoice(id)
    says(issued, [
      ...['VATable sales 100.00', 'VAT-exempt sales 50.00', 'Zero-rated sales 60.00'],
      ...['VAT 12% 12.00', 'Amount due PHP 222.00', 'Two hundred twenty-two pesos only'],
    ])
    expect(documentOf(issued)).toMatchObject({
      ...{ buyer: { branch_code: '00000' }, tax: classes('100.00', '12.00', '50.00', '60.00') },
      totals: { net: '210.00', vat: '12.00', due: '222.00' },
    })
    const reason = { p_booking: id, p_version: version, p_reason: 'Wrong store' }
    await shop.rpc('cancel_booking', reason)
    const cancelled = await papers.invoice(id)
    expect(cancelled.pdf.filter((line) => !issued.pdf.includes(line))).toEqual(['CANCELLED'])
    expect(cancelled.file).toBe(issued.file)
  })

  it('stays, and the memos of parts of it say theirs', async () => {
    const sold = await memo.sold(12, '11.20', 'PP-4')
    // 3 of 12 pieces at 11.20 = 33.60 = 30.00 + 3.60; the price of the other 9 was 1.12 too low: 10.08 = 9.00 + 1.08.
    const back = await memo.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id },
      lines: [{ line_id: sold.line, quantity: 3 }],
    })
    const more = await memo.write({
      ...{ kind: 'debit', reason: 'undercharge', booking_id: sold.id },
      lines: [{ line_id: sold.line, quantity: 9, price_difference: '1.12' }],
    })
    const credit = await papers.memo(back.id)
    says(credit, [
      ...['VATable, net of VAT 30.00', 'VAT 3.60', 'Total PHP 33.60', 'PP-000004'],
      ...['Thirty-three pesos and sixty centavos only', 'not valid for claim of input tax'],
    ])
    expect(documentOf(credit)).toMatchObject({
      kind: 'credit_memo',
      lines: [{ pieces: 3, unit_price: '11.20', net: '30.00', vat: '3.60', amount: '33.60' }],
      tax: classes('30.00', '3.60', '0.00', '0.00'),
      totals: { net: '30.00', vat: '3.60', total: '33.60' },
      references: { invoices: [{ invoice: 'PP-000004', order: sold.so_no, amount: '33.60' }] },
    })
    const debit = await papers.memo(more.id)
    says(debit, ['VATable, net of VAT 9.00', 'VAT 1.08', 'Total PHP 10.08'])
    expect(documentOf(debit)).toMatchObject({
      ...{ kind: 'debit_memo', totals: { net: '9.00', vat: '1.08', total: '10.08' } },
    })
    // The invoice is as it was: 12 × 11.20 = 134.40 = 120.00 + 14.40.
    const invoice = await papers.invoice(sold.id)
    says(invoice, ['VATable sales 120.00', 'VAT 12% 14.40', 'Amount due PHP 134.40'])
    expect(documentOf(invoice)).toMatchObject({ totals: { due: '134.40' } })
  })
})

describe('the schema of the files', () => {
  it('fits the example of the documentation, and no file that lacks a part', () => {
    const page = readFileSync(new URL('../../docs/e-invoice.md', import.meta.url), 'utf8')
    const example = JSON.parse(/```json\n(.*?)```/s.exec(page)![1]!) as {
      document: Record<string, unknown>
      sha256: string
    }
    expect(faultsOf(example)).toEqual([])
    for (const key of Object.keys(example.document)) {
      const { [key]: _, ...document } = example.document
      expect(faultsOf({ ...example, document }), key).not.toEqual([])
    }
    expect(faultsOf({ ...example, more: randomUUID() })).not.toEqual([])
  })
})
