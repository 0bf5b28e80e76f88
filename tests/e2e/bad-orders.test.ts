import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { beforeAll, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)
const tag = randomUUID().slice(0, 6)
const name = `Bad soap ${tag}`
const main = async (page: Page) => (await page.locator('main').innerText()).replace(/\s+/g, ' ')
let product: string
let booking: string

/** 120 pieces at 30.00 are bought, 48 of them sold and delivered. */
beforeAll(async () => {
  product = await shop.product(name)
  await shop.runCommand('create_purchase', {
    p_purchase: {
      po_no: `BAD-${tag}`,
      supplier: 'S',
      lines: [{ product_id: product, quantity: 120, cost: '30.00', prod_srp: '56.00' }],
    },
  })
  const { data } = await shop.db().from('memberships').select('user_id').eq('role', 'Agent')
  const { id: customer } = await shop.runCommand('request_customer', {
    p_customer: { name: `Bad store ${tag}`, agent_id: data![0]!.user_id, terms_days: '30' },
  })
  const order = await shop.runCommand('create_booking', {
    p_booking: {
      customer_id: customer,
      lines: [{ product_id: product, quantity: 48, agent_srp: '56.00' }],
    },
  })
  booking = order.id
  const of = { p_booking: booking }
  const validated = await shop.runCommand('validate_booking', { ...of, p_version: order.version })
  const invoiced = await shop.runCommand('set_invoice', {
    ...{ ...of, p_version: validated.version, p_invoice_no: `BAD-${tag}`, p_date: null },
  })
  await shop.runCommand('deliver_booking', { ...of, p_version: invoiced.version, p_date: null })
})

it('damaged goods come back, stand apart, and are written off by two people', async () => {
  // A memo takes 12 pieces back among the bad orders.
  const sales = await signedIn('sales-admin@demo.test', { scripts: false })
  onTestFailed(() => picture(sales.page, 'bad-orders-memo'))
  await sales.page.goto(`/memos/add/${booking}`)
  await sales.page.getByRole('radio', { name: 'Goods returned' }).check()
  await sales.page.locator('[name="lines[0].quantity"]').fill('1 cs')
  await sales.page.locator('[name="lines[0].stock_state"]').selectOption('bad_order')
  await sales.page.getByRole('button', { name: 'Save memo' }).click()
  await sales.page.waitForURL(/\/memos\/[0-9a-f-]{36}$/)
  await sales.close()

  // The warehouse moves a case more, and asks to write both off.
  const { page, close, problems } = await signedIn('warehouse@demo.test')
  onTestFailed(() => picture(page, 'bad-orders'))
  await page.goto(`/inventory/bad-orders/add?product=${product}`)
  await page.getByRole('radio', { name: 'Move to bad orders' }).check()
  await page.getByLabel('Quantity').fill('100 cs')
  await page.getByLabel('Reason').fill('Wet cartons')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Only 72 pieces of ${name} are available.`).waitFor()
  expect(await page.getByLabel('Reason').inputValue()).toBe('Wet cartons')
  await page.getByLabel('Quantity').fill('1 cs')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/bad-orders\/[0-9a-f-]{36}$/)
  expect(await main(page)).toMatch(/BO-\d{6}.*Moved to bad orders.*Wet cartons/)
  await page.goto(`/inventory/bad-orders/add?product=${product}`)
  await page.getByRole('radio', { name: 'Write off' }).check()
  await page.getByLabel('Quantity').fill('2 cs')
  await page.getByLabel('Reason').fill('Thrown away')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/bad-orders\/[0-9a-f-]{36}$/)
  const record = new URL(page.url()).pathname
  const no = await page.getByRole('heading', { level: 1 }).innerText()
  expect(await main(page)).toContain('The goods remain bad orders until this is approved.')
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  expect(problems).toEqual([])
  await close()

  const manager = await signedIn('general-manager@demo.test')
  const desk = manager.page
  onTestFailed(() => picture(desk, 'bad-orders-approval'))
  await desk.goto(`/reports_inventory?product_id=${product}&level=product&show=bad_order`)
  await desk.getByRole('columnheader', { name: 'Bad orders' }).waitFor()
  await desk.goto('/inbox?kind=write_off')
  await desk.getByRole('listitem').filter({ hasText: no }).getByText(name).waitFor()
  await desk.goto(record)
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  await desk.getByText(`${no} is approved: the goods are removed from stock.`).waitFor()
  // 24 pieces at the moving average of 30.00.
  expect(await main(desk)).toContain('720.00')
  await desk.goto(`/inventory/inventory-list/ledger/${product}`)
  const ledger = await main(desk)
  for (const part of ['Write-off', 'Moved to bad orders', no]) expect(ledger).toContain(part)
  const { data } = await shop
    .db()
    .from('inventory')
    .select('on_hand, bad_order, available')
    .eq('product_id', product)
    .single()
  expect(data).toEqual({ on_hand: 60, bad_order: 0, available: 60 })
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.goto('/inventory/bad-orders')
  const wide = await desk.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
  await manager.close()
}, 90_000)
