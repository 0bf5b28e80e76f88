import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import xlsx from 'sheetjs-style'
import { describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { pick, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { ADD, field, main, press, record, recorded, text } from '../support/purchasing.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)
const PRODUCTS = '/inventory/product-list'
const lines = (page: Page) => text(page.getByRole('table', { name: 'Lines' }))

/** Enters a product of twelve in a case, quoted by the case, and returns its id. */
async function added(page: Page, name: string): Promise<string> {
  await page.goto(`${PRODUCTS}/product-add-product`)
  await field(page, 'Product name').fill(name)
  await field(page, 'Material code').fill(name.replaceAll(' ', '-'))
  await field(page, 'Pcs/case').fill('12')
  await field(page, 'Price unit').selectOption('case')
  await field(page, 'Default cost').fill('90')
  await field(page, 'Default SRP').fill('96/dozen')
  await press(page, 'Add product')
  await page.getByText('Enter a price such as 96.25, 96.25/cs or 96.25 / 12.').waitFor()
  expect(await field(page, 'Default SRP').inputValue()).toBe('96/dozen')
  await field(page, 'Default SRP').fill('95.00/cs')
  await press(page, 'Add product')
  await page.waitForURL(/product-list$/)
  const { data } = await shop
    .db()
    .from('products')
    .select('id')
    .eq('project_id', DEMO_ID)
    .eq('description', name)
    .single()
  return data!.id
}

/** The file has the price as a number with its unit, and two cases on hand at it: 192.50. */
async function inExcel(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Excel' }).click(),
  ])
  const book = xlsx.read(readFileSync((await download.path())!))
  const cells = Object.values(book.Sheets.Data!) as { v?: unknown; w?: string }[]
  expect(cells.find(({ w }) => w === '96.25/cs')).toMatchObject({ v: 96.25 })
  expect(cells.some(({ v }) => v === 192.5)).toBe(true)
}

describe.each([{ scripts: true }, { scripts: false }])(
  'a price by the case, scripts $scripts',
  (mode) => {
    const name = `Case Juice ${mode.scripts ? 'JS' : 'NOJS'}`

    it('is typed, bought, booked, printed and taken to Excel with its unit', async () => {
      const visit = await signedIn('sales-admin@demo.test', mode)
      const { page } = visit
      onTestFailed(() => picture(page, `price units ${mode.scripts}`))
      const product = await added(page, name)
      await page.goto(`${PRODUCTS}/${product}`)
      expect(await main(page)).toMatch(/Default cost 90\.00\/cs Default SRP 95\.00\/cs/)

      // Two cases at 90.00, though a plain amount: the product is quoted by the case. The new SRP is a piece's 8.0208.
      await record(visit, `PO-${name}`, name, { quantity: '2 cs', cost: '90', srp: '96.25/box' })
      await page.getByText('Enter a price such as 96.25, 96.25/cs or 96.25 / 12.').waitFor()
      expect(new URL(page.url()).pathname).toBe(ADD)
      await field(page, 'New SRP').fill('96.25 / 12')
      if (mode.scripts) await page.getByText('= 8.0208/pc').waitFor()
      await press(page, /^Save/)
      await recorded(page)
      expect(await lines(page)).toMatch(/2 cs 90\.00\/cs 96\.25\/cs 180\.00/)

      // Correcting its cost to 8.00 a piece is 192.00.
      await page.locator('main').getByRole('link', { name: 'Correct' }).first().click()
      await field(page, 'Value to correct').selectOption('cost')
      await field(page, 'Correct value').fill('8/pc')
      await field(page, 'Reason').fill('Supplier invoice')
      await press(page, 'Send request')
      await page.getByText('Your request is pending approval').waitFor()
      expect(await main(page)).toMatch(/Cost 90\.00\/cs → 8\.00/)

      // A case and a half at 96.25 a case: 144.375, rounded once. The live price is proposed.
      await page.goto('/sales/bookings/add')
      const { data: customer } = await shop
        .db()
        .from('customers')
        .select('name')
        .eq('id', await shop.customer())
        .single()
      await pick(visit, 'Customer', customer!.name)
      await pick(visit, 'Product', name)
      await field(page, 'Quantity').fill('1 cs + 6')
      if (mode.scripts) {
        expect(await field(page, 'Unit price').inputValue()).toBe('96.25/cs')
        await page.getByText('144.38').first().waitFor()
      }
      await press(page, 'Save booking')
      await page.waitForURL(/bookings\/[0-9a-f-]{36}$/)
      await page.getByRole('table', { name: 'Lines' }).waitFor()
      expect(await lines(page)).toMatch(/1 cs \+ 6 pc .*96\.25\/cs 144\.38/)
      const booking = new URL(page.url()).pathname

      // Edited: the price comes back with its unit, and another one is per piece: 18 at 8.02 are 144.36.
      await page.goto(`${booking}/edit`)
      expect(await field(page, 'Unit price').inputValue()).toBe('96.25/cs')
      await field(page, 'Unit price').fill('8.02/pc')
      await press(page, 'Save booking')
      await page.getByText(/ is saved\.$/).waitFor()
      expect(await lines(page)).toMatch(/8\.02\/pc 144\.36/)
      await page.goto(`${booking}/edit`)
      expect(await field(page, 'Unit price').inputValue()).toBe('8.02/pc')
      await field(page, 'Unit price').fill('96.25')
      await press(page, 'Save booking')
      await page.getByText(/ is saved\.$/).waitFor()

      const id = booking.split('/').at(-1)!
      const { data: pending } = await shop
        .db()
        .from('bookings')
        .select('version')
        .eq('id', id)
        .single()
      const { version } = await shop.runCommand('validate_booking', {
        ...{ p_booking: id, p_version: pending!.version },
      })
      await shop.runCommand('set_invoice', {
        ...{ p_booking: id, p_version: version, p_invoice_no: `INV ${name}`, p_date: null },
      })
      const office = await signedIn('special-access-1@demo.test', mode)
      await office.page.goto(`${booking}/invoice`)
      expect(await main(office.page)).toMatch(/ 1 6 18 96\.25 \/ 12 pc 15\.47 144\.38/)

      await office.page.goto(`/reports_inventory?level=product&product_id=${product}&show=srp`)
      const row = office.page.getByRole('row').filter({ hasText: name })
      expect(await text(row)).toContain('96.25/cs')
      if (mode.scripts) await inExcel(office.page)
      expect([...visit.problems, ...office.problems]).toEqual([])
      await Promise.all([visit.close(), office.close()])
    })
  },
)
