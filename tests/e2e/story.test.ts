import type { Locator } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { pick, pickOrAdd, picture, testBrowser } from '../support/browser.ts'
import { NIGHTLY } from '../support/rounds.ts'
import { approveReceipt } from '../support/second-person.ts'
import { embeddedServer } from '../support/server.ts'

/** The story is told in a browser with scripts; the forms of each step are filled without scripts elsewhere. */
const WAYS = NIGHTLY ? [true, false] : [true]

const server = embeddedServer()
const { signedIn } = testBrowser(server)

/** Returns the visible text, with a space between cells. */
const text = async (locator: Locator) =>
  (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ')

/** The whole day of a company, by clicking: the proof that the slice is complete. */
describe.each(WAYS.map((scripts) => ({ scripts })))(
  'order to cash, scripts $scripts',
  ({ scripts }) => {
    const tag = scripts ? 'JS' : 'NOJS'
    const product = `Story Soap ${tag}`
    // The two names differ enough not to be taken for duplicates.
    const store = scripts ? 'Story Maligaya' : 'Story Payapa'
    const seen: string[] = []

    it('runs from purchase to paid', async () => {
      const visit = await signedIn('special-access-1@demo.test', { scripts, width: 1366 })
      const { page, problems } = visit
      onTestFailed(() => picture(page, `story ${tag}`))
      const field = (label: string, nth = 0) => page.getByLabel(label, { exact: false }).nth(nth)
      const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
      /** Presses the button and waits until the page shows the result. */
      const choose = async (name: string | RegExp) => {
        const sent = page.waitForResponse((response) => response.request().method() === 'POST')
        await press(name)
        await sent
        await page.waitForLoadState('networkidle')
      }
      const stage = (name: string) =>
        page.locator('main header').getByText(name, { exact: true }).first().waitFor()

      // A product: who sets its first price does not validate its first booking.
      const pricing = await signedIn('sales-admin@demo.test', { scripts })
      await pricing.page.goto('/inventory/product-list/product-add-product')
      for (const [label, value] of Object.entries({
        'Product name': product,
        'Material code': `ST-${tag}`,
        'Pcs/case': '12',
        'Default cost': '7.50',
        'Default SRP': '10.00',
      }))
        await pricing.page.getByLabel(label).first().fill(value)
      await pricing.page.getByRole('button', { name: 'Add product' }).click()
      await pricing.page.waitForURL(/product-list$/)
      await pricing.close()
      // A customer with 1,000.00 of credit.
      // Finance sets credit lines: who does so does not validate what needs them.
      const finance = await signedIn('finance-admin@demo.test', { scripts })
      const named = (label: string) => finance.page.getByLabel(label, { exact: false }).first()
      await finance.page.goto('/customers/customer-registry/customer-add-registry')
      await named('Name').fill(store)
      await pick(finance, 'Agent', 'Jun Mercado')
      await named('Credit limit').fill('1000.00')
      await named('Terms').fill('30')
      await finance.page.getByRole('button', { name: 'Add and approve' }).first().click()
      await finance.page.waitForURL(/customer-list\/[0-9a-f-]{36}$/)
      await finance.close()

      // Buy: two cases and a piece.
      await page.goto('/inventory/purchase-list/purchase-add-purchase')
      await field('PO no.').fill(`PO-${tag}`)
      await pickOrAdd(visit, 'supplier', 'Story Supply')
      await pick(visit, 'Product', product)
      await field('Quantity').fill('2 cs + 1 pc')
      await field('Cost').fill('7.50')
      await press('Save purchase')
      await page.waitForURL(/purchase-list\/[0-9a-f-]{36}$/)
      await expect.poll(() => text(page.locator('main'))).toContain('+25 pc')
      seen.push(new URL(page.url()).pathname)

      // Over-selling is refused, and the booking stays unchanged.
      const book = async (quantity: string) => {
        await page.goto('/sales/bookings/add')
        await pick(visit, 'Customer', store)
        await pick(visit, 'Product', product)
        await field('Quantity').fill(quantity)
        await field('Unit price').fill('10.00')
        await page.getByRole('button', { name: 'Save booking', exact: true }).click()
        await page.waitForURL(/sales\/bookings\/[0-9a-f-]{36}$/)
      }
      const main = () => text(page.locator('main'))
      await book('3 cs')
      await press(/^Validate/)
      await page.getByText(/Not enough stock of Story Soap/).waitFor()
      expect(await main()).toMatch(/36 ordered, 25 available/)

      // A booking that fits: 20 pieces, 200.00.
      await book('1 cs + 8 pc')
      expect(await main()).toContain('200.00')
      seen.push(new URL(page.url()).pathname)
      const booking = page.url()
      await choose(/^Validate/)
      await stage('Validated')
      await page.goto(
        `/inventory/inventory-list/inventory-view-list?q=${encodeURIComponent(product)}`,
      )
      expect(await main()).toMatch(/2 cs \+ 1 pc 1 cs \+ 8 pc 5 pc/)

      await page.goto(booking)
      await page.locator('[name=invoice_no]').fill(`SI-${tag}`)
      await choose(/^Assign invoice/)
      await stage('Invoiced')
      await choose(/^Mark delivered/)
      await stage('Delivered')

      // Half of the invoice is paid in cash: recorded, approved, and on the receivables report.
      const collect = async (amount: string, no: string) => {
        await page.goto(booking)
        await page.getByRole('link', { name: 'Record collection' }).click()
        await page.waitForURL(/treasury-add-collection/)
        await page.locator('[name=cr_no]').fill(no)
        await page.locator('[name="parts[0].amount"]').fill(amount)
        await page.locator('[name="allocations[0].amount"]').fill(amount)
        await press(/^Record/)
        await page.waitForURL(/treasury-list\/[0-9a-f-]{36}$/)
        seen.push(new URL(page.url()).pathname)
        await approveReceipt(signedIn, 'finance-admin', page.url())
        await page.reload()
        await stage('Approved')
      }
      await collect('100.00', `CR-${tag}-1`)
      await page.goto('/reports_ar?show=total&show=collected&show=balance')
      const row = page.getByRole('row').filter({ hasText: store })
      expect(await text(row)).toMatch(/200\.00 100\.00 100\.00/)
      await collect('100.00', `CR-${tag}-2`)
      await page.goto(booking)
      await page.getByText('Paid', { exact: true }).first().waitFor()
      await page.goto('/reports_ar')
      expect(await page.getByRole('row').filter({ hasText: store }).count()).toBe(0)
      expect(problems).toEqual([])
      await visit.close()
    })

    it('shows none of it to the other company, by any address', async () => {
      expect(seen.length).toBe(4)
      const visit = await signedIn('special-access-1@other.test', { scripts, width: 1366 })
      const lists = [
        '/inventory/inventory-list/inventory-view-list',
        '/inventory/product-list',
        '/inventory/purchase-list',
        '/customers/customer-list/customer-view-list',
        '/customers/customer-registry',
        '/sales/bookings',
        '/sales/sales-invoicing',
        '/sales/bookings/add',
        '/treasury/treasury-list/treasury-view-list',
        '/reports_ar',
      ]
      for (const path of lists) {
        const response = await visit.page.goto(path)
        expect(response?.status(), path).toBe(200)
        expect(await visit.page.content(), path).not.toContain('Story')
      }
      for (const path of seen) {
        const response = await visit.page.goto(path)
        expect(response?.status(), path).toBe(404)
        expect(await visit.page.content()).toContain('No such document!')
      }
      await visit.close()
    })
  },
)
