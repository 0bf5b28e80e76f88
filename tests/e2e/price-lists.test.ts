import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { pick, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { field, main, press, text } from '../support/purchasing.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)
const lines = (page: Page) => text(page.getByRole('table', { name: 'Lines' }))

describe.each([{ scripts: true }, { scripts: false }])('a price list, scripts $scripts', (mode) => {
  const mark = mode.scripts ? 'JS' : 'NOJS'
  const name = `List Soap ${mark}`

  it('proposes its price to a group, and a line takes a discount and free goods', async () => {
    await shop.product(name, { case_config: 12, def_cost: 6, def_srp: 10 })
    const customerId = await shop.customer()
    const visit = await signedIn('special-access-1@demo.test', mode)
    const { page } = visit
    onTestFailed(() => picture(page, `price lists ${mark}`))

    await page.goto('/inventory/price-lists/add')
    await field(page, 'Name').fill(`Supermarkets ${mark}`)
    await field(page, 'Floor (%)').fill('101')
    await press(page, 'Add price list')
    await page
      .getByText('Enter a percentage from 0 to 100 with at most two decimals, such as 90.')
      .waitFor()
    await field(page, 'Floor (%)').fill('95')
    await press(page, 'Add price list')
    await page.waitForURL(/price-lists\/[0-9a-f-]{36}$/)

    // 108.00 for a case of twelve: 9.00 a piece.
    await pick(visit, 'Product', name)
    await field(page, 'Price').fill('108/cs')
    await press(page, 'Set price')
    await page.getByText('Price saved.').waitFor()
    expect(await text(page.getByRole('table', { name: 'Products' }))).toMatch(
      new RegExp(`${name} .*108\\.00/cs`),
    )

    await page.goto('/inventory/customer-groups/add')
    await field(page, 'Name').fill(`Chains ${mark}`)
    await field(page, 'Price list').selectOption({ label: `Supermarkets ${mark}` })
    await press(page, 'Add group')
    await page.getByText(`Chains ${mark} is added.`).waitFor()
    await page.goto(`/customers/customer-list/${customerId}`)
    await press(page, 'Prices')
    const dialog = page.locator('dialog[open], dialog:popover-open')
    await dialog.getByLabel('Group').selectOption({ label: `Chains ${mark}` })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Group and price list saved.').waitFor()
    expect(await main(page)).toContain(`Chains ${mark}`)

    // Ten pieces at 9.00 less 5 % are 85.50; one more is free.
    await page.goto(`/sales/bookings/add?customer=${customerId}`)
    await pick(visit, 'Product', name)
    await field(page, 'Quantity').fill('10')
    if (mode.scripts) {
      await expect.poll(() => field(page, 'AgentSRP').inputValue()).toBe('108.00/cs')
      await page.getByText(`of Supermarkets ${mark}`).waitFor()
    }
    await field(page, 'Discount').fill('5%%')
    await press(page, 'Book')
    await page.getByText('Enter a discount such as 5%, 50.00 or 5% + 50.').waitFor()
    await field(page, 'Discount').fill('5%')
    if (mode.scripts) await page.getByText('85.50').first().waitFor()
    await press(page, 'Add line')
    await pick(visit, 'Product', name, 1)
    await field(page, 'Quantity', 1).fill('1')
    await field(page, 'AgentSRP', 1).fill('free')
    await press(page, 'Book')
    await page.waitForURL(/bookings\/[0-9a-f-]{36}$/)
    await page.getByRole('table', { name: 'Lines' }).waitFor()
    expect(await lines(page)).toMatch(/10 pc .*108\.00\/cs 90\.00 5% 85\.50/)
    expect(await lines(page)).toMatch(/1 pc .*Free with line 1 0\.00 .*0\.00/)
    expect(await lines(page)).toMatch(/Total 90\.00 4\.50 85\.50/)

    // Editing keeps discount and free goods.
    const booking = new URL(page.url()).pathname
    await page.goto(`${booking}/edit`)
    expect(await field(page, 'Discount').inputValue()).toBe('5%')
    expect(await field(page, 'AgentSRP', 1).inputValue()).toBe('free')
    await press(page, 'Save booking')
    await page.getByText(/ is saved\.$/).waitFor()
    expect(await lines(page)).toMatch(/Total 90\.00 4\.50 85\.50/)

    expect(visit.problems).toEqual([])
    await visit.close()
  })
})
