import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import type { Db } from '../../app/platform/request/context.ts'
import { COMPANIES } from '../../scripts/demo/people.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { openMore, pick, picture, testBrowser } from '../support/browser.ts'
import { field, main, press, text } from '../support/purchasing.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const project = COMPANIES[0]!.id
const LIST = '/customers/customer-list/customer-view-list'
const ADD = '/customers/customer-registry/customer-add-registry'
const PAGE = /customer-list\/[0-9a-f-]{36}(\?list=.*)?$/
let agent: Db
let staff: Db

beforeAll(async () => {
  const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  const person = (name: string) =>
    signInAs(backend, { email: `${name}@demo.test`, password: DEMO_PASSWORD })
  agent = await person('agent')
  staff = await person('special-access-1')
})

/** A request as an Agent's field app makes it. */
const request = (customer: Record<string, string>) =>
  sendCommand(agent, 'request_customer', project, JSON.stringify(customer), {
    p_customer: customer,
  })

describe('the customers desk', () => {
  it('runs from a request over its look-alike to credit, trail and blocking', async () => {
    await request({ name: 'Aling Nena Crus', store_name: 'Nena', tin_no: '210-401-118-001' })
    const visit = await signedIn('special-access-1@demo.test')
    const { page, problems } = visit
    onTestFailed(() => picture(page, 'customers desk'))
    const dialog = page.locator('dialog[open]')
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    const first = () => text(page.locator('tbody tr').first())

    // The approver's queue says who it may be already, and so does the decision.
    await page.goto(LIST)
    await page.getByRole('link', { name: /Pending approval/ }).click()
    await page.getByText('Possible duplicates').first().waitFor()
    expect(await text(row('Aling Nena Crus'))).toContain(
      'Aling Nena Cruz: same taxpayer, different branch',
    )
    expect(await text(row('Queenie Alvarez'))).toContain('None')
    await page.getByRole('link', { name: 'Aling Nena Crus', exact: false }).first().click()
    await page.waitForURL(PAGE)
    const here = page.url()
    await page.getByText('Possible duplicates:').waitFor()
    await field(page, 'Credit limit').fill('1000')
    await field(page, 'Payment terms (days)').fill('15')
    await press(page, 'Approve')
    await page.getByText('Review it, then select this or correct it.').waitFor()
    expect(await field(page, 'Payment terms (days)').inputValue()).toBe('15')
    await page.getByLabel('Not a duplicate, approve').check()
    await press(page, 'Approve')
    await page.getByText('Customer approved.').waitFor()
    expect(await main(page)).toMatch(/Credit limit 1,000\.00 Terms 15 days Current 0\.00/)

    // Finance changes TIN and credit; each leaves what it was.
    await press(page, 'TIN, style and VAT')
    await dialog.getByLabel('TIN').fill('12-34')
    await dialog.getByLabel('Business style').fill('Sari-sari store')
    await dialog.getByText('Enter a TIN as 000-000-000-000.').waitFor()
    await dialog.getByLabel('TIN').fill('211-408-129-000')
    await dialog.getByText(/Bernardo Lopez.*same TIN/).waitFor()
    await dialog.getByLabel('TIN').fill('210-401-118-002')
    await dialog.getByText(/Aling Nena Cruz.*different branch/).waitFor()
    await dialog.getByLabel('Save anyway').check()
    await dialog.getByRole('button', { name: 'Save' }).last().click()
    await page.getByText('TIN, business style and VAT class saved.').waitFor()
    await press(page, 'Change credit terms')
    await dialog.getByLabel('Credit limit').fill('2,500.50')
    await dialog.getByLabel('Payment terms (days)').fill('30')
    await dialog.getByRole('button', { name: 'Save' }).last().click()
    await page.getByText('Credit limit and terms saved.').waitFor()
    const trail = page.getByRole('table', { name: 'Finance audit trail' })
    const seen = await text(trail)
    expect(seen).toContain('Credit limit 1,000.00 → 2,500.50; Terms 15 days → 30 days')
    expect(seen).toContain('TIN 210-401-118-001 → 210-401-118-002')
    expect(seen).toContain('Business style (blank) → Sari-sari store')
    expect(seen).toContain('Credit limit 1,000.00; terms 15 days')

    // Contact details have a form of their own; the second of two editors is refused.
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await field(page, 'Area').fill('Marikina')
    const id = new URL(here).pathname.split('/').at(-1)!
    await staff.from('customers').update({ contact: 'Theirs' }).eq('id', id)
    await press(page, 'Save customer')
    await page.getByText('This customer was changed by another user').waitFor()
    expect(await field(page, 'Area').inputValue()).toBe('Marikina')
    await page.reload()
    await field(page, 'Area').fill('Marikina')
    await press(page, 'Save customer')
    await page.waitForURL(({ pathname }) => pathname === new URL(here).pathname)
    await expect.poll(() => main(page)).toMatch(/Area Marikina .*Contact person \/ phone Theirs/)

    // Deactivated: what waits is refused at validation, nothing new is offered.
    const [product] = (await staff.from('inventory').select('product_id').gt('available', 5)).data!
    const booking = await sendCommand(staff, 'create_booking', project, 'blocked', {
      p_booking: {
        customer_id: id,
        lines: [{ product_id: product!.product_id, quantity: 1, agent_srp: '10.00' }],
      },
    })
    await page.goto(here)
    expect(await main(page)).toContain(booking.so_no)
    await openMore(page)
    await press(page, 'Deactivate')
    await dialog.getByRole('button', { name: 'Deactivate customer' }).click()
    await dialog.getByText('Enter a reason for the audit trail.').waitFor()
    await dialog.getByLabel('Reason').fill('Closed for good')
    await dialog.getByRole('button', { name: 'Deactivate customer' }).click()
    await page.getByText('Customer deactivated.').waitFor()
    expect(await text(trail)).toMatch(/Deactivated .*Closed for good/)
    expect(await page.getByRole('link', { name: 'New booking' }).count()).toBe(0)
    // Somebody else than who set the credit line validates.
    const sales = await signedIn('sales-admin@demo.test', { scripts: false })
    await sales.page.goto(`/sales/bookings/${booking.id}`)
    await press(sales.page, /^Validate/)
    await sales.page
      .getByText(/Aling Nena Crus is inactive: only approved customers can buy/)
      .first()
      .waitFor()
    await sales.close()
    await page.goto('/sales/bookings/add')
    await page.getByRole('combobox', { name: 'Customer' }).fill('Aling Nena')
    await page.getByRole('option', { name: 'Aling Nena Cruz' }).waitFor()
    expect(await page.getByRole('option', { name: 'Aling Nena Crus' }).count()).toBe(0)
    await page.goto(here)
    await openMore(page)
    await press(page, 'Reactivate')
    await dialog.getByLabel('Reason').fill('Opened again')
    await dialog.getByRole('button', { name: 'Reactivate customer' }).click()
    await page.getByRole('link', { name: 'New booking' }).waitFor()

    // Found by agent, area and TIN; sorted by what is owed.
    for (const typed of ['jun mercado', 'marikina', '210401118002']) {
      await page.goto(`${LIST}?q=${encodeURIComponent(typed)}`)
      expect(await main(page), typed).toContain('Aling Nena Crus')
    }
    expect(await main(page)).toContain('1 of 1')
    await page.goto(`${LIST}?sort=-exposure`)
    expect(await first()).toMatch(/Dominador Pascual.*158,424\.00/)
    await page.goto(`${LIST}?over_limit=1`)
    expect(await first()).toMatch(/Editha Ramos.*Cash only.*-732\.00/)
    await page.goto(`${LIST}?area=Cainta&status=approved`)
    expect(await main(page)).toContain('1–3 of 3')

    // On a phone the page is not wider than the screen.
    await page.setViewportSize({ width: 390, height: 780 })
    for (const path of [LIST, '/customers/customer-registry', ADD, here, `${here}/edit`]) {
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
    }
    expect(problems).toEqual([])

    // Missing and foreign are the same: a page that says so, with ways back.
    const missing = await page.goto(`/customers/customer-list/${randomUUID()}`)
    expect(missing?.status()).toBe(404)
    expect(await main(page)).toContain('No such document!')
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await page.waitForURL(/\/home$/)
    await visit.close()
  })
})

describe.each(SCRIPTS)('adding, scripts $scripts', (mode) => {
  const tag = mode.scripts ? 'JS' : 'NOJS'

  it('warns of a TIN and of a name that is there, and takes it when it is meant', async () => {
    const visit = await signedIn('finance-admin@demo.test', mode)
    const { page, problems } = visit
    onTestFailed(() => picture(page, `customer add ${tag}`))
    await page.goto(ADD)
    await field(page, 'Name').fill('Herminia Torres')
    if (mode.scripts) await page.getByText(/Herminio Torres.*similar name/).waitFor()
    await field(page, 'TIN').fill('nonsense')
    await press(page, 'Add and approve')
    await page.getByText('Enter a TIN as 000-000-000-000.').waitFor()
    await page.getByText('Choose the agent').waitFor()
    await field(page, 'TIN').fill(mode.scripts ? '900-100-200' : '900-100-300')
    await pick(visit, 'Agent', 'Jun Mercado')
    await press(page, 'Add and approve')
    await page.getByText('Review it, then select this or correct it.').waitFor()
    expect(await main(page)).toMatch(/Herminio Torres, HT Trading, Cainta, TIN 217.*similar name/)
    await page.getByLabel('Not a duplicate, save').check()
    await press(page, 'Add and approve')
    await page.waitForURL(PAGE)
    await page.getByRole('table', { name: 'Finance audit trail' }).waitFor()
    expect(await main(page)).toMatch(/Approved .* Credit limit no limit; terms 0 days/)

    // The requester is told why it was rejected.
    await request({ name: `Unwanted ${tag}` })
    await page.goto('/customers/customer-registry')
    await page.getByRole('link', { name: `Unwanted ${tag}` }).click()
    await page.waitForURL(PAGE)
    await page.getByRole('button', { name: 'Reject', exact: true }).first().click()
    await page.getByRole('button', { name: 'Reject customer' }).click()
    await page.getByText('Enter a reason for the requesting agent.').waitFor()
    await page.getByLabel('Reason').fill('Cannot be found there')
    await page.getByRole('button', { name: 'Reject customer' }).click()
    await page.getByText('Rejected', { exact: true }).first().waitFor()
    expect(await main(page)).toContain('Reason for the decision Cannot be found there')
    expect(problems).toEqual([])
    await visit.close()
  })
})
