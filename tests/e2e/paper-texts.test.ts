import type { Page } from 'playwright'
import { expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { pdfOf } from '../support/pdf.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

const SALES = '/sales/bookings?stage=delivered'
const RECEIPTS = '/treasury/treasury-list/treasury-view-list'
const VOUCHERS = '/expenses/expenses-list/expenses-view-list'
const VOUCHER = '/reports_expenses_print?voucher='
const CUSTOMERS = '/customers/customer-list/customer-view-list'

/** A paper: its title, the list whose first document it is of or its own address, what follows that, and lines that it has. */
const PAPERS = [
  ['Invoice', SALES, '/invoice', [/^VAT 12% [\d,.]+ Amount due PHP [\d,.]+$/]],
  ['Delivery receipt', SALES, '/delivery-receipt', [/^Total PHP [\d,.]+$/]],
  ['Statement of account', CUSTOMERS, '/statement?from=', [/^Beginning balance [\d,.]+$/]],
  ['Collection receipt', RECEIPTS, '/print', [/^Received PHP [\d,.]+$/]],
  ['Remittance report', '/treasury/remittances', '/print', [/^Total receipts [\d,.]+$/]],
  ['Deposit slip', '/treasury/deposits', '/print', [/^Total deposit PHP [\d,.]+$/]],
  ['Disbursement voucher', VOUCHERS, VOUCHER, [/^Net amount payable$/, /^Total [\d,.]+$/]],
  [
    'Count sheet',
    '/inventory/stock-counts',
    '/print',
    [/^Code Product Pcs\/case Cases Pieces Remarks$/, /^HOU-510 Kalinisan Dishwashing .* 24$/],
  ],
  [
    'Pick list',
    null,
    '/sales/sales-delivery/pick-list',
    [/^Code Product Pcs\/case Bookings To pick Picked$/, /^[A-Z]{3}-\d+ .+ \d+ \d+ [\d,]+ cs/],
  ],
  [
    'Delivery manifest',
    null,
    '/sales/sales-delivery/day-list',
    [/^SO no\. Invoice no\. Customer Deliver to Received by Amount/, /^SO-\d{6} .* [\d,.]+$/],
  ],
  [
    'Call sheet',
    null,
    '/reports_penetration_report/call-sheet?from=2026-01-01&to=2026-01-31',
    [/^Non-buying customers \d+$/],
  ],
] as const

/** All words of a text in alphabetical order: a paper may break its lines elsewhere than a screen. */
const wordsOf = (text: string) =>
  text
    .split(/[\s-]+/)
    .filter(Boolean)
    .toSorted()

/** Opens a paper: of the first document of a list, or at its own address. */
async function open(page: Page, list: string | null, rest: string) {
  if (!list) return page.goto(rest)
  await page.goto(list)
  // Documents that open with a place in their list, not the sums of others above it.
  const rows = page.locator('main tbody a[href*="at="]')
  const first = await ((await rows.count()) ? rows : page.locator('main tbody [data-row]'))
    .first()
    .getAttribute('href')
  const [document] = first!.split('?')
  return page.goto(
    rest === VOUCHER ? `${rest}${document!.split('/').at(-1)}` : `${document}${rest}`,
  )
}

it.each(PAPERS)('the PDF of “%s” says what its page says', async (title, list, rest, lines) => {
  const { page, problems, close } = await visit()
  onTestFailed(() => picture(page, `paper ${title}`))
  await enterAs(page, server, /^.reports/.test(rest) ? 'General Manager' : 'special access 1')
  await open(page, list, rest)
  await page.emulateMedia({ media: 'print' })
  const sheets = page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: title, level: 2 }) })
  await sheets.first().waitFor()
  const shown = (await sheets.allInnerTexts()).join('\n')
  const pages = await pdfOf(page)
  const printed = pages.flatMap((each) => each.lines)
  // The foot of each page is no part of the sheet.
  const isFoot = (line: string) => /^(Data as of .*)?Page \d+ of \d+$/.test(line.trim())
  expect(wordsOf(printed.filter((line) => !isFoot(line)).join(' '))).toEqual(wordsOf(shown))
  for (const line of lines) expect(printed).toContainEqual(expect.stringMatching(line))
  const [width, height] = pages[0]!.size
  // Customers to call have room to write on a sheet that lies across.
  expect(height > width).toBe(title !== 'Call sheet')
  expect(problems).toEqual([])
  await close()
})
