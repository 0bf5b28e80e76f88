import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { countDesk } from '../support/counts.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)
const { goods } = countDesk(shop)

const tag = randomUUID().slice(0, 4)
const STORE = `Keyed store ${tag}`
/** Numbers of invoices that no other document has; the next ones are proposed after the first. */
const INVOICE = `KEY-${tag}`
const FOUND = `DOC-${tag}-2`

interface Booking {
  id: string
  so_no: string
  version: number
}

let soap: string
let store: string

/** A booking of ten pieces at 10.00. */
const booked = () =>
  shop.runCommand('create_booking', {
    p_booking: {
      customer_id: store,
      lines: [{ product_id: soap, quantity: 10, agent_srp: '10.00' }],
    },
  }) as Promise<Booking>

async function validated(): Promise<Booking> {
  const made = await booked()
  const of = { p_booking: made.id, p_version: made.version, p_override_reason: null }
  return { ...made, ...(await shop.runCommand('validate_booking', of)), so_no: made.so_no }
}

async function invoiced(no: string) {
  const { id, version } = await validated()
  const of = { p_booking: id, p_version: version, p_invoice_no: no, p_date: null }
  await shop.runCommand('set_invoice', of)
  return id
}

beforeAll(async () => {
  soap = await goods(`Keyed soap ${tag}`, 'Keyed', 1000)
  const { data: agents } = await shop.db().from('memberships').select('user_id').eq('role', 'Agent')
  const made = await shop.runCommand('request_customer', {
    p_customer: { name: STORE, area: `Keys ${tag}`, agent_id: agents![0]!.user_id },
  })
  store = made.id
})

/** Signs in and opens an address, from where every key press and click is counted. */
async function counting(login: string, address: string) {
  const { page, problems, close } = await signedIn(`${login}@demo.test`, { own: true })
  onTestFailed(() => picture(page, `keys ${address}`))
  await page.addInitScript(() => {
    for (const event of ['keydown', 'pointerdown'])
      addEventListener(
        event,
        ({ isTrusted, type }) => {
          const name = type === 'keydown' ? 'steps' : 'clicks'
          if (isTrusted)
            sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name)) + 1))
        },
        true,
      )
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  return {
    page,
    /** The keys pressed until now. */
    async steps() {
      const count = await page.evaluate(() => Number(sessionStorage.getItem('steps')))
      if (process.env.SHOW) console.log(`${address}: ${count}`)
      return count
    },
    async done(clicks = 0) {
      expect(await page.evaluate(() => Number(sessionStorage.getItem('clicks')))).toBe(clicks)
      expect(problems).toEqual([])
      await close()
    },
  }
}

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

/** Goes to the first row of the list, and selects this many from there. */
async function select(page: Page, count: number) {
  const rows = Array.from({ length: count }, () => ['ArrowDown', ' ']).flat()
  await press(page, ...rows)
  await page.getByText(new RegExp(`^${count} selected`)).waitFor()
}

/** Does the act of the list with the selected rows: the line that confirms it comes with the focus on its button. */
async function confirmed(page: Page, verb: string) {
  await press(page, 'Control+Enter')
  const line = page.getByRole('group', { name: `Confirm: ${verb}` })
  await line.locator('button:focus', { hasText: verb }).waitFor()
  await press(page, 'Enter')
}

/** The name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement
    return at.getAttribute('aria-label') ?? at.innerText
  })

/** Tabs to a control that has this name, from the start of what the page shows: past the bar and the menu. */
async function tabTo(page: Page, name: RegExp) {
  await press(page, 'Tab', 'Enter')
  await tabOnTo(page, name)
}

/** Tabs from where the focus is to a control that has this name. */
async function tabOnTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    if (name.test(await focused(page))) return
  }
  throw new Error(`Tab does not lead to ${name}.`)
}

/** Finds an entry of the picker that has the focus by a few letters, and takes it. */
async function take(page: Page, typed: string, found: RegExp) {
  await page.locator('[role=combobox]:focus').waitFor()
  await page.keyboard.type(typed)
  await page.getByRole('option', { name: found }).first().waitFor()
  await page.keyboard.press('Enter')
}

/** The bounds are what a task takes now: docs/operations.md has them, and a booking of five lines is in bookings.test.ts. */
describe('everyday tasks take few keys and clicks', () => {
  it('a receipt for the oldest booking: at most 20', async () => {
    await invoiced(`${INVOICE}-1`)
    const { page, steps, done } = await counting(
      'finance-admin',
      '/treasury/treasury-list/treasury-add-collection',
    )
    await take(page, tag, new RegExp(STORE))
    await page
      .getByRole('textbox', { name: /^Applied to SO-/ })
      .first()
      .waitFor()
    await page.keyboard.type('100')
    await press(page, 'Enter', 'Enter', 'Enter', 'Enter')
    await page.keyboard.type(`CR${tag}`)
    await press(page, 'Control+Enter')
    await page.getByRole('heading', { level: 1, name: `Receipt CR${tag}` }).waitFor()
    expect(await steps()).toBeLessThanOrEqual(20)
    await done()
  })

  it('the approval of a receipt, from Home: at most 5', async () => {
    const { page, steps, done } = await counting('special-access-1', '/home')
    await press(page, 'ArrowDown')
    for (let row = 0; row < 8; row++) {
      if (/^Collections/.test(await page.locator('tr:has(:focus)').innerText())) break
      await press(page, 'ArrowDown')
    }
    await press(page, 'Enter')
    await page.waitForURL(/\/inbox\?kind=collection/)
    await page.waitForLoadState('networkidle')
    await press(page, 'ArrowDown', 'a')
    await page.getByText(/^Receipt .* is approved\.$/).waitFor()
    expect(await steps()).toBeLessThanOrEqual(5)
    await done()
  })

  it('the validation of three bookings: at most 9', async () => {
    for (let made = 0; made < 3; made++) await booked()
    const { page, steps, done } = await counting(
      'invoice-admin',
      `/sales/bookings/validation?q=${tag}`,
    )
    await select(page, 3)
    await confirmed(page, 'Validate')
    await page.getByText('3 bookings validated').waitFor()
    expect(await steps()).toBeLessThanOrEqual(9)
    await done()
  })

  it('numbers for three invoices: at most 9', async () => {
    for (let made = 0; made < 3; made++) await validated()
    const { page, steps, done } = await counting(
      'invoice-admin',
      '/sales/sales-invoicing?queue=to-invoice',
    )
    await select(page, 3)
    await confirmed(page, 'Invoice')
    await page.getByText('3 bookings invoiced').waitFor()
    expect(await steps()).toBeLessThanOrEqual(9)
    await done()
  })

  it('the delivery of three bookings: at most 9', async () => {
    const { page, steps, done } = await counting(
      'warehouse',
      `/sales/sales-delivery?area=Keys+${tag}`,
    )
    await select(page, 3)
    await confirmed(page, 'Deliver')
    await page.getByText('3 bookings delivered').waitFor()
    expect(await steps()).toBeLessThanOrEqual(9)
    await done()
  })

  it('a document by its number, from any page: at most 9', async () => {
    await invoiced(FOUND)
    const { page, steps, done } = await counting('general-manager', '/home')
    await press(page, 'Control+k')
    await page.getByPlaceholder('Search screens, names and document numbers').waitFor()
    await page.keyboard.type(`${tag}-2`)
    await page
      .getByRole('option', { name: new RegExp(FOUND) })
      .first()
      .waitFor()
    await press(page, 'Enter')
    await page.waitForURL(/\/sales\/bookings\/[0-9a-f-]{36}/)
    expect(await steps()).toBeLessThanOrEqual(9)
    await done()
  })

  it('an invoice on paper, from its booking: at most 12', async () => {
    const number = `P-${randomUUID().slice(0, 4)}`
    const id = await invoiced(number)
    const { page, steps, done } = await counting('invoice-admin', `/sales/bookings/${id}`)
    await tabTo(page, /^More$/)
    await press(page, 'Enter')
    for (let presses = 0; presses < 8; presses++) {
      await press(page, 'Tab')
      if (/^Print invoice/.test(await focused(page))) break
    }
    await press(page, 'Enter')
    await page.waitForURL(/\/invoice$/)
    await page.getByRole('button', { name: 'Print', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    await tabTo(page, /^Print$/)
    await press(page, 'Enter')
    await page.getByText(`Invoice ${number} is printed.`).waitFor()
    expect(await steps()).toBeLessThanOrEqual(12)
    await done()
  })

  it('the sales of last month as an Excel file, from Home: five clicks', async () => {
    const { page, steps, done } = await counting('general-manager', '/home')
    await page.locator('nav').getByText('Reports', { exact: true }).first().click()
    await page.getByRole('link', { name: 'Sales report', exact: true }).click()
    await page.waitForURL(/\/reports_sales/)
    await page.getByText('Period', { exact: true }).click()
    await page.getByRole('link', { name: 'Last month', exact: true }).click()
    await page.waitForURL(/period=last_month/)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Excel', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^Sales-report-.*\.xlsx$/)
    expect(await steps()).toBe(0)
    await done(5)
  })

  it('the statement of a customer, from any page: at most 10', async () => {
    const { page, steps, done } = await counting('finance-admin', '/home')
    await press(page, 'Control+k')
    await page.getByPlaceholder('Search screens, names and document numbers').waitFor()
    await page.keyboard.type(tag)
    await page
      .getByRole('option', { name: new RegExp(STORE) })
      .first()
      .waitFor()
    await press(page, 'Enter')
    await page.waitForURL(/\/customers\/customer-list\/[0-9a-f-]{36}/)
    await page.waitForLoadState('networkidle')
    // The palette leaves the focus at the start of the screen.
    await tabOnTo(page, /^Statement$/)
    await press(page, 'Enter')
    await page.waitForURL(/\/statement/)
    expect(await steps()).toBeLessThanOrEqual(10)
    await done()
  })

  it('a cash voucher of one line: at most 26', async () => {
    const { page, steps, done } = await counting(
      'expenses-and-disbursements',
      '/expenses/expenses-list/expenses-add-voucher',
    )
    await take(page, 'pas', /Pasig Realty/)
    await page.locator('[name=pay_to_account_no]:focus').waitFor()
    await press(page, 'Enter', 'Enter', 'Enter', 'Enter', 'Enter', 'Enter')
    await page.keyboard.type('Rent')
    await press(page, 'Enter', 'Enter', 'Enter')
    await page.keyboard.type('500')
    await press(page, 'Tab', 'Tab', 'Tab', 'c')
    await page.getByLabel('Cheque no.').waitFor({ state: 'hidden' })
    await press(page, 'Control+Enter')
    await page.waitForURL(/expenses-list\/[0-9a-f-]{36}/)
    expect(await steps()).toBeLessThanOrEqual(26)
    await done()
  })
})
