import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import xlsx from 'sheetjs-style'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openMore, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)
const tag = randomUUID().slice(0, 6)
const store = `Memo store ${tag}`
const main = async (page: Page) => (await page.locator('main').innerText()).replace(/\s+/g, ' ')
const DAY = today('Asia/Manila')
let booking: string
let customer: string

/** 200 pieces at 56.00 are sold on SI of today: 11,200.00, VAT of 1,200.00 in it. */
beforeAll(async () => {
  const product = await shop.product(`Memo soap ${tag}`)
  await shop.runCommand('create_purchase', {
    p_purchase: {
      po_no: `MEMO-${tag}`,
      supplier: 'S',
      lines: [{ product_id: product, quantity: 300, cost: '30.00', prod_srp: '56.00' }],
    },
  })
  const { data } = await shop.db().from('memberships').select('user_id').eq('role', 'Agent')
  const made = await shop.runCommand('request_customer', {
    p_customer: { name: store, agent_id: data![0]!.user_id, terms_days: '30' },
  })
  customer = made.id
  const order = await shop.runCommand('create_booking', {
    p_booking: {
      customer_id: customer,
      lines: [{ product_id: product, quantity: 200, agent_srp: '56.00' }],
    },
  })
  booking = order.id
  const validated = await shop.runCommand('validate_booking', {
    p_booking: booking,
    p_version: order.version,
  })
  const invoiced = await shop.runCommand('set_invoice', {
    p_booking: booking,
    p_version: validated.version,
    p_invoice_no: `MEMO-${tag}-1`,
    p_date: null,
  })
  await shop.runCommand('deliver_booking', {
    p_booking: booking,
    p_version: invoiced.version,
    p_date: null,
  })
})

describe('a credit memo', () => {
  it('is written from the lines of a booking, approved by a second person, printed, and in every figure', async () => {
    const writer = await signedIn('sales-admin@demo.test', { scripts: false })
    const { page } = writer
    onTestFailed(() => picture(page, 'credit memo'))
    await page.goto(`/sales/bookings/${booking}`)
    await openMore(page)
    await page.getByRole('link', { name: 'Credit or debit memo' }).click()
    // What was typed stays when it is refused.
    await page.getByRole('radio', { name: 'Goods returned' }).check()
    await page.locator('[name="lines[0].quantity"]').fill('201')
    await page.getByRole('button', { name: 'Save memo' }).click()
    await page.getByText('Only 200 pieces were delivered and not returned.').waitFor()
    expect(await page.locator('[name="lines[0].quantity"]').inputValue()).toBe('201')
    await page.locator('[name="lines[0].quantity"]').fill('100')
    await page.getByLabel('Remarks').fill('Torn cartons')
    await page.getByRole('button', { name: 'Save memo' }).click()
    await page.waitForURL(/\/memos\/[0-9a-f-]{36}$/)
    const memo = new URL(page.url()).pathname
    const no = await page.getByRole('heading', { level: 1 }).innerText()
    expect(no).toMatch(/^CM-\d{6}$/)
    // 5,600.00 is above the 5,000.00 of the project.
    expect(await main(page)).toContain('Not posted until approved.')
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await writer.close()

    const owner = await signedIn('owner@demo.test')
    const desk = owner.page
    onTestFailed(() => picture(desk, 'credit memo approval'))
    await desk.goto('/inbox?kind=memo')
    const item = desk.getByRole('listitem').filter({ hasText: store })
    await item.getByText('Reduces the balance of').waitFor()
    await desk.goto(memo)
    await desk.getByRole('button', { name: 'Approve', exact: true }).click()
    await desk.getByText(`${no} is posted from its date.`).waitFor()
    await desk.getByRole('link', { name: 'Print' }).click()
    await desk.waitForURL(/print$/)
    const paper = await main(desk)
    for (const part of [
      'Torn cartons',
      'VATable, net of VAT 5,000.00',
      'VAT 600.00',
      '5,600.00',
      store,
    ])
      expect(paper).toContain(part)

    // 11,200.00 less 5,600.00, on every screen.
    await desk.goto(`/customers/customer-list/${customer}/statement`)
    const statement = await main(desk)
    expect(statement).toContain(`${no} Credit memo: goods returned`)
    expect(statement).toContain('5,600.00')
    await desk.getByRole('link', { name: no }).click()
    await desk.waitForURL(new RegExp(`${memo}$`))
    await desk.goto(`/reports_ar?customer_id=${customer}&level=customer`)
    expect(await main(desk)).toContain('5,600.00')
    const { data: entries } = await shop
      .db()
      .from('sales_entries')
      .select('amount, vat_amount, pieces')
      .eq('project_id', DEMO_ID)
      .eq('booking_id', booking)
    const sum = (of: 'amount' | 'vat_amount' | 'pieces') =>
      entries!.reduce((all, entry) => all + Number(entry[of]), 0)
    expect([sum('pieces'), sum('amount'), sum('vat_amount')]).toEqual([100, 5600, 600])
    await owner.close()
  })

  it('for prices that were too low is a debit memo of its lines, in statement, receivables, sales and VAT', async () => {
    const { page, close } = await signedIn('finance-admin@demo.test', { scripts: false })
    onTestFailed(() => picture(page, 'undercharge'))
    const sold = { from: DAY, to: DAY, customer_id: customer, level: 'item' }
    const sales = `/reports_sales?${new URLSearchParams({ ...sold, against: 'none' })}`
    await page.goto(`/sales/bookings/${booking}`)
    await openMore(page)
    await page.getByRole('link', { name: 'Credit or debit memo' }).click()
    await page.getByRole('radio', { name: 'Undercharge' }).check()
    // A field that is missing says so, and what was typed stays.
    await page.locator('[name="lines[0].price_difference"]').fill('5.60/pc')
    await page.getByRole('button', { name: 'Save memo' }).click()
    await page.getByText('Enter a number.').waitFor()
    expect(await page.locator('[name="lines[0].price_difference"]').inputValue()).toBe('5.60/pc')
    await page.locator('[name="lines[0].quantity"]').fill('50')
    await page.getByRole('button', { name: 'Save memo' }).click()
    await page.waitForURL(/\/memos\/[0-9a-f-]{36}$/)
    const memo = new URL(page.url()).pathname
    const no = await page.getByRole('heading', { level: 1 }).innerText()
    expect(no).toMatch(/^DM-\d{6}$/)
    const shown = await main(page)
    for (const part of ['Undercharge', `MEMO-${tag}-1`, '5.60', '280.00', '30.00'])
      expect(shown).toContain(part)
    await page.goto(`${memo}/print`)
    const paper = await main(page)
    for (const part of [
      `MEMO-${tag}-1`,
      '5.60 / pc',
      'VATable, net of VAT 250.00',
      'VAT 30.00',
      '280.00',
    ])
      expect(paper).toContain(part)
    await page.goto(`/customers/customer-list/${customer}/statement`)
    expect(await main(page)).toContain(`${no} Debit memo`)
    await page.goto(`/reports_ar?customer_id=${customer}&level=document`)
    expect(await main(page)).toContain(no)
    // 11,200.00 were delivered today, 280.00 are charged now, 5,600.00 came back above.
    await page.goto(sales)
    const figures = await main(page)
    for (const part of ['11,480.00', '5,600.00', '5,880.00']) expect(figures).toContain(part)
    await close()
  })

  it('over an amount, and a debit memo, from the list; the list has an Excel file', async () => {
    const { page, close } = await signedIn('finance-admin@demo.test')
    onTestFailed(() => picture(page, 'debit memo'))
    await page.goto(`/memos/add?customer=${customer}`)
    await page.getByRole('radio', { name: 'Bounced-cheque fee' }).check()
    await page.getByLabel(/^Amount/).fill('350')
    await page.getByRole('button', { name: 'Save memo' }).click()
    await page.waitForURL(/\/memos\/[0-9a-f-]{36}$/)
    const no = await page.getByRole('heading', { level: 1 }).innerText()
    expect(no).toMatch(/^DM-\d{6}$/)
    await page.goto(`/customers/customer-list/${customer}/statement`)
    expect(await main(page)).toContain(`${no} Debit memo`)
    await page.goto(`/memos/add?customer=${customer}`)
    await page.getByRole('radio', { name: 'Write-off' }).check()
    await page.getByLabel(/^Amount/).fill('60,000.00')
    await page.getByRole('button', { name: 'Save memo' }).click()
    await page.getByText(/Only [\d,.]+ is open on delivered invoices/).waitFor()
    expect(await page.getByLabel(/^Amount/).inputValue()).toBe('60,000.00')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/memos?q=${encodeURIComponent(store)}`)
    expect(await main(page)).toMatch(/\d of \d/)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
    const file = await page.request.get(
      `${server.origin}/memos/excel?q=${encodeURIComponent(store)}`,
    )
    expect(file.status()).toBe(200)
    const sheets = xlsx.read(await file.body()).Sheets
    const text = JSON.stringify(sheets)
    for (const part of [no, 'Bounced-cheque fee', 'Goods returned']) expect(text).toContain(part)
    await close()
  })
})
