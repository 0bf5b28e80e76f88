import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import { addDays, formatDate, today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { picture, signInOnPage, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn, visit } = testBrowser(server, { scripts: false })

/** A screen that shows all columns: a narrower one leaves out the less important ones. */
const WIDE = 1600
const shop = demoCompany(server)
const owner = demoCompany(server, 'owner')

const LIST = '/inventory/inventory-list/inventory-view-list'
const ACTUAL = '/inventory/inventory-list/inventory-view-actual'
const ledger = (id: string) => `/inventory/inventory-list/ledger/${id}`
const now = today('Asia/Manila')
const ago = (days: number) => addDays(now, -days)

/** Returns the visible text, with a space between cells. */
const text = async (locator: Locator) =>
  (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const record = async (product: string, quantity: number, date: string, kind = 'purchase') => {
  const line = { product_id: product, quantity: String(quantity), cost: '7.50' }
  const back = kind === 'return_in'
  return shop.runCommand('create_purchase', {
    p_purchase: {
      po_no: `${kind}-${date}-${product.slice(0, 8)}`,
      supplier: 'Ledger Supply',
      kind,
      ...(back && { customer_id: await shop.customer() }),
      date_added: date,
      lines: [back ? { ...line, prod_srp: '0' } : line],
    },
  })
}

async function sell(product: string, quantity: number, date: string) {
  const [customer] = rows(
    await shop
      .db()
      .from('customers')
      .select('id')
      .eq('project_id', DEMO_ID)
      .eq('approval_status', 'approved')
      .is('credit_line', null)
      .limit(1),
  )
  const { id, version } = await shop.runCommand('create_booking', {
    p_booking: {
      customer_id: customer!.id,
      date_added: date,
      lines: [{ product_id: product, quantity: String(quantity), agent_srp: '10.00' }],
    },
  })
  const validated = await shop.runCommand('validate_booking', { p_booking: id, p_version: version })
  await shop.runCommand('deliver_booking', {
    p_booking: id,
    p_version: validated.version,
    p_date: date,
    p_lines: null,
  })
  return id
}

let soap: string
beforeAll(async () => {
  soap = await shop.product('Ledger Soap', {
    category1: 'Household',
    supplier: 'Ledger Supply',
    liters_per_case: 6,
    selected_color: '#123456',
    reorder_level: 200,
  })
  await shop.product('Ledger Idle', { category1: 'Noodles' })
  await record(soap, 100, ago(60))
  await record(soap, 50, ago(30))
  await record(soap, 5, ago(25), 'supplier_return')
  await record(soap, 2, ago(24), 'return_in')
  await sell(soap, 30, ago(20))
  await record(soap, 10, ago(5))
}, 60_000)

describe('the inventory list', () => {
  it('finds by text, category and reorder level, and adds up what it finds', async () => {
    const { page, problems, close } = await signedIn('sales-admin@demo.test', {
      ...{ scripts: true, width: WIDE },
    })
    onTestFailed(() => picture(page, 'stock list'))
    await page.goto('/inventory')
    expect(new URL(page.url()).pathname).toBe(LIST)
    await page.getByRole('searchbox').fill('ledger')
    await page.getByText('1–2 of 2').waitFor()
    // 127 on hand: 10 cs + 7 pc, at 7.50 and 10.00.
    expect(await text(rowOf(page, 'Ledger Soap'))).toMatch(
      /10 cs \+ 7 pc 0 pc 10 cs \+ 7 pc 952.50 10.00 1,270.00/,
    )
    expect(await text(rowOf(page, 'Total'))).toMatch(/127 pc 0 pc 127 pc 952.50 1,270.00/)
    await page.getByText('Add filter').click()
    await page.getByLabel('In stock only').check()
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await page.getByLabel('In stock only').uncheck()
    await page.getByText('1–2 of 2').waitFor()
    await page.getByLabel('Category').and(page.locator('select')).selectOption('Noodles')
    await page.getByText('1 of 1', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Ledger Idle' }).count()).toBe(1)
    await page.getByLabel('Below reorder').check()
    await page.getByText('No results').waitFor()
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.goto(`${LIST}?q=ledger&status=inactive`)
    await page.getByText('No results').waitFor()
    await page.goto(`${LIST}?q=ledger%20soap`)
    await page.getByRole('link', { name: 'Ledger Soap' }).click()
    await page.waitForURL(`**${ledger(soap)}`)
    expect(problems).toEqual([])
    await close()
  })

  it('goes on page by page, everything once', async () => {
    const { page, close } = await signedIn('warehouse@demo.test')
    const many = Array.from({ length: 55 }, (_, n) => `Page Test ${String(n).padStart(2, '0')}`)
    for (const name of many) await shop.product(name)
    await page.goto(`${LIST}?q=page%20test`)
    await page.getByText('1–50 of 55').waitFor()
    const seen = await page.getByRole('link', { name: /^Page Test/ }).allInnerTexts()
    await page.getByRole('link', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Page Test 54' }).waitFor()
    seen.push(...(await page.getByRole('link', { name: /^Page Test/ }).allInnerTexts()))
    expect(seen).toEqual(many)
    await close()
  })
})

describe('the actual inventory', () => {
  it('is this month by default', async () => {
    const { page, close } = await signedIn('warehouse@demo.test')
    await page.goto(LIST)
    await page.locator('main').getByRole('link', { name: 'Stock movement report' }).click()
    await page.waitForURL(`**${ACTUAL}`)
    expect(await page.locator('[name=from]').inputValue()).toBe(`${now.slice(0, 8)}01`)
    expect((await page.locator('[name=to]').inputValue()).slice(0, 7)).toBe(now.slice(0, 7))
    await close()
  })

  it('shows of a period what was bought, returned and sold in it, and what it ended with', async () => {
    const { page, problems, close } = await signedIn('general-manager@demo.test', {
      ...{ scripts: true, width: WIDE },
    })
    onTestFailed(() => picture(page, 'stock actual'))
    await page.goto(`${ACTUAL}?from=${ago(40)}&to=${ago(10)}&q=ledger`)
    expect(await text(rowOf(page, 'Ledger Soap'))).toMatch(
      /8 cs \+ 4 pc 4 cs \+ 2 pc \+2 pc -5 pc 2 cs \+ 6 pc – 9 cs \+ 9 pc 877.50 1,170.00/,
    )
    expect(await text(rowOf(page, 'Total'))).toMatch(
      /100 pc 50 pc \+2 pc -5 pc 30 pc 0 pc 117 pc 877.50 1,170.00/,
    )
    await page.getByText('1–2 of 2').waitFor()
    // Head, two products, total.
    expect(await page.getByRole('row').count()).toBe(4)
    await page.getByText('Add filter').click()
    await page.getByLabel('Hide zero rows').check()
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Supplier' }).fill('Ledger Supply')
    await page.getByRole('option', { name: 'Ledger Supply' }).click()
    await page.getByLabel('Below reorder').check()
    await page.waitForURL(/below_reorder=1/)
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await page.locator('[name=to]').fill(ago(50))
    await page.getByText('The end date is before the start date.').waitFor()
    // The parts of the period make up the whole of it.
    await page.goto(`${ACTUAL}?from=${ago(40)}&to=${ago(24)}&q=ledger%20soap`)
    expect(await text(rowOf(page, 'Ledger Soap'))).toMatch(/8 cs \+ 4 pc .* 12 cs \+ 3 pc/)
    await page.goto(`${ACTUAL}?from=${ago(23)}&to=${ago(10)}&q=ledger%20soap`)
    expect(await text(rowOf(page, 'Ledger Soap'))).toMatch(/12 cs \+ 3 pc .* 9 cs \+ 9 pc/)
    expect(problems).toEqual([])
    await close()
  })
})

describe('the ledger of a product', () => {
  it('runs, newest first, and each row leads to its document', async () => {
    const { page, close } = await signedIn('general-manager@demo.test')
    onTestFailed(() => picture(page, 'stock ledger'))
    await page.goto(ledger(soap))
    const entries = await page.getByRole('row').allInnerTexts()
    const balances = entries.slice(1).map((entry) => entry.replace(/\s+/g, ' ').trim())
    expect(balances.map((entry) => entry.slice(0, 10))).toEqual(
      [5, 20, 24, 25, 30, 60].map((days) => formatDate(ago(days))),
    )
    expect(balances.map((entry) => /(\d+ cs \+ \d+ pc|\d+ cs)$/.exec(entry)?.[0])).toEqual([
      '10 cs + 7 pc',
      '9 cs + 9 pc',
      '12 cs + 3 pc',
      '12 cs + 1 pc',
      '12 cs + 6 pc',
      '8 cs + 4 pc',
    ])
    await page.getByRole('link', { name: /^SO-/ }).click()
    await page.waitForURL(/\/sales\/bookings\/[0-9a-f-]{36}(\?list=.*)?$/)
    await page.goBack()
    await page.getByRole('link', { name: `supplier_return-${ago(25)}` }).click()
    await page.waitForURL(/\/inventory\/purchase-list\/[0-9a-f-]{36}(\?list=.*)?$/)
    await page.goto(`${ledger(soap)}?from=${ago(25)}&to=${ago(10)}`)
    await page.getByText('3 rows').waitFor()
    expect(await text(page.getByRole('row').last())).toMatch(/Opening balance .* 12 cs \+ 6 pc$/)
    await close()
  })

  it('leads to the purchases of the product, and to the request by which goods came back', async () => {
    const back = await shop.product('Ledger Back')
    await record(back, 10, ago(9))
    const booking = await sell(back, 5, ago(8))
    const [line] = rows(
      await shop.db().from('booking_lines').select('id').eq('booking_id', booking),
    )
    const request = await shop.runCommand('create_warehouse_request', {
      p_request: {
        booking_id: booking,
        kind: 'take_back',
        reason: 'Dented',
        lines: [{ line_id: line!.id, quantity: '2' }],
      },
    })
    await owner.runCommand('decide_warehouse_request', {
      p_request: request.id,
      p_version: request.version,
      p_decision: 'approved',
      p_note: null,
    })
    const { page, close } = await signedIn('general-manager@demo.test')
    onTestFailed(() => picture(page, 'stock back'))
    await page.goto(ledger(back))
    expect(await text(page.getByRole('row').nth(1))).toMatch(/WIDSO-.* 2 pc – 7 pc$/)
    await page.getByRole('link', { name: /^WIDSO-/ }).click()
    await page.waitForURL(`**/warehouse/warehouse-list/${request.id}`)
    await page.goto(ledger(back))
    await page.getByRole('main').getByRole('link', { name: 'Purchases' }).click()
    await page.getByText('1 of 1', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: /^purchase-/ }).count()).toBe(1)
    await close()
  })

  it('gives no link to what the reader may not open, and goes on by key', async () => {
    const many = await shop.product('Ledger Busy')
    for (let n = 0; n < 53; n++) await record(many, n + 1, ago(5))
    const { page, close } = await signedIn('warehouse@demo.test')
    await page.goto(ledger(soap))
    expect(await page.getByRole('link', { name: /^purchase-/ }).count()).toBe(0)
    await page.goto(ledger(many))
    expect(await page.getByRole('row').count()).toBe(51)
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText('3 rows').waitFor()
    expect(await text(page.getByRole('row').last())).toMatch(/1 pc – 1 pc$/)
    expect((await page.goto(ledger(DEMO_ID)))?.status()).toBe(404)
    await close()
  })
})

describe('access to stock', () => {
  it('readers see the inventory and no counts; agents are refused at the sign-in', async () => {
    const { page, close } = await signedIn('ase@demo.test')
    await page.goto('/inventory')
    expect(new URL(page.url()).pathname).toBe(LIST)
    const tabs = page.getByRole('navigation', { name: 'Purchasing' })
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
      'Inventory',
      'Stock movement report',
      'Products',
      'Price lists',
      'Bad orders',
      'Bookings',
    ])
    for (const path of ['', '/add', `/${DEMO_ID}`, `/${DEMO_ID}/print`])
      expect((await page.goto(`/inventory/stock-counts${path}`))?.status()).toBe(403)
    await close()
    const agent = await visit()
    await signInOnPage(agent.page, 'agent@demo.test')
    await agent.page.getByText('Account does not exist.').waitFor()
    expect((await agent.page.goto(LIST))?.url()).toBe(`${server.origin}/`)
    await agent.close()
  })
})
