import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { pick, pickOrAdd, type Visit } from './browser.ts'

export const ADD = '/inventory/purchase-list/purchase-add-purchase'
const RECORD = /purchase-list\/[0-9a-f-]{36}(\?list=.*)?$/

export const text = async (locator: Locator) =>
  (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
export const main = (page: Page) => text(page.locator('main'))
export const field = (page: Page, label: string | RegExp, nth = 0) =>
  page.getByLabel(label).nth(nth)
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()
/** Presses a button of the dialog that is open; the button that opened it may have the same name. */
export const confirm = (page: Page, name: string) =>
  page.locator('dialog:visible').getByRole('button', { name, exact: true }).click()

/** Returns the quantity on hand of a product, as the inventory shows it. */
export async function onHand(page: Page, product: string): Promise<string> {
  await page.goto(`/inventory/inventory-list/inventory-view-list?q=${encodeURIComponent(product)}`)
  return text(page.getByRole('row').filter({ hasText: product }))
}

/** The page of a record is there, not only its address. */
export async function recorded(page: Page) {
  await page.waitForURL(RECORD)
  await page.getByRole('table', { name: 'Lines' }).waitFor()
}

/** Records one line and stands on the record. */
export async function record(
  visit: Visit,
  po: string,
  product: string,
  fields: Record<string, string>,
) {
  const { page } = visit
  await page.goto(ADD)
  await field(page, 'PO no.').fill(po)
  await pickOrAdd(visit, 'supplier', 'Purchasing Supply')
  if (fields.kind) await field(page, /^Type/).selectOption(fields.kind)
  if (fields.invoice) await field(page, 'Supplier invoice no.').fill(fields.invoice)
  await pick(visit, 'Product', product)
  await field(page, 'Quantity').fill(fields.quantity ?? '10')
  await field(page, 'Cost').fill(fields.cost ?? '20.00')
  if (fields.srp) await field(page, 'New SRP').fill(fields.srp)
  await press(page, /^Save/)
}

/**
 * Returns the match in each row of a list, over all its pages; going back must show the first page
 * again.
 */
export async function readOn(page: Page, list: string, what: RegExp): Promise<string[]> {
  const shown = async () =>
    (await page.locator('tbody tr').allInnerTexts()).flatMap((row) => what.exec(row)?.[0] ?? [])
  await page.goto(list)
  const first = await shown()
  const seen = [...first]
  for (;;) {
    const older = page.getByRole('link', { name: 'Older' })
    if ((await older.count()) === 0) break
    const before = await shown()
    await older.click()
    await expect.poll(shown, { timeout: 15_000 }).not.toEqual(before)
    seen.push(...(await shown()))
  }
  if (seen.length > first.length) {
    const newer = page.getByRole('link', { name: 'Newer' })
    while ((await newer.count()) > 0) {
      const before = await shown()
      await newer.click()
      await expect.poll(shown, { timeout: 15_000 }).not.toEqual(before)
    }
    expect(await shown()).toEqual(first)
  }
  return seen
}
