import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openMore, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server, { scripts: false })
const shop = demoCompany(server)

const text = async (locator: Locator) =>
  (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const main = (page: Page) => text(page.locator('main'))
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()
const LIST = '/warehouse/warehouse-list/warehouse-view-list'
const REQUEST = /warehouse-list\/[0-9a-f-]{36}(\?list=.*)?$/

/** A validated booking of 41 pieces at 10.00 (12 in a case), of which `delivered` are delivered. */
async function booked(name: string, delivered = 0) {
  const product = await shop.product(name)
  await shop.runCommand('create_purchase', {
    p_purchase: {
      po_no: `PO-${randomUUID().slice(0, 8)}`,
      supplier: 'Warehouse Supply',
      lines: [{ product_id: product, quantity: 60, cost: '7.50' }],
    },
  })
  const { data: agent } = await shop
    .db()
    .from('memberships')
    .select('user_id')
    .eq('project_id', DEMO_ID)
    .eq('role', 'Agent')
    .limit(1)
    .single()
  const customer = await shop.runCommand('request_customer', {
    p_customer: { name: `Store of ${name}`, agent_id: agent!.user_id, terms_days: '30' },
  })
  const made = await shop.runCommand('create_booking', {
    p_booking: {
      customer_id: customer.id,
      lines: [{ product_id: product, quantity: 41, agent_srp: '10.00' }],
    },
  })
  const validated = await shop.runCommand('validate_booking', {
    p_booking: made.id,
    p_version: made.version,
  })
  if (delivered > 0) {
    const { data: line } = await shop
      .db()
      .from('booking_lines')
      .select('id')
      .eq('project_id', DEMO_ID)
      .eq('booking_id', made.id)
      .single()
    await shop.runCommand('deliver_booking', {
      p_booking: made.id,
      p_version: validated.version,
      p_date: null,
      p_lines: { lines: [{ line_id: line!.id, quantity: delivered }], remainder: 'keep' },
    })
  }
  return { ...made, path: `/sales/bookings/${made.id}`, product, name }
}

/** The stock of a product as the database has it. */
async function stockOf(product: string) {
  const { data } = await shop
    .db()
    .from('inventory')
    .select('on_hand, reserved')
    .eq('project_id', DEMO_ID)
    .eq('product_id', product)
    .single()
  return data
}

/** Asks from the booking's page and stands on the request's page. */
async function ask(page: Page, booking: string, kind: string, quantity: string | null) {
  await page.goto(booking)
  await openMore(page)
  await page.getByRole('link', { name: 'Warehouse request' }).click()
  await page.getByRole('radio', { name: kind }).check()
  if (quantity) await page.locator('[name="lines[0].quantity"]').fill(quantity)
  await page.getByLabel('Reason').fill(`Reason to ${kind}`)
  await press(page, 'Send request')
}

/** Someone of the demo company, whose trouble fails the test. */
async function person(login: string, scripts: boolean) {
  const visit = await signedIn(`${login}@demo.test`, { scripts })
  onTestFailed(() => picture(visit.page, `warehouse request ${login}`))
  return visit
}

describe('warehouse requests', () => {
  it('hold a delivery until they are done', async () => {
    const { soNo, path } = await numbered(await booked('Held goods'))
    const warehouse = await person('warehouse', true)
    const owner = await person('owner', true)
    const { page } = warehouse
    await page.goto('/warehouse')
    await page.waitForURL(/warehouse-view-list$/)
    await page.getByRole('link', { name: 'New request' }).click()
    await page.waitForURL(/add$/)
    await page.getByRole('searchbox').fill('Store of Held goods')
    await page.waitForURL(/q=Store/)
    await page.getByRole('link', { name: soNo }).click()
    await page.getByRole('radio', { name: 'Hold' }).check()
    await page.getByLabel('Reason').fill('Store is closed')
    await press(page, 'Send request')
    await page.waitForURL(REQUEST)
    const request = new URL(page.url()).pathname
    expect(await main(page)).toContain(`WID${soNo}`)
    expect(await main(page)).toContain('Stock and balance do not change.')
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)

    await owner.page.goto(`${LIST}?q=Held+goods&kind=hold&status=pending&from=2026-01-01`)
    expect(await owner.page.getByRole('row').count()).toBe(2)
    await owner.page.getByRole('link', { name: `WID${soNo}` }).click()
    await owner.page.waitForURL(REQUEST)
    await press(owner.page, 'Approve')
    await owner.page.getByText(`WID${soNo} is approved.`).waitFor()

    await page.goto(path)
    await page.getByText('On hold', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Mark delivered' }).count()).toBe(0)
    await page.goto(request)
    await press(page, 'Complete')
    await page.getByText(`WID${soNo} is completed.`).waitFor()
    await page.goto(path)
    await page.getByRole('table', { name: 'Lines' }).waitFor()
    expect(await page.getByText('On hold', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Mark delivered' }).waitFor()
    expect([...warehouse.problems, ...owner.problems]).toEqual([])
    await warehouse.close()
    await owner.close()
  })

  it('reduce and take back without scripts: the effect is seen before, and is what happens', async () => {
    const { path, product, soNo } = await numbered(await booked('Taken goods', 24))
    const visit = await person('special-access-1', false)
    const owner = await person('owner', false)
    const { page } = visit
    await ask(page, path, 'Reduce quantity', '2 cs')
    await page.getByText('Only 17 pieces are not delivered yet.').waitFor()
    expect(await page.locator('[name="lines[0].quantity"]').inputValue()).toBe('2 cs')
    expect(await page.getByLabel('Reason').inputValue()).toBe('Reason to Reduce quantity')
    expect(await main(page)).toContain('Can be reduced: 1 cs + 5 pc. Can be returned: 2 cs.')
    await page.locator('[name="lines[0].quantity"]').fill('1 cs')
    await press(page, 'Send request')
    await page.waitForURL(REQUEST)
    await expect
      .poll(() => main(page))
      .toMatch(/available 1 cs \+ 7 pc → .*2 cs \+ 7 pc Balance of .* 410\.00 → .*290\.00/)
    const reduce = new URL(page.url()).pathname
    await ask(page, path, 'Return', '5')
    await page.waitForURL(REQUEST)
    const takeBack = new URL(page.url()).pathname
    await ask(page, path, 'Reduce quantity', '1 cs')
    await page.waitForURL(REQUEST)
    const tooLate = new URL(page.url()).pathname
    expect(await stockOf(product)).toEqual({ on_hand: 36, reserved: 17 })

    for (const request of [reduce, takeBack]) {
      await owner.page.goto(request)
      await press(owner.page, 'Approve')
      await owner.page.getByText(/^WID.* is approved\.$/).waitFor()
    }
    expect(await stockOf(product)).toEqual({ on_hand: 41, reserved: 5 })
    await page.goto(path)
    const seen = await main(page)
    expect(seen).toContain('240.00')
    expect(seen).toContain('Returned')
    expect(seen).toContain(`WID${soNo}-2`)
    await page.goto(takeBack)
    await press(page, 'Complete')
    await page.getByText('Completed', { exact: true }).first().waitFor()

    await owner.page.goto(tooLate)
    expect(await main(owner.page)).toContain('Only 5 pc of Taken goods is still undelivered.')
    await press(owner.page, 'Approve')
    await owner.page.getByText('Only 5 pieces are not delivered yet.').waitFor()
    await press(owner.page, 'Reject')
    await owner.page.getByText('Enter a reason for the rejection.').waitFor()
    await owner.page.getByLabel('Remarks').fill('The customer wants all of it')
    await press(owner.page, 'Reject')
    await owner.page.getByText('Rejected', { exact: true }).first().waitFor()
    expect(await main(owner.page)).toContain('The customer wants all of it')
    expect(await stockOf(product)).toEqual({ on_hand: 41, reserved: 5 })
    expect([...visit.problems, ...owner.problems]).toEqual([])
    await visit.close()
    await owner.close()
  })
})

/** The booking with its SO number. */
async function numbered<T extends { id: string }>(booking: T) {
  const { data } = await shop
    .db()
    .from('bookings')
    .select('so_no')
    .eq('project_id', DEMO_ID)
    .eq('id', booking.id)
    .single()
  return { ...booking, soNo: data!.so_no }
}
