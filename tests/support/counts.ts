import type { Page } from 'playwright'
import { today } from '../../app/platform/values/dates.ts'
import type { Visit } from './browser.ts'
import type { demoCompany } from './demo.ts'

export const countField = (page: Page, name: string) => page.getByLabel(name)
export const pressOnSheet = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click()

/** Holds the repeated steps of the browser tests of stock counts. */
export function countDesk(shop: ReturnType<typeof demoCompany>) {
  const buy = (product: string, quantity: number, po_no = `PO-${product}`) =>
    shop.runCommand('create_purchase', {
      p_purchase: {
        po_no: po_no.slice(0, 40),
        supplier: 'Count Supply',
        date_added: today('Asia/Manila'),
        lines: [{ product_id: product, quantity: String(quantity), cost: '7.50' }],
      },
    })

  return {
    buy,
    /** A product of a category with so much of it. */
    async goods(name: string, category1: string, pieces: number) {
      const id = await shop.product(name, { category1 })
      await buy(id, pieces)
      return id
    },
    /** Makes a sheet by the form and stands on it. */
    async makeSheet({ page }: Visit, title: string, category: string, sheet = 'blind') {
      await page.goto('/inventory/stock-counts/add')
      await page.getByLabel('Name').fill(title)
      await page.getByLabel('Category').selectOption(category)
      await page.getByLabel('Sheet').selectOption(sheet)
      await pressOnSheet(page, 'Create count sheet')
      await page.waitForURL(/stock-counts\/[0-9a-f-]{36}$/)
      return new URL(page.url()).pathname
    },
    async handIn({ page }: Visit) {
      await pressOnSheet(page, 'Submit…')
      await pressOnSheet(page, 'Submit')
      await page.getByText('For approval', { exact: true }).waitFor()
    },
    /** Presses a decision, gives the reason and confirms it. */
    async decide({ page }: Visit, trigger: string, button: string, reason: string) {
      await pressOnSheet(page, trigger)
      const dialog = page
        .getByRole('dialog')
        .filter({ has: page.getByRole('button', { name: button }) })
      await dialog.getByLabel('Reason').fill(reason)
      await dialog.getByRole('button', { name: button }).click()
    },
  }
}
