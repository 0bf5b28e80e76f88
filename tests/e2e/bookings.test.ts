import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)

const text = async (place: Locator) => (await place.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const main = (page: Page) => text(page.locator('main'))
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()
const quantity = (page: Page) => page.locator('[name="lines[0].quantity"]')
const BOOKING = /sales\/bookings\/[0-9a-f-]{36}$/

/** A pending booking of 41 pieces at 9.50 (12 in a case; the live SRP is 10.00). */
async function booked(name: string) {
  const product = await shop.product(name)
  await shop.act('create_purchase', {
    p_purchase: {
      po_no: `PO-${randomUUID().slice(0, 8)}`,
      supplier: 'Booking Supply',
      lines: [{ product_id: product, quantity: 90, cost: '7.50' }],
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
  const customer = await shop.act('request_customer', {
    p_customer: { name: `Store of ${name}`, agent_id: agent!.user_id, terms_days: '30' },
  })
  const made = await shop.act('create_booking', {
    p_booking: {
      customer_id: customer.id,
      remarks: `Remark on ${name}`,
      lines: [{ product_id: product, quantity: 41, agent_srp: '9.50' }],
    },
  })
  return { path: `/sales/bookings/${made.id}` }
}

describe.each([{ scripts: true }, { scripts: false }])('bookings, scripts $scripts', (mode) => {
  const tag = mode.scripts ? 'JS' : 'NOJS'

  it('are edited while pending, by one person at a time', async () => {
    const booking = await booked(`Edited ${tag}`)
    const visit = await signedIn('sales-admin@demo.test', mode)
    const other = await signedIn('special-access-1@demo.test', mode)
    const { page } = visit
    onTestFailed(() => picture(page, `edit ${tag}`))
    onTestFailed(() => picture(other.page, `edit other ${tag}`))
    await other.page.goto(`${booking.path}/edit`)
    await page.goto(booking.path)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.waitForURL(/\/edit$/)
    expect(await quantity(page).inputValue()).toBe('3 cs + 5 pc')
    expect(await page.getByLabel('Remarks').inputValue()).toBe(`Remark on Edited ${tag}`)
    await quantity(page).fill('none')
    await press(page, 'Save booking')
    await page.getByText('Enter cases and pieces, such as 3 cs + 5 pc.').waitFor()
    await quantity(page).fill('2 cs')
    await press(page, 'Save booking')
    await page.getByText(/ is saved\.$/).waitFor()
    expect(await main(page)).toMatch(/Total 228\.00/i)

    // Whoever opened it before the change does not overwrite it, and keeps what was typed.
    await quantity(other.page).fill('7')
    await press(other.page, 'Save booking')
    await other.page.getByRole('alert').first().waitFor()
    expect(await quantity(other.page).inputValue()).toMatch(/^7/)
    await page.goto(booking.path)
    expect(await main(page)).toMatch(/Total 228\.00/i)

    await press(page, 'Validate')
    await page.getByText('validated; its goods are reserved.').waitFor()
    expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0)
    await page.goto(`${booking.path}/edit`)
    await page.getByText('Only a pending booking can be edited.').waitFor()
    expect([...visit.problems, ...other.problems]).toEqual([])
    await visit.close()
    await other.close()
  })

  it('are duplicated with their quantities and prices, not their remarks', async () => {
    const booking = await booked(`Copied ${tag}`)
    const visit = await signedIn('sales-admin@demo.test', mode)
    const { page } = visit
    onTestFailed(() => picture(page, `copy ${tag}`))
    await page.goto(booking.path)
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await page.waitForURL(/\?copy=/)
    await page.getByText('Copy of').waitFor()
    expect(await quantity(page).inputValue()).toBe('3 cs + 5 pc')
    expect(await page.getByLabel('Remarks').inputValue()).toBe('')
    await press(page, 'Book')
    await page.waitForURL(BOOKING)
    await page.getByRole('table', { name: 'Lines' }).waitFor()
    expect(new URL(page.url()).pathname).not.toBe(booking.path)
    const seen = await main(page)
    expect(seen).toContain('389.50')
    expect(seen).toContain(`Store of Copied ${tag}`)
    expect(visit.problems).toEqual([])
    await visit.close()
  })
})
