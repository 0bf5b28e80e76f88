import type { Page } from 'playwright'
import { beforeAll, expect, it, onTestFailed } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)
const shop = demoCompany(server)

/** Lists whose first documents are opened, with who opens them. */
const LISTS = [
  ['special access 1', '/sales/bookings'],
  ['special access 1', '/memos'],
  ['special access 1', '/inventory/product-list'],
  ['special access 1', '/inventory/purchase-list'],
  ['special access 1', '/inventory/stock-counts'],
  ['special access 1', '/inventory/bad-orders'],
  ['special access 1', '/inventory/price-lists'],
  ['special access 1', '/customers/customer-list/customer-view-list'],
  ['special access 1', '/customers/transfers'],
  ['special access 1', '/treasury/treasury-list/treasury-view-list'],
  ['special access 1', '/treasury/cheques'],
  ['special access 1', '/treasury/deposits'],
  ['special access 1', '/treasury/remittances'],
  ['special access 1', '/warehouse/warehouse-list/warehouse-view-list'],
  ['expenses and disbursements', '/expenses/expenses-list/expenses-view-list'],
  ['expenses and disbursements', '/expenses/cheques'],
] as const

/** Returns the tables that are cut, and how wide the page is. */
const measure = `(() => {
  const right = document.querySelector('main').getBoundingClientRect().right
  const tables = [...document.querySelectorAll('main table')]
  return {
    wide: document.documentElement.scrollWidth,
    cut: tables.filter((table) => table.getBoundingClientRect().right > right).map((table) => table.caption?.textContent ?? ''),
  }
})()`

beforeAll(async () => {
  // A purchase with all of its columns: VAT, a new SRP, cases and pieces.
  await shop.runCommand('create_purchase', {
    p_purchase: {
      ...{ po_no: 'PO-WIDE', supplier: 'Wide Supply', with_vat: true },
      date_added: today('Asia/Manila'),
      lines: [
        {
          product_id: await shop.product('A wide product of 250 g, twelve to a case'),
          ...{ quantity: '1006', cost: '96.25', cost_pieces: '12' },
          ...{ prod_srp: '120.00', prod_srp_pieces: '12' },
        },
      ],
    },
  })
})

it.each([1366, 1280, 390])(
  'no document is wider than a screen of %i',
  async (width) => {
    const { page, close } = await visit({ scripts: false, drawn: true })
    onTestFailed(() => picture(page, `documents ${width}`))
    await page.setViewportSize({ width, height: 844 })
    let as = ''
    let opened = 0
    for (const [who, list] of LISTS) {
      if (as !== who) await enterAs(page, server, who)
      as = who
      await page.goto(list)
      for (const address of await firstDocuments(page, list)) {
        await page.goto(address)
        const { wide, cut } = (await page.evaluate(measure)) as { wide: number; cut: string[] }
        expect(wide, `width of ${address}`).toBeLessThanOrEqual(width)
        // A phone draws rows as cards, or lets a wide table be moved in its frame.
        if (width > 1000) expect(cut, `tables of ${address}`).toEqual([])
        opened++
      }
    }
    expect(opened).toBeGreaterThan(20)
    await close()
  },
  240_000,
)

/** Returns the addresses of the first two documents of a list. */
async function firstDocuments(page: Page, list: string): Promise<string[]> {
  const links = await page
    .locator('main tbody tr a[href]')
    .evaluateAll((found) => found.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  return [...new Set(links)]
    .filter((path) => path !== list && /\/[0-9a-f-]{36}$/.test(path))
    .slice(0, 2)
}
