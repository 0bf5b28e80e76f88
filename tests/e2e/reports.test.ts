import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it, onTestFailed } from 'vitest'
import { REPORTS } from '../../app/modules/reports/registry.ts'
import { picture, testBrowser, type Visit } from '../support/browser.ts'
import { openPopovers, POPOVER_WIDTHS } from '../support/popovers.ts'
import { earliest } from '../support/report-period.ts'
import { sample } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

/** Width of A4 across without its margins, in pixels of the style sheet. */
const PAPER = Math.floor(((297 - 2 * 12) / 25.4) * 96)

const server = testServer()
const { signedIn } = testBrowser(server)

const text = async (locator: Locator) =>
  (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ')

it('what opens over a report lies within the screen, and so does the palette', async () => {
  const { page, close } = await signedIn('general-manager@demo.test')
  onTestFailed(() => picture(page, 'report popovers'))
  // The nightly popovers.test.ts opens those of every screen.
  await page.goto('/reports_sales')
  const { opened, outside } = await openPopovers(page, '/reports_sales')
  expect(outside).toEqual([])
  expect(opened).toBeGreaterThan(15)
  for (const width of POPOVER_WIDTHS) {
    await page.setViewportSize({ width, height: 768 })
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search screens and documents' })
    await palette.waitFor()
    const { x, y, width: wide, height } = (await palette.boundingBox())!
    expect([x >= 0, y >= 0, x + wide <= width, y + height <= 768]).not.toContain(false)
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'hidden' })
  }
  await close()
})

it('a report is filtered, sorted, drilled into, kept under a name and shared, taken to Excel and to paper', async () => {
  const { page, problems, close } = await signedIn('general-manager@demo.test', {
    own: true,
    width: 1366,
  })
  onTestFailed(() => picture(page, 'reports'))
  // Instead of the dialog: how many rows the frame has that is printed.
  await page.addInitScript(() => {
    window.print = () => {
      const count = document.querySelector('table')!.tBodies[0]!.rows.length
      window.top!.document.documentElement.dataset.printed = String(count)
    }
  })
  const table = page.getByRole('table', { name: 'Accounts receivable' })
  const netCells = async () => {
    const headers = await table.locator('thead th').allTextContents()
    const nth = headers.findIndex((header) => header.startsWith('Net of uncleared')) + 1
    return table
      .locator(`tbody tr td:nth-child(${nth})`)
      .evaluateAll((cells) =>
        cells.map((cell) => cell.querySelector('.figures')?.textContent ?? cell.textContent ?? ''),
      )
  }

  // Sorted by a header, which says so; the figures come in that order.
  await page.goto('/reports_ar?level=customer')
  const columns = page.locator('details', {
    has: page.locator('summary', { hasText: /^Columns$/ }),
  })
  await columns.locator('summary').click()
  const chosen = ['Documents', 'Net of uncleared cheques']
  for (const column of chosen) await columns.getByLabel(column, { exact: true }).check()
  await columns.getByRole('button', { name: 'Move Current down' }).click()
  await columns.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Columns saved.').waitFor()
  const shown = async () =>
    (await table.locator('thead th').allInnerTexts()).map((name) => name.replace(/ [↑↓]$/, ''))
  expect(await shown()).toEqual([
    ...['Customer', 'Documents', '1–30', 'Current', '31–60', '61–90', 'Over 90', 'Unapplied'],
    ...['Receivables', 'Overdue', 'Net of uncleared cheques'],
  ])
  await table.getByRole('link', { name: 'Net of uncleared cheques' }).click()
  await page.waitForURL(/sort=balance/)
  await table.locator('th[aria-sort=descending]').waitFor()
  const balances = (await netCells()).map((amount) => Number(amount.replaceAll(',', '')))
  expect(balances.length).toBeGreaterThan(3)
  expect(balances).toEqual([...balances].sort((a, b) => b - a))
  const total = await text(table.locator('tfoot'))

  // The view is saved for everybody, with the order and the chosen columns; a relative date stays relative.
  await page.locator('summary', { hasText: 'Views' }).click()
  await page.getByLabel('Save view as').fill('Who owes most')
  await page.getByLabel('Share with all users').check()
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByText('View saved as Who owes most.').waitFor()
  const view = new URL(page.url()).searchParams
  expect([...view.keys(), view.get('sort')]).toEqual(['sort', 'columns', 'balance'])
  expect(view.get('columns')).toContain('documents')

  // The Excel file has every row and the same total, computed apart.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Excel' }).click(),
  ])
  const rows = await readSheet(readFileSync((await download.path())!), 1)
  const head = rows.findIndex((cells) => cells[0] === 'Customer')
  const column = rows[head]!.indexOf('Net of Uncleared Cheques')
  expect(rows[head]!.slice(0, 4)).toEqual(['Customer', 'Documents', '1–30', 'Current'])
  const lines = rows.slice(head + 1)
  expect(lines.slice(0, -1).map((cells) => cells[column])).toEqual(balances)
  expect(lines.at(-1)![0]).toBe('Total')
  expect(total).toContain(Number(lines.at(-1)![column]).toLocaleString('en-US'))

  // The print has the whole set, with one total and page numbers.
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  const sheet = page.getByRole('region', { name: 'Accounts receivable' })
  await sheet.waitFor()
  expect(await sheet.getByRole('link').count()).toBe(0)
  // Paper has the columns of the screen, in their order.
  expect(await sheet.locator('tbody tr').count()).toBe(balances.length)
  expect(await text(sheet.locator('tfoot'))).toBe(total)
  await page.getByRole('button', { name: 'Print' }).click()
  await page.locator(`html[data-printed="${balances.length}"]`).waitFor({ state: 'attached' })

  await page.goto('/reports_ar?level=customer')
  await columns.locator('summary').click()
  await columns.getByRole('button', { name: 'Reset' }).click()
  await page.getByText('Columns reset.').waitFor()
  expect(await shown()).not.toContain('Documents')

  // The link leads to the documents of one customer.
  await page.goto('/reports_ar?level=customer&show=documents&show=balance&sort=balance')
  const documents = table.locator('tbody tr').first().locator('td').nth(1).getByRole('link')
  const count = Number(await text(documents))
  await documents.click()
  await page.waitForURL(/level=document.*customer_id=/)
  await page.getByText(count === 1 ? '1 of 1' : `1–${count} of ${count}`, { exact: true }).waitFor()
  expect(problems).toEqual([])
  await close()
}, 60_000)

it('a menu that is opened before the scripts have come stays open', async () => {
  const { page, close } = await signedIn('general-manager@demo.test')
  onTestFailed(() => picture(page, 'report early menu'))
  let letThrough = () => {}
  const opened = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await opened
    await route.continue()
  })
  await page.goto('/reports_ar?level=customer', { waitUntil: 'commit' })
  const documents = page.getByLabel('Documents', { exact: true })
  await page.locator('summary', { hasText: /^Columns$/ }).click()
  await documents.waitFor()
  letThrough()
  // The buttons come with the scripts.
  await page.getByRole('button', { name: 'Move Current down' }).waitFor()
  expect(await documents.isVisible()).toBe(true)
  await close()
})

it('what is filtered stands in the line, and its chip takes it away', async () => {
  const { page, close } = await signedIn('finance-admin@demo.test')
  onTestFailed(() => picture(page, 'reports-more'))
  const overdue = page.getByLabel('Overdue only')
  await page.goto('/reports_ar?overdue_only=1')
  const chip = page.getByRole('link', { name: 'Remove the filter Overdue only' })
  await chip.waitFor()
  expect(await overdue.isVisible()).toBe(false)
  await page.getByText('Add filter').click()
  await overdue.uncheck()
  await page.waitForURL(/reports_ar(\?(?!.*overdue)|$)/)
  expect([await overdue.isVisible(), await chip.count()]).toEqual([true, 0])
  await overdue.check()
  await page.keyboard.press('Escape')
  expect(await overdue.isVisible()).toBe(false)
  await chip.click()
  await page.waitForURL(/reports_ar(\?(?!.*overdue)|$)/)
  await expect.poll(() => chip.count()).toBe(0)
  await close()
})

it('without scripts filters of others are opened, and one’s own kept and removed', async () => {
  const { page, close } = await signedIn('finance-admin@demo.test', { scripts: false })
  onTestFailed(() => picture(page, 'reports-scriptless'))
  await page.goto('/reports_ar')
  const views = page.locator('details', { hasText: 'Save view as' })
  const openViews = () => views.locator('summary').click()
  await openViews()
  expect(await views.getByRole('button', { name: 'Remove Who owes most' }).count()).toBe(0)
  await views.getByRole('link', { name: /^Who owes most/ }).click()
  await page.locator('th[aria-sort=descending]').waitFor()

  await page.goto('/reports_ar')
  expect(await page.getByLabel('Overdue only').isVisible()).toBe(false)
  await page.getByText('Add filter').click()
  await page.getByLabel('Overdue only').check()
  await page.getByRole('button', { name: 'Apply' }).first().click()
  await page.getByRole('link', { name: 'Remove the filter Overdue only' }).waitFor()
  await openViews()
  await page.getByLabel('Save view as').fill('Late')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.waitForURL(/reports_ar\?overdue_only=1$/)
  await openViews()
  await views.getByRole('link', { name: 'Late' }).waitFor()
  await views.getByRole('button', { name: 'Remove Late' }).click()
  await page.getByText('View removed.').waitFor()
  expect(await page.getByRole('link', { name: 'Late' }).count()).toBe(0)
  await openViews()
  expect(await views.getByRole('link', { name: /^Who owes most/ }).count()).toBe(1)
  await close()
}, 60_000)

describe('every report', () => {
  let manager: Visit | undefined

  it.each(sample(REPORTS, 2).map((report) => [report.title, report] as const))(
    '%s is sorted and grouped, leads to what its rows are about, fits a phone, and goes to paper',
    async (title, report) => {
      const { path, levels } = report
      manager ??= await signedIn('general-manager@demo.test')
      const { page, problems } = manager
      onTestFailed(() => picture(page, `report ${title}`))
      const table = page.getByRole('table', { name: title })
      const excel = page.getByRole('link', { name: 'Excel' })

      // Rows can be sorted, if it says how.
      const order = report.filters.find(({ name }) => name === 'sort')
      const sorted = order?.levels?.at(-1) ?? levels[0]!.value
      const from = earliest(report.source)
      await page.goto(`${path}?from=${from}&level=${sorted}`)
      const drill = await table.locator('tbody a').first().getAttribute('href')
      const below = await page.request.get(new URL(drill!, page.url()).href)
      expect(below.status(), drill!).toBe(200)
      if (order) {
        await table.locator('thead a').first().click()
        await table.locator('th[aria-sort]').waitFor()
        expect(await excel.getAttribute('href')).toMatch(/sort=/)
      }

      // Chosen at once, whether the scripts are there already or not.
      const level = levels.find(({ value }) => value !== sorted)!
      await page.getByRole('combobox', { name: 'Group by', exact: true }).selectOption(level.value)
      await page.waitForURL(new RegExp(`level=${level.value}`))
      await expect
        .poll(() => excel.getAttribute('href'))
        .toMatch(new RegExp(`^${path}_excel\\?.*level=${level.value}`))
      if (report.filters.some(({ name }) => name === 'from'))
        expect(await excel.getAttribute('href')).toContain(`from=${from}`)

      // A report is its rows: a laptop shows a good part of a dozen at once.
      await page.setViewportSize({ width: 1366, height: 768 })
      const first = await table.locator('tbody tr').first().boundingBox()
      expect(first!.y).toBeLessThan(480)

      await page.setViewportSize({ width: 390, height: 780 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
      await page.setViewportSize({ width: 1280, height: 800 })

      await page.getByRole('link', { name: 'Print', exact: true }).click()
      const sheet = page.getByRole('region', { name: title })
      await sheet.locator('tbody tr').first().waitFor()
      // Nothing is cut off at the edge of the paper.
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: PAPER, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PAPER)
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width: 1280, height: 800 })
      expect(problems).toEqual([])
    },
    60_000,
  )
})

it('a report that this version has no script for any more is opened anew', async () => {
  const { page, close } = await signedIn('general-manager@demo.test')
  onTestFailed(() => picture(page, 'reports-anew'))
  await page.goto('/home')
  await page.route(/\/assets\/definition-/, (route) => route.abort(), { times: 1 })
  await page.locator('#content a[href="/reports_sales"]').last().click()
  await page.getByRole('heading', { name: 'Sales report', level: 1 }).waitFor()
  const [opened] = await page.evaluate(() =>
    performance.getEntriesByType('navigation').map(({ name }) => new URL(name).pathname),
  )
  expect(opened).toBe('/reports_sales')
  await close()
})
