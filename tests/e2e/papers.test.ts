import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { readPdf } from '../support/pdf.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)
const owner = demoCompany(server, 'owner')

const textOf = async (part: Locator) => (await part.innerText()).replace(/\s+/g, ' ')

/** Width and height of the pages of a print in points, and how many there are. */
async function pagesOf(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  return boxes.map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))])
}

/** Invoices 3 cases and 8 pieces at 7.90 less 10 %, 2 cases at 100.00 a case, a free case with them, and more lines. */
async function invoiced(more = 0) {
  const tag = randomUUID().slice(0, 8)
  const product = (name: string) =>
    shop.product(`${name} ${tag}`, { case_config: 20, def_srp: 7.9, def_cost: 3 })
  const [soap, oil] = [await product('Paper soap'), await product('Paper oil')]
  await shop.runCommand('create_purchase', {
    p_purchase: {
      po_no: `PAPER-${tag}`,
      supplier: 'S',
      lines: [soap, oil].map((product_id) => ({
        product_id,
        quantity: 200,
        cost: '3.00',
        prod_srp: '7.90',
      })),
    },
  })
  const order = await shop.runCommand('create_booking', {
    p_booking: {
      customer_id: await shop.customer(),
      lines: [
        { product_id: soap, quantity: 68, agent_srp: '7.90', discount_percent: '10' },
        { product_id: oil, quantity: 40, agent_srp: '100.00', agent_srp_pieces: 20 },
        { product_id: oil, quantity: 20, free_of: 2 },
        ...Array.from({ length: more }, () => ({
          product_id: soap,
          quantity: 1,
          agent_srp: '7.90',
        })),
      ],
    },
  })
  const of = { p_booking: order.id }
  // Free goods always need an override.
  const { version } = await owner.runCommand('validate_booking', {
    ...of,
    p_version: order.version,
    p_override_reason: 'Promotion',
  })
  const no = `PAPER-${tag}`
  const paid = { ...of, p_version: version, p_invoice_no: no, p_date: null }
  await shop.runCommand('set_invoice', paid)
  return { id: order.id, no }
}

/** Delivers ten pieces of the first line and releases the rest. */
async function releaseRest(p_booking: string) {
  const { data } = await shop
    .db()
    .from('bookings')
    .select('version, booking_lines!booking_id(id, line_no)')
    .eq('id', p_booking)
    .single()
  const first = data!.booking_lines.find(({ line_no }) => line_no === 1)!
  await shop.runCommand('deliver_booking', {
    ...{ p_booking, p_version: data!.version, p_date: null },
    p_lines: { remainder: 'release', lines: [{ line_id: first.id, quantity: 10 }] },
  })
}

describe('an invoice on paper', () => {
  it('shows what a reader needs to compute its amounts, in three sizes', async () => {
    const { id, no } = await invoiced()
    const { page, problems, close } = await signedIn('invoice-admin@demo.test')
    onTestFailed(() => picture(page, 'papers-invoice'))
    await page.goto(`/sales/bookings/${id}/invoice`)
    const sheet = page.getByRole('region', { name: `Invoice ${no}` })
    const paper = await textOf(sheet)
    expect(paper).toMatch(
      /^Bayanihan Distribution, Inc\. 118 Marcos Highway.*TIN 000-118-442-00000/,
    )
    // 68 × 7.90 = 537.20, less 10 % = 483.48; 2 × 100.00 = 200.00; together 683.48, of which 683.48 × 12 ÷ 112 = 73.23 is VAT: 51.80 of the first line.
    expect(paper).toMatch(/Paper soap \w+ 3 8 68 7\.90 \/ pc 53\.72 10% 51\.80 483\.48/)
    expect(paper).toMatch(/Paper oil \w+ 2 – 40 100\.00 \/ 20 pc 0\.00 21\.43 200\.00/)
    expect(paper).toMatch(/Paper oil \w+ Free, with line 2 1 – 20 Free 0\.00 0\.00 0\.00/)
    expect(paper).toMatch(/Before discounts 737\.20 Less discounts 53\.72 Total 683\.48/)
    expect(paper).toMatch(/Amount due PHP 683\.48 Date/)
    expect(paper).toContain(
      'Amount in words: Six hundred eighty-three pesos and forty-eight centavos only',
    )
    expect(paper).toContain('Payment: Cheques are payable to Bayanihan Distribution, Inc.')
    expect(await sheet.locator('img').evaluate((logo: HTMLImageElement) => logo.naturalWidth)).toBe(
      480,
    )
    await page.emulateMedia({ media: 'print' })
    expect(await pagesOf(page)).toEqual([[595, 842]])
    await page.goto(`/sales/bookings/${id}/invoice?paper=letter`)
    expect(await pagesOf(page)).toEqual([[612, 792]])
    await page.goto(`/sales/bookings/${id}/invoice?paper=a5`)
    expect((await pagesOf(page))[0]).toEqual([595, 420])
    expect(problems).toEqual([])
    await close()
  }, 60_000)

  it('is the original when it is printed first, then a copy with its number', async () => {
    const { id, no } = await invoiced(2)
    const { page, close } = await signedIn('invoice-admin@demo.test')
    onTestFailed(() => picture(page, 'papers-copy'))
    await page.goto(`/sales/bookings/${id}/invoice?paper=letter`)
    const sheet = page.getByRole('region', { name: `Invoice ${no}` })
    const original = await textOf(sheet)
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.getByText(`Invoice ${no} is printed.`).waitFor()
    expect(await textOf(sheet)).toBe(original)
    // A release of undelivered goods after it does not change it.
    await releaseRest(id)
    await page.reload()
    expect(await textOf(sheet)).toBe(original)
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.getByText(`Copy 2 of invoice ${no}.`).waitFor()
    expect((await textOf(sheet)).replace(' COPY 2', '')).toBe(original)
    expect(await textOf(sheet)).toContain(`${no} COPY 2`)
    await page.emulateMedia({ media: 'print' })
    expect(await pagesOf(page)).toEqual([[612, 792]])
    // Five lines fit on half a sheet.
    await page.goto(`/sales/bookings/${id}/invoice?paper=a5`)
    expect(await pagesOf(page)).toEqual([[595, 420]])
    await page.emulateMedia({ media: 'screen' })
    // Together with others it is counted too.
    await page.goto(`/sales/sales-invoicing/print?booking=${id}`)
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.getByText(`Copy 3 of invoice ${no}.`).waitFor()
    await close()
  }, 60_000)

  it('is downloaded as a PDF, which is counted as a print', async () => {
    const { id, no } = await invoiced()
    const { page, problems, close } = await signedIn('invoice-admin@demo.test')
    onTestFailed(() => picture(page, 'papers-pdf'))
    await page.goto(`/sales/bookings/${id}/invoice?paper=a5`)
    const download = async () => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'PDF', exact: true }).click(),
      ])
      expect(file.suggestedFilename()).toBe(`Invoice ${no}.pdf`)
      return readPdf(readFileSync(await file.path()))
    }
    const [original] = await download()
    expect(original!.size).toEqual([595, 420])
    expect(original!.lines.join(' ')).not.toContain('COPY')
    await page.getByText(`Invoice ${no} is printed.`).waitFor()
    const [second] = await download()
    expect(second!.lines).toContain('COPY 2')
    await page.getByText(`Copy 2 of invoice ${no}.`).waitFor()
    // The page stays, and says it too.
    await page.getByText('COPY 2', { exact: true }).waitFor()
    expect(page.url()).toContain('?paper=a5')
    expect(page.url()).not.toContain('pdf')
    // A delivery without a number is not counted: its file is a link.
    await page.goto(`/sales/bookings/${id}/delivery-receipt`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'PDF', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^Delivery receipt SO-\d{6}\.pdf$/)
    expect(problems).toEqual([])
    await close()
  }, 60_000)

  it.each([
    ['warehouse', '/sales/bookings?stage=delivered', /Copy 2 of delivery receipt DR-\d{6}\./],
    ['finance-admin', '/treasury/remittances', /Copy 2 of remittance report\./],
    ['finance-admin', '/treasury/deposits', /Copy 2 of deposit slip\./],
  ])(
    'as %s, from %s, is a copy the second time',
    async (login, list, copy) => {
      const { page, problems, close } = await signedIn(`${login}@demo.test`)
      onTestFailed(() => picture(page, 'papers-copies'))
      await page.goto(list)
      const row = await page.locator('main tbody a[href*="at="]').first().getAttribute('href')
      const document = row!.split('?')[0]!
      const [id] = document.split('/').slice(-1)
      await page.goto(
        list.startsWith('/sales')
          ? `/sales/sales-delivery/receipts?booking=${id}`
          : `${document}/print`,
      )
      const sheet = page.getByRole('main')
      expect(await textOf(sheet)).not.toContain('COPY')
      const print = page.getByRole('button', { name: 'Print', exact: true })
      await print.click()
      await page.getByText(/ is printed\.$/).waitFor()
      expect(await textOf(sheet)).not.toContain('COPY')
      await print.click()
      await page.getByText(copy).waitFor()
      await sheet.getByText('COPY 2').waitFor()
      expect(problems).toEqual([])
      await close()
    },
    60_000,
  )

  it('is a delivery receipt with the same lines', async () => {
    const { id } = await invoiced()
    const { page, close } = await signedIn('warehouse@demo.test')
    onTestFailed(() => picture(page, 'papers-delivery'))
    await page.goto(`/sales/bookings/${id}/delivery-receipt`)
    const paper = await textOf(page.getByRole('region', { name: 'Delivery receipt' }))
    expect(paper).toMatch(/Paper soap \w+ 3 cs \+ 8 pc 3 8 68 7\.90 \/ pc 53\.72 10% 483\.48/)
    expect(paper).toMatch(/Free, with line 2 1 cs 1 – 20 Free/)
    await close()
  }, 60_000)
})

it('one statement and many print the same letter', async () => {
  await invoiced()
  const customer = await shop.customer()
  const { page, close } = await signedIn('finance-admin@demo.test')
  onTestFailed(() => picture(page, 'papers-statement'))
  await page.emulateMedia({ media: 'print' })
  const letter = async (address: string) => {
    await page.goto(address)
    const sheet = page.getByRole('region', { name: /^Statement of account of / })
    return (await textOf(sheet)).replace(/Data as of [\d/]+ [\d:]+/, '')
  }
  const alone = await letter(`/customers/customer-list/${customer}/statement?from=`)
  expect(alone).toMatch(/^Bayanihan Distribution, Inc\..*Statement of account/)
  expect(await letter(`/customers/statements?from=&customer_id=${customer}`)).toBe(alone)
  await close()
}, 60_000)

it('a purchase prints a receiving report whose amounts a reader can compute', async () => {
  const tag = randomUUID().slice(0, 8)
  const product_id = await shop.product(`Received ${tag}`, { case_config: 12 })
  const made = await shop.runCommand('create_purchase', {
    p_purchase: {
      ...{ po_no: `RR-${tag}`, supplier: 'Luzon Beverage', invoice_no: 'SI-881', with_vat: true },
      lines: [{ product_id, quantity: 27, cost: '96.25', cost_pieces: 12 }],
    },
  })
  const { page, problems, close } = await signedIn('special-access-1@demo.test')
  onTestFailed(() => picture(page, 'papers-purchase'))
  await page.goto(`/inventory/purchase-list/${made.id}`)
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  const sheet = page.getByRole('region', { name: 'Receiving report' })
  const paper = await textOf(sheet)
  // 27 × 96.25 ÷ 12 = 216.5625; of 216.56 the VAT is 216.56 × 12 ÷ 112 = 23.20.
  expect(paper).toMatch(
    /1 \S+ Received \w+ 2 3 27 96\.25 \/ 12 pc 23\.20 216\.56 Input VAT 23\.20 Total PHP 216\.56/,
  )
  expect(paper).toMatch(/Supplier Luzon Beverage.*Supplier invoice no\. SI-881/)
  for (const [size, width, height] of [
    ['a4', 595, 842],
    ['a5', 595, 420],
    ['letter', 612, 792],
  ] as const) {
    await page.goto(`/inventory/purchase-list/${made.id}/print?paper=${size}`)
    expect(await pagesOf(page)).toEqual([[width, height]])
  }
  expect(problems).toEqual([])
  await close()
})

it('the credit memo of goods without their booking lists goods, pieces, price and VAT by class', async () => {
  const tag = randomUUID().slice(0, 8)
  const [soap, rice] = [
    await shop.product(`Memo soap ${tag}`, { case_config: 12 }),
    await shop.product(`Memo rice ${tag}`, { case_config: 12, vat_class: 'exempt' }),
  ]
  const stocked = { cost: '3.00', prod_srp: '10.00' }
  await shop.runCommand('create_purchase', {
    p_purchase: {
      ...{ po_no: `MP-${tag}`, supplier: 'S' },
      lines: [{ product_id: soap, quantity: 50, ...stocked }],
    },
  })
  const customer_id = await shop.customer()
  const order = await shop.runCommand('create_booking', {
    p_booking: { customer_id, lines: [{ product_id: soap, quantity: 50, agent_srp: '11.20' }] },
  })
  const at = (steps: number) => ({ p_booking: order.id, p_version: order.version + steps })
  await shop.runCommand('validate_booking', { ...at(0), p_override_reason: null })
  await shop.runCommand('set_invoice', { ...at(1), p_invoice_no: `MP-${tag}`, p_date: null })
  await shop.runCommand('deliver_booking', { ...at(2), p_date: null, p_lines: null })
  const { id } = await shop.runCommand('create_purchase', {
    p_purchase: {
      ...{ po_no: `MR-${tag}`, supplier: 'S', kind: 'return_in', customer_id },
      lines: [
        { product_id: soap, quantity: 27, cost: '3.00', prod_srp: '134.40', prod_srp_pieces: 12 },
        { product_id: rice, quantity: 5, cost: '3.00', prod_srp: '8.00' },
      ],
    },
  })
  const { page, problems, close } = await signedIn('special-access-1@demo.test')
  onTestFailed(() => picture(page, 'papers-memo'))
  await page.goto(`/inventory/purchase-list/${id}`)
  await page.getByRole('link', { name: /^CM-/ }).click()
  await page.getByRole('heading', { level: 1, name: /^CM-/ }).waitFor()
  // 27 × 134.40 ÷ 12 = 302.40 = 270.00 + 32.40
  const lines = await textOf(page.getByRole('table', { name: 'Lines' }))
  expect(lines).toMatch(/Memo soap \w+ 2 cs \+ 3 pc \S+ 32\.40 ?VATable 302\.40/)
  expect(lines).toMatch(/Memo rice \w+ 5 pc \S+ 0\.00 ?VAT-exempt 40\.00 Total 32\.40 342\.40/)
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  const paper = await textOf(page.getByRole('region', { name: 'Credit memo' }))
  expect(paper).toMatch(/Memo soap \w+ 2 3 27 134\.40 \/ 12 pc 32\.40 VATable 302\.40/)
  expect(paper).toMatch(/Memo rice \w+ – 5 5 8\.00 \/ pc 0\.00 VAT-exempt 40\.00/)
  expect(paper).toMatch(
    /VATable, net of VAT 270\.00 VAT-exempt 40\.00 Zero-rated 0\.00 VAT 32\.40 Total PHP 342\.40/,
  )
  // The oldest invoices that the customer of the demo owes
  expect(paper).toMatch(/Credited to \S+/)
  const address = page.url().split('?')[0]
  for (const [size, width, height] of [
    ['a4', 595, 842],
    ['a5', 595, 420],
    ['letter', 612, 792],
  ] as const) {
    await page.goto(`${address}?paper=${size}`)
    expect((await pagesOf(page))[0]).toEqual([width, height])
  }
  expect(problems).toEqual([])
  await close()
})
