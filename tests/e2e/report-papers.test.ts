import { expect, it, onTestFailed } from 'vitest'
import { REPORTS } from '../../app/modules/reports/registry.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { pdfOf } from '../support/pdf.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

/** The rows of a report's tables as the page has them: their cells, one space between words. */
const rows = `[...document.querySelectorAll('main tbody tr, main tfoot tr')].map((row) =>
  [...row.children].map((cell) => cell.innerText.replace(/\\s+/g, ' ').trim()).filter(Boolean).join(' '),
)`

/** Levels whose rows are documents, of which the demo has more than a page. */
const LONG = [
  '/reports_ar/print?level=document',
  '/reports_invoice/print?from=2020-01-01&level=invoice',
  '/reports_delivery/print?from=2020-01-01',
  '/reports_collection/print?from=2020-01-01',
]

it('a report has a line of the PDF for each row, at least thirty a page, heads and page numbers', async () => {
  const { page, problems, close } = await visit()
  onTestFailed(() => picture(page, 'report-papers'))
  await enterAs(page, server, 'General Manager')
  await page.emulateMedia({ media: 'print' })
  const full: number[] = []
  for (const address of [...LONG, ...REPORTS.map(({ path }) => `${path}/print`)]) {
    await page.goto(address)
    const shown = (await page.evaluate(rows)) as string[]
    const pages = await pdfOf(page)
    const lines = pages.map((each) => each.lines)
    for (const [at, { size, lines: texts }] of pages.entries()) {
      expect(size, address).toEqual([842, 595])
      expect(texts.at(-1), address).toContain(`Page ${at + 1} of ${pages.length}`)
    }
    const printed = lines.flat()
    expect(
      shown.filter((row) => !printed.includes(row)),
      address,
    ).toEqual([])
    if (!LONG.includes(address)) continue
    // A page is full where the same table goes on, below its heads, on the next one.
    const heads = (await page.evaluate(
      `[...document.querySelectorAll('main thead')].map((head) => head.innerText.replace(/\\s+/g, ' ').trim())`,
    )) as string[]
    for (const [at, texts] of lines.entries()) {
      const next = lines[at + 1]
      if (
        !next ||
        !heads.includes(next[0]!) ||
        texts.filter((line) => heads.includes(line)).length > 1
      )
        continue
      full.push(texts.filter((line) => shown.includes(line)).length)
    }
  }
  expect(full.length).toBeGreaterThan(LONG.length)
  expect(Math.min(...full)).toBeGreaterThanOrEqual(30)
  expect(problems).toEqual([])
  await close()
}, 180_000)
