import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { issuedPapers } from '../support/issued.ts'
import { setRules } from '../support/rules.ts'
import { vatTrade } from '../support/vat.ts'

const fixture = testFixture()
const { shop, memo } = vatTrade(fixture)
const papers = issuedPapers(fixture)

/** Gives company A a logo. */
async function logo(name: string) {
  const path = `${fixture.a}/x/${name}.png`
  await fixture.db.sql("insert into storage.objects (bucket_id, name) values ('logos', $1)", [path])
  await setRules(fixture, 'a', { logo_uri1: path })
}
const SELLER = { title: 'Alpha Distribution, Inc.', address: '1 Mabini St', tin_no: '123-456-789' }
beforeAll(async () => {
  await setRules(fixture, 'a', { ...SELLER, branch_code: '00012', vat_registered: true })
  await setRules(fixture, 'a', { invoice_note: 'Ours until paid.', drr_label: 'DS' })
  await logo('first')
})

/** Changes whatever a paper names: customer, goods, prices, people, the company, its settings, its logo, and the number of the invoice. */
async function changeAll(sold: { id: string; customer: string; product: string }) {
  const sql = (text: string, ...more: string[]) => fixture.db.sql(text, more)
  const finance = fixture.role['finance admin']
  const tax = { p_tin_no: '999-888-777', p_business_style: 'Hardware', p_vat_class: 'exempt' }
  await shop.rpc(
    'update_customer_tax',
    { p_customer: sold.customer, p_version: 1, ...tax },
    finance,
  )
  await sql(
    `update public.customers set name = 'New & Co.', store_name = 'New store', address = 'New place' where id = $1::uuid`,
    sold.customer,
  )
  await sql(
    `update public.products set description = 'Renamed', material_code = $2, def_srp = 99, vat_class = 'exempt' where id = $1::uuid`,
    ...[sold.product, randomUUID().slice(0, 8)],
  )
  await sql(`update public.profiles set display_name = 'Other ' || left(user_id::text, 8)`)
  await setRules(fixture, 'a', {
    ...{ title: 'Omega, Inc.', address: 'Elsewhere', tin_no: '111-111-111', phone: '(02) 1' },
    ...{ other_info1: 'New line', payment_instructions: 'New bank', currency: 'USD' },
    ...{ vat_registered: false, branch_code: '00099', invoice_note: 'Other words' },
    ...{ authority_note: 'Other authority', drr_label: 'XX', vat_percent: '10' },
  })
  await logo('second')
  const { version, invoice_no } = await shop.booking(sold.id)
  await shop.invoice(sold.id, Number(version), `${invoice_no}9`, null, 'Spoiled')
}

it('an invoice, a memo, a receipt and a delivery receipt say the same, whatever changes later', async () => {
  const sold = await memo.sold(12, '11.20', 'IP-1')
  const credit = await memo.write({
    ...{ kind: 'credit', reason: 'return', booking_id: sold.id },
    lines: [{ line_id: sold.line, quantity: 3 }],
  })
  const paid = await shop.collect(sold.customer, '50.00', [[sold.id, '50.00']])
  await shop.approve(paid.id)
  const read = async (copies?: number) => ({
    invoice: await papers.invoice(sold.id, copies),
    memo: await papers.memo(credit.id, copies),
    receipt: await papers.receipt(paid.id, copies),
    delivery: await papers.delivery(sold.id, copies),
  })
  const before = await read()
  for (const { paper, pdf } of Object.values(before)) {
    expect(pdf).toContain('Alpha Distribution, Inc.')
    expect(paper.letterhead.logo).toBe(`/logos/${fixture.a}/x/first.png`)
  }
  await changeAll(sold)
  const { invoice, ...others } = await read()
  const { invoice: issued, ...same } = before
  expect(others).toEqual(same)
  // Another number makes another row; everything else is that of the issue.
  const renumbered = (texts: readonly string[]) => texts.join('\n').replaceAll('IP-19', 'IP-1')
  expect(renumbered(invoice.print)).toBe(issued.print.join('\n'))
  expect(renumbered(invoice.pdf)).toBe(issued.pdf.join('\n'))
  const contentOf = (file: string | null) => (JSON.parse(file!) as { document: object }).document
  expect(contentOf(invoice.file)).toEqual({ ...contentOf(issued.file), number: 'IP-19' })
  // A reprint says which copy it is, and nothing else.
  const copy = await papers.memo(credit.id, 2)
  expect(copy.pdf.filter((text) => !before.memo.pdf.includes(text))).toEqual(['COPY 2'])
  expect(copy.file).toBe(before.memo.file)
})
