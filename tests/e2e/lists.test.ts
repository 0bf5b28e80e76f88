import type { Page } from 'playwright'
import { expect, it, onTestFailed } from 'vitest'
import { addMonths, monthEnd, monthStart, today } from '../../app/platform/values/dates.ts'
import { MOVES_SIDEWAYS, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)
const company = demoCompany(server)

/** Lists with who opens them. */
const LISTS = [
  ['special access 1', '/sales/bookings'],
  ['special access 1', '/sales/bookings/validation'],
  ['special access 1', '/sales/sales-delivery?view=done'],
  ['special access 1', '/sales/sales-delivery'],
  ['special access 1', '/memos'],
  ['special access 1', '/inventory/inventory-list/inventory-view-list'],
  ['special access 1', '/inventory/product-list'],
  ['special access 1', '/inventory/purchase-list'],
  ['special access 1', '/inventory/stock-counts'],
  ['special access 1', '/inventory/bad-orders'],
  ['special access 1', '/customers/customer-list/customer-view-list'],
  ['special access 1', '/customers/customer-registry'],
  ['special access 1', '/customers/transfers'],
  ['special access 1', '/treasury/treasury-list/treasury-view-list'],
  ['special access 1', '/treasury/treasury-list/approval'],
  ['special access 1', '/treasury/deposits'],
  ['special access 1', '/treasury/remittances'],
  ['special access 1', '/warehouse/warehouse-list/warehouse-view-list'],
  ['special access 1', '/sales/sales-invoicing'],
  ['special access 1', '/sales/sales-invoicing?queue=to-deliver'],
  ['special access 1', '/treasury/cheques'],
  ['special access 1', '/treasury/cheques?tab=cleared'],
  ['special access 1', '/expenses/cheques?tab=blank'],
  ['special access 1', '/inventory/price-lists'],
  ['special access 1', '/inventory/customer-groups'],
  ['special access 1', '/inventory/inventory-list/inventory-view-actual'],
  ['special access 1', '/customers/transfers/add'],
  ['special access 1', '/treasury/masters/banks'],
  ['special access 1', '/treasury/masters/payees'],
  ['special access 1', '/treasury/masters/releasers'],
  ['special access 1', '/treasury/masters/cost-centers'],
  ['expenses and disbursements', '/expenses/expenses-list/expenses-view-list'],
  ['Owner', '/project/people'],
  ['Owner', '/accounting/accounts'],
  ['Owner', '/audit'],
  ['special access 1', '/treasury/cheques?tab=deposited'],
  ['admin', '/admin-projects'],
  ['admin', '/admin-users'],
] as const

const SIZES = [
  { width: 1366, height: 768, rows: 16 },
  { width: 820, height: 1180, rows: 16 },
  { width: 390, height: 844, rows: 5 },
] as const

/** Facts that the card of a document has on a phone, whatever else there is room for. */
const ON_CARDS: Record<string, readonly string[]> = {
  '/sales/bookings': ['Status', 'Booking date'],
  '/treasury/treasury-list/treasury-view-list': ['Status', 'Collected'],
  // The bank stands beside the number, in the title.
  '/treasury/cheques': ['Cheque date'],
  '/treasury/deposits': ['Bank', 'Deposited'],
  '/inventory/purchase-list': ['Status', 'Date added'],
  '/memos': ['Status', 'Date'],
  '/warehouse/warehouse-list/warehouse-view-list': ['Status', 'Requested'],
  '/expenses/expenses-list/expenses-view-list': ['Status', 'Date'],
}

/** The first list on the page: where its rows begin, and how high they are at most. */
interface Rows {
  top: number
  height: number
  count: number
  wide: number
  moves: string[]
  /** Texts of empty fields that are longer than the field. */
  cut: string[]
  /** Tables that reach beyond their panel. */
  beyond: string[]
  /** The names of what the first row shows. */
  names: string[]
}

const measure = `(() => {
  const pen = document.createElement('canvas').getContext('2d')
  const isCut = (input) => {
    const { fontSize, fontFamily } = getComputedStyle(input, '::placeholder')
    const { paddingLeft, paddingRight } = getComputedStyle(input)
    pen.font = fontSize + ' ' + fontFamily
    const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return room > 0 && pen.measureText(input.placeholder).width > room + 1
  }
  const right = (part) => part.getBoundingClientRect().right
  const scrolls = (table) => /auto|scroll/.test(getComputedStyle(table.parentElement).overflowX)
  const rows = [...document.querySelectorAll('main tbody')[0]?.querySelectorAll('tr') ?? []]
  const boxes = rows.map((row) => row.getBoundingClientRect())
  return {
    top: boxes[0]?.top ?? 0,
    height: Math.max(0, ...boxes.map(({ height }) => height)),
    count: boxes.length,
    wide: document.documentElement.scrollWidth,
    moves: ${MOVES_SIDEWAYS},
    cut: [...document.querySelectorAll('main input[placeholder]')].filter(isCut).map((input) => input.placeholder),
    beyond: [...document.querySelectorAll('main section table')]
      .filter((table) => !scrolls(table) && right(table) > right(table.closest('section')) + 0.5)
      .map((table) => table.caption?.textContent ?? ''),
    names: [...rows[0]?.cells ?? []].filter((cell) => cell.checkVisibility()).map((cell) => cell.dataset.label),
  }
})()`

it.each(SIZES)(
  'lists show $rows rows at $width x $height',
  async ({ width, height, rows }) => {
    const { page, close } = await visit({ scripts: false, drawn: true })
    onTestFailed(() => picture(page, `lists ${width}`))
    await page.setViewportSize({ width, height })
    let as = ''
    let filled = 0
    for (const [who, address] of LISTS) {
      if (as !== who) await enterAs(page, server, who)
      as = who
      await page.goto(address)
      const list = (await page.evaluate(measure)) as Rows
      expect(list.wide, `width of ${address}`).toBeLessThanOrEqual(width)
      // On a screen of a laptop tabs, figures and table are seen whole.
      if (width > 1000) expect(list.moves, `moves sideways on ${address}`).toEqual([])
      expect(list.cut, `cut placeholders of ${address}`).toEqual([])
      expect(list.beyond, `tables beyond their panel on ${address}`).toEqual([])
      if (list.count === 0) continue
      if (width < 640)
        expect(list.names, `card of ${address}`).toEqual(
          expect.arrayContaining([...(ON_CARDS[address] ?? [])]),
        )
      filled++
      // A list with fewer rows than fit is measured by the room that it leaves for them.
      const fit = Math.floor((height - list.top) / list.height)
      expect(fit, `rows of ${address}`).toBeGreaterThanOrEqual(rows)
    }
    expect(filled).toBeGreaterThan(28)
    await close()
  },
  240_000,
)

it.each([1366, 390])('Home is no wider than a screen of %i', async (width) => {
  const { page, close } = await visit({ scripts: false, drawn: true })
  onTestFailed(() => picture(page, `home ${width}`))
  await page.setViewportSize({ width, height: 844 })
  for (const who of ['General Manager', 'special access 1', 'finance admin'] as const) {
    await enterAs(page, server, who)
    await page.goto('/home')
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    expect(wide, `width of Home of ${who}`).toBeLessThanOrEqual(width)
  }
  await close()
})

/** The amounts of a column of the list, as they stand. */
async function amountsOf(page: Page, header: string): Promise<number[]> {
  const headers = await page.locator('main thead th').allTextContents()
  const at = headers.findIndex((text) => text.startsWith(header)) + 1
  const texts = await page.locator(`main tbody td:nth-child(${at})`).allTextContents()
  return texts.map((text) => Number(text.replace(/[^\d.-]/g, '')))
}

const isSorted = (of: readonly number[]) => of.every((value, n) => n === 0 || of[n - 1]! >= value)

it('a header sorts a list, also over its pages and with a filter', async () => {
  // A narrower screen leaves out the days of queues.
  const { page, close } = await visit({ width: 1366 })
  onTestFailed(() => picture(page, 'sorted list'))
  await enterAs(page, server, 'special access 1')
  await page.goto('/sales/bookings')
  await page.locator('th[aria-sort=descending]', { hasText: 'Booking date' }).waitFor()
  await page.locator('thead').getByRole('link', { name: 'Total' }).click()
  const sorted = page.locator('th[aria-sort=descending]', { hasText: 'Total' })
  await sorted.waitFor()
  const first = await amountsOf(page, 'Total')
  expect(isSorted(first)).toBe(true)
  expect(new Set(first).size).toBeGreaterThan(10)

  await page.getByRole('link', { name: 'More →' }).click()
  await page.waitForURL(/after=/)
  const second = await amountsOf(page, 'Total')
  expect(isSorted([...first, ...second])).toBe(true)

  await page.getByText('Add filter').click()
  await page.locator('select[name=stage]').selectOption('delivered')
  await page.waitForURL((url) => url.searchParams.get('stage') === 'delivered')
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-total')
  expect(new URL(page.url()).searchParams.has('after')).toBe(false)
  await sorted.waitFor()
  expect(isSorted(await amountsOf(page, 'Total'))).toBe(true)
  await page.keyboard.press('Escape')
  await page.locator('thead').getByRole('link', { name: 'Total' }).click()
  await page.locator('th[aria-sort=ascending]', { hasText: 'Total' }).waitFor()
  expect(isSorted((await amountsOf(page, 'Total')).toReversed())).toBe(true)

  // Lists of pending documents begin with the oldest one.
  for (const [address, day, header] of [
    ['/sales/bookings/validation', 'Booking date', 'Total'],
    ['/treasury/treasury-list/approval', 'Collected', 'CR no.'],
    ['/customers/customer-registry', 'Requested on', 'Name'],
    ['/sales/sales-invoicing?queue=to-deliver', 'Booking date', 'Total'],
  ] as const) {
    await page.goto(address)
    await page.locator('th[aria-sort=ascending]', { hasText: day }).waitFor()
    await page.locator('thead').getByRole('link', { name: header }).click()
    await page
      .locator('th:is([aria-sort=ascending], [aria-sort=descending])', { hasText: header })
      .waitFor()
    if (header === 'Total') expect(isSorted(await amountsOf(page, header))).toBe(true)
  }
  await close()
})

it('a view keeps filters, order and columns of a list under a name', async () => {
  const { page, close } = await visit()
  onTestFailed(() => picture(page, 'views of a list'))
  await enterAs(page, server, 'special access 1')
  await page.goto('/sales/bookings?stage=delivered&sort=-total&show=store&q=')
  await page.locator('summary', { hasText: 'Views' }).click()
  await page.getByLabel('Save view as').fill('Largest delivered')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByText('View saved as Largest delivered.').waitFor()

  await page.goto('/sales/bookings')
  const chips = page.getByRole('navigation', { name: 'Views' })
  const now = () => chips.locator('[aria-current]').innerText()
  expect(await now()).toBe('All')
  await chips.getByRole('link', { name: 'Largest delivered' }).click()
  await page.waitForURL('**/sales/bookings?stage=delivered&sort=-total&show=store')
  await expect.poll(now).toBe('Largest delivered')
  await page.locator('th[aria-sort=descending]', { hasText: 'Total' }).waitFor()
  await page.getByRole('columnheader', { name: 'Store' }).waitFor()
  await page.locator('summary', { hasText: 'Views' }).click()
  await page.getByRole('button', { name: 'Remove Largest delivered' }).click()
  await page.getByText('View removed.').waitFor()
  expect(await chips.getByText('Largest delivered').count()).toBe(0)

  await chips.getByRole('link', { name: 'To validate' }).click()
  await page.waitForURL('**/sales/bookings?stage=pending')
  await expect.poll(now).toBe('To validate')
  await close()
})

it.each([true, false])(
  'columns are hidden and ordered for a person, scripts: %s',
  async (scripts) => {
    const { page, close } = await visit({ scripts, drawn: true })
    onTestFailed(() => picture(page, `columns ${scripts}`))
    await enterAs(page, server, 'special access 1')
    const headers = async () =>
      (await page.locator('main thead th').allInnerTexts())
        .map((text) => text.replace(/ [↑↓]$/, '').trim())
        .filter((text) => text !== '' && text !== 'Select')
    const open = () => page.locator('summary', { hasText: 'Columns' }).click()
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await page.goto('/sales/bookings')
    const usual = await headers()
    expect(usual.slice(0, 5)).toEqual(['SO no.', 'Status', 'Invoice no.', 'Customer', 'Agent'])
    await open()
    await box('Invoice no.').uncheck()
    await box('Store').check()
    if (scripts)
      for (let n = 0; n < 2; n++) await page.getByRole('button', { name: 'Move Agent up' }).click()
    else await page.getByLabel('Place of Agent').fill('2')
    await page.getByRole('button', { name: 'Apply', exact: true }).last().click()
    await page.getByText('Columns saved.').waitFor()
    const first = ['SO no.', 'Status', 'Agent', 'Customer']
    await expect.poll(async () => (await headers()).slice(0, 4)).toEqual(first)
    expect(await headers()).toContain('Store')

    // They stay for the list, with filters and in its files.
    await page.goto('/sales/bookings?stage=delivered')
    expect((await headers()).slice(0, 4)).toEqual(first)
    const file = await page.locator('a[href*="format=csv"]').getAttribute('href')
    const csv = await (await page.request.get(new URL(file!, server.origin).href)).text()
    expect(csv).toMatch(/SO No\.,Status,Agent,Customer,/)
    expect(csv).not.toContain('Invoice No.')

    await open()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByText('Columns reset.').waitFor()
    await expect.poll(headers).toEqual(usual)
    await close()
  },
)

it.each([true, false])(
  'a period is chosen by a link and a view keeps it by its name, scripts: %s',
  async (scripts) => {
    const { page, close } = await visit({ scripts, drawn: true })
    onTestFailed(() => picture(page, `periods ${scripts}`))
    await enterAs(page, server, 'special access 1')
    await page.goto('/sales/bookings')
    const search = page.getByRole('search')
    const days = async () => [
      await page.locator('[name=delivered_from]').inputValue(),
      await page.locator('[name=delivered_to]').inputValue(),
    ]
    await search.locator('summary', { hasText: 'Add filter' }).click()
    await search.getByRole('link', { name: 'Last month', exact: true }).nth(1).click()
    await page.waitForURL(/delivered_period=last_month/)
    const from = addMonths(monthStart(today('Asia/Manila')), -1)
    expect(await days()).toEqual([from, monthEnd(from)])
    const chip = search.getByRole('link', { name: /^Remove the filter Delivered: Last month/ })
    await chip.waitFor()

    // The view has its days of the day on which it is opened.
    const name = `Delivered last month ${scripts}`
    await page.goto(page.url().replace('/sales/bookings', '/views/bookings'))
    await page.getByLabel('Save view as').fill(name)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByText(`View saved as ${name}.`).waitFor()
    expect(await days()).toEqual([from, monthEnd(from)])
    const { data } = await company.db().from('report_views').select('search').eq('name', name)
    expect(data).toEqual([{ search: 'delivered_period=last_month' }])

    await chip.click()
    await page.waitForURL((url) => !url.search.includes('delivered'))
    expect(await days()).toEqual(['', ''])
    await close()
  },
)

it.each([true, false])('rows are as high as the person wants, scripts: %s', async (scripts) => {
  const { page, close } = await visit({ scripts, drawn: true })
  onTestFailed(() => picture(page, 'row height'))
  await enterAs(page, server, 'special access 1')
  const address = '/sales/bookings?stage=delivered'
  const heightAt = async (at: string) => {
    await page.goto(at)
    return ((await page.evaluate(measure)) as Rows).height
  }
  expect(await heightAt(address)).toBeLessThan(32)
  await page.locator('summary', { hasText: 'Columns' }).click()
  await page.getByRole('button', { name: 'Comfortable' }).click()
  await page.locator('html[data-rows=comfortable]').waitFor({ state: 'attached' })
  expect(page.url()).toContain(address)
  for (const one of [address, '/customers/customer-list/customer-view-list'])
    expect(Math.round(await heightAt(one)), one).toBe(40)
  await page.locator('summary', { hasText: 'Columns' }).click()
  await page.getByRole('button', { name: 'Compact' }).click()
  await page.locator('html:not([data-rows])').waitFor({ state: 'attached' })
  expect(await heightAt(address)).toBeLessThan(32)
  await close()
})
