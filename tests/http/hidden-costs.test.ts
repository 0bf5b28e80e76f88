import xlsx from 'sheetjs-style'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { row, rows } from '../../app/platform/db/command.server.ts'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { demoCompany } from '../support/demo.ts'
import { pageReader } from '../support/page-reader.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const company = demoCompany(server, 'sales-admin')
const { as, page } = pageReader(server)

const WORDS = /\b(costs?|margin|suppliers?|book value)\b/i
/** Names of movements and of another list, which tell nothing of a cost. */
const HARMLESS = /(To|Return to|Returned to) suppliers?|Cost centers?/gi
const REPORT = paths.reports.report('inventory')

let product: string
let count: string
let suppliers: string[]

beforeAll(async () => {
  const db = company.db()
  product = rows(await db.from('products').select('id').eq('project_id', DEMO_ID).limit(1))[0]!.id
  const lists = [{ of: 'product_suppliers', limit: 1000 }]
  const [found] = row(await db.rpc('choices', { p_project: DEMO_ID, p_lists: lists })) as string[][]
  suppliers = found ?? []
  const { data, error } = await db.rpc('open_stock_count', {
    p_project: DEMO_ID,
    p_idempotency_key: crypto.randomUUID(),
    p_count: { title: 'Looked at', blind: false },
  })
  if (error) throw error
  count = (data as { id: string }).id
})

const screens = () => [
  `${paths.inventory.products}?show=supplier&show=litres&sort=-cost&below_cost=1`,
  paths.inventory.products,
  paths.inventory.product(product),
  paths.inventory.stock,
  paths.inventory.stockMovement,
  `${paths.inventory.stockMovement}?supplier=${encodeURIComponent(suppliers[0]!)}`,
  paths.inventory.ledger(product),
]

const counts = () => [
  paths.inventory.counts,
  paths.inventory.count(count),
  paths.inventory.countPrint(count),
]

const reports = () =>
  ['', '?level=by_supplier', '?level=supplier', '?level=product&sort=margin_value'].flatMap(
    (search) => [`${REPORT}${search}`, `${REPORT}/print${search}`],
  )

/** Months with sales, as on the first day of a month the month has none. */
const FROM = `from=${addDays(today('Asia/Manila'), -60)}`
const SALES = [
  ...['', '&level=line'].map((search) => `${paths.reports.report('sales')}?${FROM}${search}`),
  ...['', '?level=customer'].map(
    (search) => paths.reports.report('sales_customerspecific') + search,
  ),
]
const salesReports = () => SALES.flatMap((one) => [one, one.replace(/(?=\?|$)/, '/print')])

/** Returns the text that a page shows, without its scripts and tags. */
function shownBy(html: string): string {
  const body = html.replace(/^.*?<body/s, '').replace(/<(script|style|template)\b.*?<\/\1>/gs, ' ')
  const attributes = [...body.matchAll(/ (?:placeholder|aria-label|title)="([^"]*)"/g)]
  return [body.replace(/<[^>]*>/g, ' '), ...attributes.map(([, text]) => text)].join(' ')
}

describe('a role without costs.read', () => {
  it.each([
    ['ase', () => [...screens(), ...salesReports()]],
    ['invoice-admin', screens],
    ['warehouse', () => [...screens(), ...counts(), ...reports()]],
  ])('has no cost, supplier or margin on a screen: %s', async (login, addresses) => {
    expect(suppliers.length).toBeGreaterThan(1)
    for (const address of addresses()) {
      const { html } = await page(address, login)
      expect(WORDS.exec(shownBy(html).replace(HARMLESS, ''))?.[0], address).toBeUndefined()
      for (const name of suppliers) expect(html.includes(name), `${address} ${name}`).toBe(false)
    }
  })

  it.each([
    [
      `${REPORT}_excel?level=product&sort=cost_value`,
      'warehouse',
      'Value at SRP',
      /Value at cost.*Margin/i,
    ],
    ...SALES.map(
      (one) => [one.replace(/(?=\?|$)/, '_excel'), 'ase', 'Net', /Cost.*Margin.*Margin %/] as const,
    ),
  ] as const)('has none in an Excel or CSV file: %s', async (address, login, shown, hidden) => {
    const sheet = async (login: string) => {
      const answer = await (await as(login)).get(address)
      expect(answer.status).toBe(200)
      const book = xlsx.read(Buffer.from(await answer.arrayBuffer()), { type: 'buffer' })
      return book.SheetNames.map((name) => xlsx.utils.sheet_to_csv(book.Sheets[name]!)).join('\n')
    }
    const seen = (await sheet(login)).replace(HARMLESS, '')
    expect(seen).toContain(shown)
    expect(WORDS.exec(seen)?.[0]).toBeUndefined()
    for (const name of suppliers) expect(seen).not.toContain(name)
    expect(await sheet('sales-admin')).toMatch(hidden)
  })

  it('is refused the search of suppliers', async () => {
    const client = await as('warehouse')
    expect((await client.get(`${paths.inventory.supplierOptions}?q=a`)).status).toBe(403)
  })
})

describe('a role with costs.read', () => {
  it('sees them on the same screens', async () => {
    for (const address of [...screens(), REPORT, `${REPORT}/print`, ...salesReports()].filter(
      (one) => !one.includes('ledger'),
    ))
      expect(shownBy((await page(address, 'sales-admin')).html), address).toMatch(WORDS)
  })
})
