import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openMore, picture, testBrowser, type Visit } from '../support/browser.ts'
import { confirmed } from '../support/confirm.ts'
import { demoCompany } from '../support/demo.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)

const text = async (page: Page, selector = 'main') =>
  (await page.locator(selector).allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const quantity = (page: Page, line = 0) => page.locator(`[name="lines[${line}].quantity"]`)
const BOOKING = /sales\/bookings\/[0-9a-f-]{36}(\?list=.*)?$/
const TEN = Array.from({ length: 10 }, (_, n) => `Key${n + 1}`)

let products: string[]
let agent: string

/** Ten products at 10.00 with 120 pieces each, twelve in a case. */
beforeAll(async () => {
  products = []
  for (const name of TEN) products.push(await shop.product(`${name} Soap`))
  await shop.runCommand('create_purchase', {
    p_purchase: {
      po_no: 'PO-BOOKINGS',
      supplier: 'Booking Supply',
      lines: products.map((product_id) => ({ product_id, quantity: 120, cost: '7.50' })),
    },
  })
  const { data } = await shop
    .db()
    .from('memberships')
    .select('user_id, profiles!inner(display_name)')
    .eq('project_id', DEMO_ID)
    .eq('role', 'Agent')
    .eq('profiles.display_name', 'Jun Mercado')
    .single()
  agent = data!.user_id
})

const customerOf = (name: string, credit_line: string) =>
  shop.runCommand('request_customer', {
    p_customer: { name, agent_id: agent, terms_days: '30', credit_line },
  })

/** A pending booking of so many pieces of the first product at 9.50. */
async function booked(customer: { id: string }, pieces: number, remarks = '') {
  const made = (await shop.runCommand('create_booking', {
    p_booking: {
      customer_id: customer.id,
      remarks,
      lines: [{ product_id: products[0], quantity: pieces, agent_srp: '9.50' }],
    },
  })) as unknown as { id: string; so_no: string }
  return { ...made, path: `/sales/bookings/${made.id}` }
}

describe('the bookings desk by keyboard', () => {
  it('enters ten lines in under a minute, with credit and stock beside them', async () => {
    await customerOf('Keyboard Store', '5000.00')
    const { page, problems, close } = await signedIn('sales-admin@demo.test')
    onTestFailed(() => picture(page, 'ten lines'))
    const keys = page.keyboard
    await page.goto('/sales/bookings/add')
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()
    const begun = performance.now()
    /** Types into a picker, takes what it finds first, goes on. */
    const take = async (typed: string, found: RegExp) => {
      await keys.type(typed)
      await page.getByRole('option', { name: found }).first().waitFor()
      await keys.press('Enter')
    }
    await take('Keyboard St', /Keyboard Store/)
    for (const [line, name] of TEN.entries()) {
      await take(`${name} So`, new RegExp(`${name} Soap`))
      await keys.type('3cs+5')
      await keys.press('Enter')
      expect(await page.locator(`[name="lines[${line}].agent_srp"]`).inputValue()).toBe('10.00')
      expect(await page.locator(`[name="lines[${line}].quantity"]`).inputValue()).toBe(
        '3 cs + 5 pc',
      )
      await page.getByRole('group', { name: `Line ${line + 2}` }).waitFor()
    }
    const aside = () => text(page, 'aside')
    await page.locator('aside', { hasText: 'Key10 Soap' }).waitFor()
    expect(await aside()).toMatch(/Credit of Keyboard Store .*Available after this booking 900\.00/)
    expect(await aside()).toMatch(/Key10 Soap Ordered 3 cs \+ 5 pc 10 cs available/)
    await keys.press('Enter') // an empty line: done
    await keys.press('Enter') // Book
    await page.waitForURL(BOOKING)
    const seconds = (performance.now() - begun) / 1000
    await page.getByRole('table', { name: 'Lines' }).waitFor()
    expect(seconds).toBeLessThan(60)
    expect(await text(page)).toMatch(/Total 4,100\.00/)
    expect(await page.getByRole('table', { name: 'Lines' }).getByRole('row').count()).toBe(12)
    expect(problems).toEqual([])
    await close()
  })

  it('takes at most 36 keys for five lines, and typing after a choice searches anew', async () => {
    await customerOf('Few Keys Store', '50000.00')
    const { page, problems, close } = await signedIn('sales-admin@demo.test')
    onTestFailed(() => picture(page, 'five lines'))
    let keys = 0
    const press = async (key: string) => {
      keys++
      await page.keyboard.press(key)
    }
    const take = async (typed: string, found: RegExp) => {
      // A new line takes the focus a moment after it is drawn.
      await page.locator('[role=combobox]:focus').waitFor()
      for (const key of typed) await press(key === ' ' ? 'Space' : key)
      await page.getByRole('option', { name: found }).first().waitFor()
      await press('Enter')
    }
    await page.goto('/sales/bookings/add')
    const customer = page.getByRole('combobox', { name: 'Customer' })
    await take('few', /Few Keys Store/)
    expect(await customer.inputValue()).toBe('Few Keys Store')
    for (const [line, name] of TEN.slice(1, 6).entries()) {
      await take(name.slice(1), new RegExp(`${name} Soap`))
      await press('5')
      await press('Enter')
      await page.getByRole('group', { name: `Line ${line + 2}` }).waitFor()
    }
    await press('Control+Enter')
    await page.waitForURL(BOOKING)
    expect(keys).toBeLessThanOrEqual(36)
    expect(await text(page)).toMatch(/Total 250\.00/)

    await page.goto('/sales/bookings/add')
    await take('few', /Few Keys Store/)
    await customer.focus()
    await page.keyboard.press('End')
    await page.keyboard.type('key')
    expect(await customer.inputValue()).toBe('key')
    expect(problems).toEqual([])
    await close()
  })
})

it('lines are pasted from a spreadsheet; what is not saved is asked for, kept in the tab, and gone at sign-out', async () => {
  await customerOf('Draft Store', '50000.00')
  const { page, problems, close } = await signedIn('sales-admin@demo.test', {
    own: true,
    fresh: true,
  })
  onTestFailed(() => picture(page, 'draft'))
  const { data } = await shop
    .db()
    .from('products')
    .select('material_code')
    .in('id', products.slice(0, 2))
  const codes = data!.map(({ material_code }) => material_code)
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')))
  const kept = () => expect.poll(drafts).toHaveLength(1)
  await page.goto('/sales/bookings/add')
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await customer.fill('Draft St')
  await page
    .getByRole('option', { name: /Draft Store/ })
    .first()
    .click()
  await page.locator('summary', { hasText: 'Paste lines' }).click()
  await page.getByLabel('Rows').fill(`Code\tQty\n${codes[0]}\t3 cs\n${codes[1]}\t5\nNOPE\t1`)
  await press(page, 'Add these lines')
  await page.getByText('No active product has the code NOPE.').waitFor()
  expect(await customer.inputValue()).toBe('Draft Store')
  expect(await quantity(page).inputValue()).toBe('3 cs')
  expect(await page.locator('[name="lines[1].agent_srp"]').inputValue()).toBe('10.00')
  expect(await page.getByLabel('Rows').inputValue()).toBe('NOPE\t1')
  await quantity(page, 1).fill('6')
  await kept()

  // Leaving asks; the draft is offered when the form is opened again.
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    return dialog.accept()
  })
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await page.waitForURL('**/sales/bookings')
  expect(asked).toEqual(['Your entries are not saved. Leave this page?'])
  await page.goto('/sales/bookings/add')
  await press(page, 'Continue')
  await expect.poll(() => quantity(page, 1).inputValue()).toMatch(/^6/)
  expect(await customer.inputValue()).toBe('Draft Store')
  await press(page, 'Save booking')
  await page.waitForURL(BOOKING)
  expect(await text(page)).toMatch(/Total 420\.00/)
  expect(await drafts()).toEqual([])
  expect(asked).toEqual(['Your entries are not saved. Leave this page?'])

  // Signing out removes what this tab has kept.
  await page.goto('/sales/bookings/add')
  await page.getByLabel('Remarks').fill('Secret of mine')
  await kept()
  await page.getByRole('button', { name: 'Signout' }).first().click()
  await page.locator('dialog').getByRole('button', { name: 'Signout' }).click()
  await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/login')
  expect(await drafts()).toEqual([])
  expect(problems).toEqual([])
  await close()
})

describe.each(SCRIPTS)('bookings, scripts $scripts', (mode) => {
  const tag = mode.scripts ? 'JS' : 'NOJS'
  const visitAs = (login: string): Promise<Visit> => signedIn(`${login}@demo.test`, mode)
  const timeline = (page: Page) => text(page, '[aria-label=Timeline]')

  it('go from entry to cancelled or archived, each step told', async () => {
    const customer = await customerOf(`Store ${tag}`, '500.00')
    const booking = await booked(customer, 41, 'Call first')
    // Somebody else than who set the prices of the products, so that the bookings can be validated.
    const visit = await visitAs('invoice-admin')
    const other = await visitAs('special-access-1')
    const owner = await visitAs('owner')
    const { page } = visit
    onTestFailed(() => picture(page, `bookings ${tag}`))
    onTestFailed(() => picture(other.page, `bookings other ${tag}`))
    onTestFailed(() => picture(owner.page, `bookings owner ${tag}`))

    // Edited while pending; who saves second is refused and sees both.
    await other.page.goto(`${booking.path}/edit`)
    await page.goto(booking.path)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.waitForURL(/\/edit$/)
    expect(await quantity(page).inputValue()).toBe('3 cs + 5 pc')
    await quantity(page).fill('none')
    await press(page, 'Save booking')
    await page.getByText('Enter cases and pieces, such as 3 cs + 5 pc.').waitFor()
    await quantity(page).fill('2 cs')
    await press(page, 'Save booking')
    await page.getByText(/ is saved\.$/).waitFor()
    expect(await text(page)).toMatch(/Total 228\.00/i)
    expect(await timeline(page)).toMatch(
      /Edited .* by .*Total from 389\.50 to 228\.00 Lines before: 3 cs \+ 5 pc Key1 Soap at 9\.50 Created/,
    )
    await quantity(other.page).fill('7')
    await press(other.page, 'Save booking')
    await other.page.getByRole('heading', { name: 'Changed by another user' }).waitFor()
    expect(await quantity(other.page).inputValue()).toMatch(/^7/)
    expect(await text(other.page, '[aria-label=Lines]')).toContain('2 cs')

    // Duplicated: the same goods at the same prices, not the remarks of that day.
    await openMore(page)
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await page.waitForURL(/\?copy=/)
    expect(await quantity(page).inputValue()).toBe('2 cs')
    expect(await page.getByLabel('Remarks').inputValue()).toBe('')
    await press(page, 'Save booking')
    await page.waitForURL(BOOKING)
    const copy = new URL(page.url()).pathname
    await expect.poll(() => text(page, 'h1')).not.toContain('New booking')
    const copyNo = (await text(page, 'h1')).trim()
    expect(copy).not.toBe(booking.path)

    // Validated together: what is over the limit is refused and stops none of the others.
    const over = await booked(customer, 12)
    await page.goto('/sales/bookings/validation')
    // The page's scripts have taken over: a tick in the middle of that may be lost.
    if (mode.scripts) await page.getByRole('checkbox', { name: 'Select all' }).waitFor()
    for (const no of [booking.so_no, copyNo, over.so_no])
      await page.getByLabel(`Validate ${no}`).check()
    expect(await confirmed(page, /^Validate( 3)?$/, 'Validate')).toBe(
      'Validate 3 bookings, PHP 570.00, 1 over the credit limit?',
    )
    await page.getByText('2 bookings validated, 1 failed').waitFor()
    expect(await text(page, '[role=status] ul')).toMatch(
      new RegExp(`${over.so_no} Failed Store ${tag} has 44\\.00 of available credit`),
    )
    await owner.page.goto(over.path)
    await press(owner.page, 'Override and validate')
    await owner.page.getByText('Enter a reason for the override.').waitFor()
    await owner.page.getByLabel('Reason for the override').fill('Pays on Friday')
    await press(owner.page, 'Override and validate')
    await owner.page.getByText('validated with an override').first().waitFor()
    expect(await timeline(owner.page)).toMatch(/Validated with an override .* Pays on Friday/)

    // Found by agent, by number and by stage; totals of everything found.
    const found = async (query: string) => {
      await page.goto(`/sales/bookings?${query}`)
      return text(page)
    }
    expect(await found(`q=store+${tag.toLowerCase()}`)).toMatch(/Total .*570\.00 570\.00 1–3 of 3/)
    for (const stage of ['validated', 'undelivered'])
      expect(await found(`q=${over.so_no}&stage=${stage}`)).toMatch(/114\.00 .*1 of 1/)
    expect(await found('q=mercado')).toContain(over.so_no)
    expect(await found(`q=${over.so_no}&stage=pending`)).toContain('No results')
    expect(await found('delivered_from=2990-01-01')).toContain('No results')

    // A corrected date and a cancelled booking keep their reasons.
    await page.goto(copy)
    await openMore(page)
    await page.getByRole('link', { name: 'Edit dates' }).click()
    await page.waitForURL(/dates$/)
    await page.getByLabel('Booking date').fill('2026-11-02')
    await press(page, 'Edit dates')
    await page.getByText('Enter a reason.').waitFor()
    await page.getByLabel('Reason').fill('Typed wrong')
    await press(page, 'Edit dates')
    await page.getByText(/are corrected\.$/).waitFor()
    expect(await timeline(page)).toMatch(/Dates corrected .*to 11\/02\/2026 Typed wrong/)
    await openMore(page)
    await press(page, 'Cancel booking')
    await page.getByLabel('Reason').fill('Refused at the door')
    await page.getByRole('button', { name: 'Cancel booking' }).last().click()
    await page.getByText(/ cancelled\.$/).waitFor()
    expect(await timeline(page)).toMatch(/^Cancelled .* Refused at the door/)

    // Archived by number: the preview says why not; without the obstacle all of them at once.
    await owner.page.goto('/sales/bookings/archive')
    await owner.page.getByLabel('SO numbers').fill(`${booking.so_no}, ${copyNo}\n${over.so_no}`)
    await press(owner.page, 'Preview')
    await owner.page
      .getByText('It is cancelled: only a validated booking can be archived.')
      .waitFor()
    expect(await owner.page.getByRole('button', { name: /^Archive \d/ }).count()).toBe(0)
    await owner.page.getByLabel('SO numbers').fill(`${booking.so_no}\n${over.so_no.toLowerCase()}`)
    await press(owner.page, 'Preview')
    await press(owner.page, /^Archive 2 and collect .*342\.00$/)
    await owner.page.getByText(/^2 bookings archived, .*342\.00 collected\.$/).waitFor()
    await owner.page.goto(booking.path)
    expect(await timeline(owner.page)).toMatch(
      /^Archived as archived .*Delivered .*Collected 228\.00/,
    )
    expect([...visit.problems, ...other.problems, ...owner.problems]).toEqual([])
    for (const each of [visit, other, owner]) await each.close()
  })

  it('answer a missing one with an error page and a way back', async () => {
    const visit = await visitAs('sales-admin')
    for (const page of ['', '/edit', '/dates']) {
      const answer = await visit.page.goto(`/sales/bookings/${randomUUID()}${page}`)
      expect(answer?.status()).toBe(404)
      expect(await text(visit.page)).toContain('No such document!')
    }
    await visit.page.getByRole('link', { name: 'Go to Home' }).click()
    await visit.page.waitForURL(/\/home$/)
    await visit.close()
  })
})
