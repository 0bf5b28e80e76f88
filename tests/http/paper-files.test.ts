import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { readPdf } from '../support/pdf.ts'
import { parsePage } from '../support/plain-dom.ts'
import { rounds } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

const SALES = '/sales/bookings?stage=delivered'
const RECEIPTS = '/treasury/treasury-list/treasury-view-list'
const CUSTOMERS = '/customers/customer-list/customer-view-list'
const VOUCHERS = '/expenses/expenses-list/expenses-view-list'
const CALLS = '/reports_penetration_report/call-sheet?from=2026-01-01&to=2026-01-31'

/** Papers: who reads them, the list whose first document they are of, what follows its address, and the name of the file. */
const PAPERS = [
  ['special-access-1', SALES, '/invoice', /^Invoice SI-\d+\.pdf$/],
  ['special-access-1', CUSTOMERS, '/statement?from=', /^Statement of account .* 20[\d-]{8}\.pdf$/],
  ['special-access-1', RECEIPTS, '/print', /^Collection receipt .+\.pdf$/],
  ['special-access-1', SALES, '/delivery-receipt?paper=a5', /^Delivery receipt DR-\d{6}\.pdf$/],
  ['special-access-1', '/treasury/remittances', '/print', /^Remittance report .+\.pdf$/],
  ['special-access-1', '/treasury/deposits', '/print?paper=letter', /^Deposit slip .+\.pdf$/],
  ['special-access-1', '/inventory/purchase-list', '/print', /^.+ [A-Z]+-\d+\.pdf$/],
  ['special-access-1', '/inventory/stock-counts', '/print', /^Count sheet .+\.pdf$/],
  ['special-access-1', '/inventory/bad-orders', '', /^.+ BO-\d{6}\.pdf$/],
  ['expenses-and-disbursements', VOUCHERS, 'voucher', /^Disbursement voucher \d+\.pdf$/],
  ['special-access-1', null, '/sales/sales-delivery/pick-list', /^Pick list .+\.pdf$/],
  ['special-access-1', null, '/sales/sales-delivery/day-list', /^Delivery manifest .+\.pdf$/],
  ['special-access-1', null, '/customers/statements?from=', /^Statements of account .+\.pdf$/],
  ['general-manager', null, CALLS, /^Call sheet .+\.pdf$/],
] as const

const ID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'

/** Returns the address of a paper: of the first document of a list, or its own. */
async function addressOf(client: HttpClient, list: string | null, rest: string): Promise<string> {
  if (!list) return rest
  const html = await (await client.get(list)).text()
  const main = html.slice(html.indexOf('<main'))
  // A document that opens with a place in its list, where the list has other links too.
  const placed = new RegExp(`href="([^"?]*/(${ID}))\\?(?:[^"]*&amp;)?at=`).exec(main)
  const [, document, id] = placed ?? new RegExp(`href="([^"?]*/(${ID}))[?"]`).exec(main)!
  return rest === 'voucher' ? `/reports_expenses_print?voucher=${id}` : document + rest
}

const asPdf = (address: string) => `${address}${address.includes('?') ? '&' : '?'}format=pdf`

/** All words in alphabetical order; a paper may break its lines elsewhere than a page, also within names with a hyphen. */
const wordsOf = (text: string) =>
  text
    .split(/[\s-]+/)
    .filter(Boolean)
    .toSorted()

/** The text of a part of a page; a span stands within its line. */
function textOf(node: Node): string {
  if (node.nodeType !== 1) return node.nodeType === 3 ? (node.textContent ?? '') : ''
  const { tagName, className } = node as Element
  const text = [...node.childNodes].map(textOf).join('')
  return tagName === 'SPAN' && !/\bblock\b/.test(className) ? text : ` ${text} `
}

/** The texts of the papers of a page. */
function shownOn(html: string): string[] {
  const sheets = [...parsePage(html).querySelectorAll('section.sheet')]
  expect(sheets.length).toBeGreaterThan(0)
  return wordsOf(sheets.map((sheet) => textOf(sheet as unknown as Node)).join(' '))
}

/** The texts of a PDF, without its feet, and without heads of tables on further pages. */
async function writtenIn(file: Uint8Array): Promise<string[]> {
  const pages = (await readPdf(file)).map(({ lines }) =>
    lines.filter((line) => !/Page \d+ of \d+$/.test(line)),
  )
  const [first] = pages
  const isHead = (line: string) => first!.includes(line) && !/\d/.test(line)
  return wordsOf(
    pages
      .flatMap((lines, at) => (at === 0 ? lines : lines.slice(lines.findIndex((l) => !isHead(l)))))
      .join(' '),
  )
}

/** The moment at which a statement was read is another a second later. */
const timeless = (words: readonly string[]) =>
  words.filter((word) => !/^\d\d:\d\d:\d\d$/.test(word))

describe('the PDF of a paper', () => {
  it.each(PAPERS.slice(0, rounds(2, PAPERS.length)))(
    'for %s, of %s %s: says what its page says',
    async (login, list, rest, name) => {
      const client = await HttpClient.signedIn(server.origin, `${login}@demo.test`)
      const address = await addressOf(client, list, rest)
      const page = await client.get(address)
      expect(page.status).toBe(200)
      const answer = await client.get(asPdf(address))
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      const disposition = answer.headers.get('content-disposition')!
      expect(/filename="([^"]*)"/.exec(disposition)![1]).toMatch(name)
      const written = await writtenIn(new Uint8Array(await answer.arrayBuffer()))
      const shown = shownOn(await page.text())
      expect(timeless(written)).toEqual(timeless(shown))
      // Amounts are among them.
      if (!/count|call-sheet|pick/.test(address))
        expect(written.some((word) => /^\d[\d,]*\.\d\d$/.test(word))).toBe(true)
    },
  )

  it('is counted when somebody asks for it, and not when it is read', async () => {
    const client = await HttpClient.signedIn(server.origin, 'invoice-admin@demo.test')
    const address = await addressOf(client, SALES, '/invoice')
    const read = async () => {
      const answer = await client.get(asPdf(address))
      return (await writtenIn(new Uint8Array(await answer.arrayBuffer()))).includes('COPY')
    }
    const press = async (as: string) => {
      const html = await (await client.get(address)).text()
      const value = (field: string) => new RegExp(`name="${field}" value="([^"]*)"`).exec(html)![1]!
      const sent = await client.post(address, {
        project: value('project'),
        number: value('number'),
        idempotencyKey: randomUUID(),
        as,
      })
      expect(sent.status).toBe(302)
      return sent.headers.get('location')
    }
    // A print and the file are copies of one paper.
    expect([await read(), await read()]).toEqual([false, false])
    expect(await press('pdf')).toBe(`${address}?pdf=`)
    expect(await read()).toBe(false)
    expect(await press('print')).toBe(`${address}?print=`)
    expect(await read()).toBe(true)
    const page = await (await client.get(`${address}?pdf=`)).text()
    expect(page).toMatch(/<a[^>]*scriptless-only[^>]*href="[^"]*\?format=pdf"/)
    await press('pdf')
    expect(await (await client.get(address)).text()).toMatch(/COPY (<!-- -->)?3/)
  })

  it('has the guard of its page, and is a page where nothing is printed', async () => {
    const reader = await HttpClient.signedIn(server.origin, 'special-access-1@demo.test')
    const address = asPdf(await addressOf(reader, SALES, '/invoice'))
    const stranger = new HttpClient(server.origin)
    expect((await stranger.get(address)).headers.get('location')).toBe('/')
    const other = await HttpClient.signedIn(server.origin, 'general-manager@other.test')
    expect((await other.get(address)).status).toBe(404)
    const desk = await HttpClient.signedIn(server.origin, 'expenses-and-disbursements@demo.test')
    expect((await desk.get(address)).status).toBe(403)
    const none = await reader.get('/sales/sales-invoicing/print?format=pdf')
    expect(none.headers.get('content-type')).toContain('html')
    expect(await none.text()).toContain('Nothing to print')
  })
})
