import { describe, expect, it, onTestFailed } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { picture, testBrowser, type Visit } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server, { scripts: false })
const shop = demoCompany(server)
const LISTS = '/inventory/price-lists'

const text = async ({ page }: Visit) =>
  (await page.locator('main').innerText()).replace(/\s+/g, ' ')
const press = ({ page }: Visit, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click()

/** Chooses a product by its name, in a picker with scripts or in the select without. */
async function choose({ page }: Visit, label: string, name: string, scripts: boolean, nth = 0) {
  const field = page.getByLabel(new RegExp(`^${label}( \\*)?$`)).nth(nth)
  if (!scripts) {
    const option = field.locator('option').filter({ hasText: name }).first()
    await field.selectOption((await option.getAttribute('value'))!)
    return
  }
  await field.fill(name)
  await page.getByRole('option').filter({ hasText: name }).first().click()
}

describe.each(SCRIPTS)('a price list, scripts $scripts', ({ scripts }) => {
  it('is entered, is proposed to its customers, and its discounts and free goods are printed', async () => {
    const visit = await signedIn('special-access-1@demo.test', { scripts })
    onTestFailed(() => picture(visit.page, `prices ${scripts}`))
    const { page, problems, close } = visit
    const name = `Listed soap ${scripts}`
    const product = await shop.product(name, { def_srp: 120, def_srp_pieces: 12 })
    await shop.runCommand('create_purchase', {
      p_purchase: {
        po_no: `PO-LIST-${scripts}`,
        supplier: 'List Supply',
        date_added: today('Asia/Manila'),
        lines: [{ product_id: product, quantity: '600', cost: '5.00' }],
      },
    })
    const list = `Dealers ${scripts}`
    await page.goto(LISTS)
    await page.getByRole('link', { name: 'Add price list' }).click()
    await page.getByLabel('Name').fill(list)
    await page.getByLabel('Floor (%)').fill('101')
    await press(visit, 'Add price list')
    await page.getByText('Enter a percentage from 0 to 100').first().waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe(list)
    await page.getByLabel('Floor (%)').fill('90')
    await press(visit, 'Add price list')
    await page.getByText(`${list} is added`).waitFor()

    await choose(visit, 'Product', name, scripts)
    await page.getByLabel(/^Price( \*)?$/).fill('108/cs')
    await page.getByLabel('Price floor').fill('109')
    await press(visit, 'Set price')
    await page.getByText('The floor cannot exceed the price.').first().waitFor()
    await page.getByLabel('Price floor').fill('')
    await press(visit, 'Set price')
    await page.getByText('Price saved.').waitFor()
    expect(await text(visit)).toMatch(new RegExp(`${name}.*108\\.00/cs`))
    const listPage = page.url()

    await page.goto('/inventory/customer-groups/add')
    await page.getByLabel('Name').fill(`Group of ${list}`)
    await page.getByLabel('Price list').selectOption({ label: list })
    await press(visit, 'Add group')
    await page.getByText('is added.').waitFor()
    const customer = await shop.customer()
    await page.goto(`/customers/customer-list/${customer}`)
    await press(visit, 'Prices')
    await page.getByLabel(/^Group( \*)?$/).selectOption({ label: `Group of ${list}` })
    await press(visit, 'Save')
    await page.getByText('Group and price list saved.').waitFor()

    await page.goto(`/sales/bookings/add?customer=${customer}`)
    await choose(visit, 'Product', name, scripts)
    await page.getByLabel('Quantity').first().fill('10 cs')
    if (scripts) {
      await expect.poll(() => page.getByLabel('Unit price').first().inputValue()).toBe('108.00/cs')
      await page.getByText(`of ${list}`).waitFor()
    }
    await page.getByLabel('Discount').first().fill('5% + 26')
    await press(visit, 'Add line')
    await page.getByLabel('Unit price').nth(1).waitFor()
    await choose(visit, 'Product', name, scripts, 1)
    await page.getByLabel('Quantity').nth(1).fill('1 cs')
    await page.getByLabel('Unit price').nth(1).fill('free')
    await press(visit, 'Save booking')
    await page.waitForURL(/bookings\/[0-9a-f-]{36}$/)
    // 10 cases at 108.00 are 1,080.00; less 5 % 1,026.00, less 26.00 1,000.00.
    const booked = await text(visit)
    for (const part of ['1,080.00', '5% + 26.00', '80.00', '1,000.00', 'Free, line 1'])
      expect(booked).toContain(part)

    // Each change of its prices says that this booking keeps those that it was saved with.
    const kept = '1 pending booking keeps the prices and VAT at the time of saving.'
    const of = (whose: string) => kept.replace(' keeps', ` ${whose} keeps`)
    const bought = await shop.runCommand('create_purchase', {
      p_purchase: {
        ...{ po_no: `PO-SRP-${scripts}`, supplier: 'List Supply' },
        lines: [{ product_id: product, quantity: '1', cost: '5.00', prod_srp: '11.00' }],
      },
    })
    for (const [path, said] of [
      [`/inventory/product-list/${product}/edit`, kept],
      [
        `/inventory/product-list/${product}/edit`,
        '1 open booking, pending or not delivered in full, counts in the categories of the delivery date.',
      ],
      [
        `/inventory/purchase-list/${bought.id}`,
        of('with products whose SRP this purchase changed'),
      ],
      [listPage, of('with products of this list, of customers who use it,')],
    ] as const) {
      await page.goto(path)
      expect(await text(visit)).toContain(said)
    }
    await page.getByRole('link', { name: '1 pending booking' }).click()
    await page.waitForURL(/stage=pending&price_list=/)
    expect(await text(visit)).toMatch(/SO-\d{6}.*1,000\.00/)
    await page.goto('/inventory/customer-groups')
    await page.getByRole('link', { name: `Group of ${list}` }).click()
    await page.waitForURL(/customer-groups\/./)
    // The customer, who is the only one of the group, may have pending bookings of the other mode.
    const { count } = await shop
      .db()
      .from('bookings')
      .select('id', { count: 'exact', head: true })
      .eq('customer_id', customer)
      .eq('stage', 'pending')
    expect(await text(visit)).toContain(
      count === 1
        ? of('of customers in this group')
        : `${count} pending bookings of customers in this group keep the prices and VAT at the time of saving.`,
    )

    await page.goto(`/inventory/product-list/${product}`)
    expect(await text(visit)).toMatch(new RegExp(`108\\.00/cs ${list}, from`))
    await shop.runCommand('set_customer_prices', {
      p_customer: customer,
      p_version: await shop.versionOf('customers', customer),
      p_details: {},
    })
    expect(problems).toEqual([])
    await close()
  })
})
