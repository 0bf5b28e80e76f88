import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { vatTrade } from '../support/vat.ts'
import { withoutTriggers } from '../support/without-triggers.ts'

const fixture = testFixture()
const { shop, product, customer } = vatTrade(fixture)
const SELLER = {
  ...{ title: 'Alpha Distribution, Inc.', address: '1 Mabini St\nPasig', tin_no: '123-456-789' },
  ...{ branch_code: '00012', vat_registered: true, authority_note: 'Certificate ñ & "1"' },
}
beforeAll(() => setRules(fixture, 'a', { ...SELLER, price_floor_percent: '0' }))

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Answer = Record<'content' | 'sha256', string>
const read = (p_booking: string, user = fixture.role['invoice admin']) =>
  fixture.db.rpc<Answer>(user, 'e_invoice', { p_project: fixture.a, p_booking })

/** RFC 8785, for texts, whole numbers, booleans and nulls. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`).join()}}`
}
const hash = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** The names of all keys; of a list those of its first item. */
function shape(value: Json): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [shape(value[0]!)] : []
  if (value === null || typeof value !== 'object') return null
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shape(part)]))
}

/** A booking of goods of all classes, with a discount and free goods. */
async function booked() {
  const goods = [await product(), await product('exempt'), await product('zero_rated')]
  const buyer = await customer()
  const tax = { p_tin_no: '987-654-321-00001', p_business_style: 'Sari-sari store' }
  const finance = fixture.role['finance admin']
  await shop.rpc('update_customer_tax', { p_customer: buyer, p_version: 1, ...tax }, finance)
  const [taxed, exempt, zero] = goods
  const booking = await shop.rpc<{ id: string; version: number; so_no: string }>('create_booking', {
    p_booking: {
      customer_id: buyer,
      lines: [
        { product_id: taxed, quantity: 12, agent_srp: '11.20', discount_percent: '10' },
        { product_id: taxed, quantity: 2, free_of: 1 },
        { product_id: exempt, quantity: 5, agent_srp: '10.00' },
        { product_id: zero, quantity: 3, agent_srp: '20.00' },
      ],
    },
  })
  return { ...booking, buyer, ...(await shop.validate(booking.id, booking.version)) }
}
const rows = (booking: string) =>
  fixture.db.sql<Record<'invoice_no' | 'content' | 'sha256', string>>(
    'select invoice_no, content, sha256 from public.e_invoices where booking_id = $1::uuid order by id',
    [booking],
  )

describe('an e-invoice', () => {
  it('says the invoice, by classes of VAT, with the hash of its text', async () => {
    const { id, version, so_no } = await booked()
    await expect(read(id)).rejects.toMatchObject({ code: 'P0002' })
    await shop.invoice(id, version, 'EI-1')
    const { content, sha256 } = await read(id)
    const found = JSON.parse(content) as Record<string, Json>
    expect(content).toBe(canonical(found))
    expect(sha256).toBe(hash(content))
    expect(await rows(id)).toEqual([{ invoice_no: 'EI-1', content, sha256 }])
    // 12 × 11.20 = 134.40 less 10 % = 120.96, of which 12/112 is VAT; 2 free; 5 × 10.00 exempt, 3 × 20.00 zero-rated.
    expect(found).toMatchObject({
      ...{ format_version: 1, kind: 'invoice', made: 'at_issue', number: 'EI-1', currency: 'PHP' },
      ...{ vat_percent: '12.00', terms_days: 30, references: { order: so_no } },
      seller: {
        ...{ registered_name: SELLER.title, address: SELLER.address, tin: '123456789' },
        ...{ branch_code: '00012', vat_registered: true, authority: SELLER.authority_note },
      },
      buyer: { tin: '987654321', branch_code: '00001', business_style: 'Sari-sari store' },
      lines: [
        {
          ...{ no: 1, pieces: 12, unit_price: '11.20', unit_price_pieces: 1, discount: '13.44' },
          ...{ free_with_line: null, vat_class: 'vatable' },
          ...{ net: '108.00', vat: '12.96', amount: '120.96' },
        },
        { no: 2, pieces: 2, discount: '0.00', free_with_line: 1, net: '0.00', amount: '0.00' },
        { no: 3, vat_class: 'exempt', net: '50.00', vat: '0.00', amount: '50.00' },
        { no: 4, vat_class: 'zero_rated', net: '60.00', vat: '0.00', amount: '60.00' },
      ],
      tax: [
        { vat_class: 'vatable', net: '108.00', vat: '12.96' },
        { vat_class: 'exempt', net: '50.00', vat: '0.00' },
        { vat_class: 'zero_rated', net: '60.00', vat: '0.00' },
      ],
      totals: {
        ...{ before_discounts: '244.40', discounts: '13.44', total: '230.96' },
        ...{ not_delivered: '0.00', net: '218.00', vat: '12.96', due: '230.96' },
      },
    })
  })

  it('has the form that is documented, whose example has its own hash', async () => {
    const page = readFileSync(new URL('../../docs/e-invoice.md', import.meta.url), 'utf8')
    const example = JSON.parse(/```json\n(.*?)```/s.exec(page)![1]!) as {
      document: Json
      sha256: string
    }
    expect(hash(canonical(example.document))).toBe(example.sha256)
    const { id, version } = await booked()
    await shop.invoice(id, version, 'EI-2')
    expect(shape(JSON.parse((await read(id)).content) as Json)).toEqual(shape(example.document))
  })

  it('never changes; another number adds a row with the names of the issue', async () => {
    const { id, version, buyer } = await booked()
    const set = await shop.invoice(id, version, 'EI-3')
    const [first] = await rows(id)
    const other = { p_tin_no: '111-111-111-111', p_business_style: 'Other' }
    const finance = fixture.role['finance admin']
    await shop.rpc('update_customer_tax', { p_customer: buyer, p_version: 2, ...other }, finance)
    await setRules(fixture, 'a', { title: 'Renamed', tin_no: '999-999-999', branch_code: null })
    const due = await shop.invoice(id, set.version, 'EI-3', null, 'As it is')
    expect(await rows(id)).toEqual([first])
    await shop.invoice(id, due.version, 'EI-4', null, 'Spoiled')
    const both = await rows(id)
    expect(both[0]).toEqual(first)
    expect(JSON.parse(both[1]!.content)).toEqual({
      ...(JSON.parse(first!.content) as object),
      number: 'EI-4',
    })
    expect(await read(id)).toEqual({ content: both[1]!.content, sha256: both[1]!.sha256 })
    for (const change of [
      "update public.e_invoices set content = '{}'",
      'delete from public.e_invoices',
    ])
      await expect(fixture.db.sql(change)).rejects.toMatchObject({ code: '42501' })
    await setRules(fixture, 'a', SELLER)
  })

  it('is kept for each invoice of a batch, and made later for one from before', async () => {
    const [one, two] = [await booked(), await booked()]
    const bookings = [one, two].map(({ id, version }) => ({ id, version }))
    await shop.rpc('set_invoices', { p_batch: { first_no: 'EI-10', bookings } })
    expect(await rows(two.id)).toMatchObject([{ invoice_no: 'EI-11' }])
    const kept = JSON.parse((await read(one.id)).content) as object
    await withoutTriggers(fixture, 'public.e_invoices', 'append_only', () =>
      fixture.db.sql('delete from public.e_invoices where booking_id = $1::uuid', [one.id]),
    )
    const later = await read(one.id)
    expect(JSON.parse(later.content)).toEqual({ ...kept, made: 'later' })
    expect(later.sha256).toBe(hash(later.content))
    await expect(read(one.id, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
  })
})
