import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)
const tag = randomUUID().slice(0, 6)

const textOf = async (part: Locator) => (await part.innerText()).replace(/\s+/g, ' ')
const noDialog = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      window.top!.document.documentElement.dataset.printed = 'yes'
    }
  })

/** Sells and invoices so many pieces at 56.00. */
async function sell(customer: string, pieces: number) {
  const no = `PRINT-${randomUUID().slice(0, 8)}`
  const product = await shop.product(`Print soap ${no}`)
  await shop.runCommand('create_purchase', {
    p_purchase: {
      po_no: no,
      supplier: 'S',
      lines: [{ product_id: product, quantity: pieces, cost: '30.00', prod_srp: '56.00' }],
    },
  })
  const lines = [{ product_id: product, quantity: pieces, agent_srp: '56.00' }]
  const order = await shop.runCommand('create_booking', {
    p_booking: { customer_id: customer, lines },
  })
  const of = { p_booking: order.id }
  const { version } = await shop.runCommand('validate_booking', { ...of, p_version: order.version })
  const invoiced = { ...of, p_version: version, p_invoice_no: no, p_date: null }
  await shop.runCommand('set_invoice', invoiced)
}

/** A customer who owes 5,600.00. */
async function owing(name: string) {
  const { data } = await shop.db().from('memberships').select('user_id').eq('role', 'Agent')
  const { id } = await shop.runCommand('request_customer', {
    p_customer: { name, agent_id: data![0]!.user_id, terms_days: '30' },
  })
  await sell(id, 100)
  return id
}

describe('a printed report', () => {
  it('has a number and a moment, and opens again with the same figures', async () => {
    const { page, problems, close } = await signedIn('finance-admin@demo.test')
    onTestFailed(() => picture(page, 'prints'))
    await noDialog(page)
    const customer = await owing(`Report store ${tag}`)
    await page.goto(`/reports_ar?customer_id=${customer}`)
    await page.getByRole('link', { name: 'Print', exact: true }).click()
    const sheet = page.getByRole('region', { name: 'Accounts receivable' })
    await sheet.getByText(/Data as of \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/).waitFor()
    await page.getByRole('button', { name: 'Print' }).click()
    await page.waitForURL(/printed=/)
    await page.locator('html[data-printed="yes"]').waitFor({ state: 'attached' })
    const line = await textOf(sheet.getByText(/^Data as of .*, RP-\d{6}$/))
    const no = line.slice(-9)
    const first = await textOf(sheet)
    expect(first).toContain('5,600.00')
    // The foot of each page has it too.
    expect((await page.locator('style').allTextContents()).join()).toContain(line)

    await sell(customer, 10)
    await page.goto(`/reports_ar?customer_id=${customer}&level=customer`)
    await page.getByText('6,160.00').first().waitFor()

    await page.goto('/printed_reports')
    await page.getByRole('searchbox').fill(no)
    await page.waitForURL(/q=RP-/)
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await page.getByRole('link', { name: no }).click()
    await page.waitForURL(/\/reports_ar\/print\?printed=/)
    await sheet.waitFor()
    expect(await textOf(sheet)).toBe(first)
    // What the address adds changes nothing.
    await page.goto(`${page.url()}&level=total&customer_id=${randomUUID()}`)
    expect(await textOf(sheet)).toBe(first)
    expect(problems).toEqual([])
    await close()
  }, 60_000)

  it('and a statement are numbered without scripts too', async () => {
    const { page, close } = await signedIn('finance-admin@demo.test', { scripts: false })
    onTestFailed(() => picture(page, 'prints-statement'))
    const store = `Statement store ${tag}`
    const customer = await owing(store)
    await page.goto(`/customers/customer-list/${customer}/statement`)
    await page.getByRole('button', { name: 'Print' }).click()
    await page.waitForURL(/printed=/)
    const main = page.locator('main')
    const first = await textOf(main)
    expect(first).toMatch(/Data as of [\d/]+ [\d:]+, RP-\d{6}/)
    expect(first).toContain('5,600.00')
    const address = page.url()
    await sell(customer, 10)
    await page.goto(`/customers/customer-list/${customer}/statement`)
    expect(await textOf(main)).toContain('6,160.00')
    await page.goto(address.replace(/&print=?/, ''))
    const again = await textOf(main)
    expect(again).toContain('5,600.00')
    expect(again).not.toContain('6,160.00')

    // All statements of the filters, on one print.
    await page.goto(`/customers/statements?customer_id=${customer}`)
    await page.getByRole('button', { name: 'Print' }).click()
    await page.waitForURL(/statements\?printed=/)
    const sheet = page.getByRole('region', { name: `Statement of account of ${store}` })
    expect(await textOf(sheet)).toMatch(/Data as of [\d/]+ [\d:]+, RP-\d{6}/)
    await close()
  }, 60_000)
})

describe('a report as known at a past moment', () => {
  it('is asked for in its filters, and says so on screen and in Excel', async () => {
    const { page, close } = await signedIn('finance-admin@demo.test')
    onTestFailed(() => picture(page, 'prints-known-at'))
    await page.goto('/reports_ar')
    await page.getByText('Add filter').click()
    await page.getByLabel('Data as of').fill('2026-01-01T08:00')
    await page.waitForURL(/known_at=2026-01-01T08/)
    await page.getByText('Data as of 01/01/2026 08:00').first().waitFor()
    await page.getByText('No results').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/printed_reports')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
    await close()
  }, 60_000)
})
