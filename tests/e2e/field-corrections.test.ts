import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it, onTestFailed, onTestFinished } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { fillBooking } from '../support/field-history.ts'
import { setAgent, setProduct, setRoute } from '../support/field-office.ts'
import { enterField, openPhone, refresh } from '../support/field-phone.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
const EMAIL = 'agent@demo.test'
const OTHER = 'agent-2@demo.test'
let owner: ReturnType<typeof connect>
beforeAll(() => {
  if (hasPostgres()) owner = connect(server)
})
afterAll(() => owner?.end())

/** A customer of the agent with a delivered booking that is owed, and two products that are in stock. */
async function find() {
  const [sold] = await owner.unsafe<{ customer: string; name: string; booking: string }[]>(
    `select c.id as customer, c.name, b.id as booking from public.bookings b
     join public.customers c on c.project_id = b.project_id and c.id = b.customer_id and c.approval_status = 'approved'
     join public.profiles u on u.user_id = c.agent_id
     where b.project_id = $1 and u.email = $2 and b.stage = 'delivered' and b.balance > 0
     order by c.name desc, b.id limit 1`,
    [DEMO_ID, EMAIL],
  )
  const products = await owner.unsafe<{ id: string; name: string }[]>(
    `select p.id, p.description as name from public.products p where p.project_id = $1 and p.status = 'active'
     order by p.description limit 2`,
    [DEMO_ID],
  )
  const [kept, left] = products
  return { ...sold!, kept: kept!, left: left! }
}

/** The facts of an act as the office has it, with its state. */
async function atOffice(page: Page) {
  const [, key = ''] = /\/acts\/([0-9a-f-]{36})/.exec(page.url()) ?? []
  const [act] = await owner.unsafe<{ state: string; facts: Record<string, unknown> }[]>(
    'select state, facts from public.field_acts where id = $1',
    [key],
  )
  return act
}

/** Opens the form of the refused act that a page shows. */
async function correct(page: Page) {
  await page.getByRole('button', { name: 'Correct and send again' }).click()
  await page.getByText('is not on this phone any more. You may send again').waitFor()
}

const refused = (page: Page) => page.getByText('Rejected by the office').first().waitFor()

it.skipIf(!hasPostgres())(
  'corrects refused acts whose customer, booking or product has left the phone',
  async () => {
    const { customer, name, booking, kept, left } = await find()
    onTestFinished(async () => {
      await setAgent(owner, 'customers', customer, EMAIL)
      await setAgent(owner, 'bookings', booking, EMAIL)
      await setProduct(owner, left.name, 'active')
    })
    await setRoute(owner, customer, today('Asia/Manila'))
    const { page, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field corrections'))
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()

    // Each form is open in a tab of its own when the customer goes.
    const tab = () => page.context().newPage()
    const [receipt, skip, returned, cancelled] = await Promise.all([tab(), tab(), tab(), tab()])
    await fillBooking(page, customer, kept.name, 'GONE booking')
    await page.getByLabel('Add a product').fill(left.name)
    await page.locator('li button', { hasText: left.name }).last().click()
    await page.getByLabel(`Pieces of ${left.name}`, { exact: true }).fill('3')
    await receipt.goto(`/field/customers/${customer}/receipt`)
    await receipt.getByLabel('Amount', { exact: true }).fill('100')
    await receipt.getByLabel('CR no.').fill('GONE-0001')
    await skip.goto(`/field/customers/${customer}/visit`)
    await skip.getByRole('button', { name: 'Store closed' }).click()
    await returned.goto(`/field/bookings/${booking}/return`)
    await returned.getByLabel('Add a product').fill(kept.name)
    await returned.locator('li button', { hasText: kept.name }).first().click()
    await returned.getByLabel(`Pieces of ${kept.name}`, { exact: true }).fill('90000')
    await returned.getByLabel('Reason').fill('GONE return')
    // A booking that is delivered is not cancelled for the agent.
    await cancelled.goto(`/field/bookings/${booking}/cancel`)
    await cancelled.getByLabel('Reason').fill('GONE cancelled')

    await setAgent(owner, 'customers', customer, OTHER)
    await setProduct(owner, left.name, 'inactive')
    for (const [at, button] of [
      [page, 'Save booking'],
      [receipt, 'Save receipt'],
      [skip, 'Skip this stop'],
      [returned, 'Save return'],
      [cancelled, 'Cancel this booking'],
    ] as const) {
      await at.getByRole('button', { name: button }).click()
      await refused(at)
    }
    await setAgent(owner, 'bookings', booking, OTHER)
    const before = (await atOffice(page))!.facts
    await refresh(page)
    for (const each of [receipt, skip, returned, cancelled]) {
      await correct(each)
      expect(await findings(each)).toEqual([])
    }
    await receipt.getByText(`Receipt, ${name}`).waitFor()
    expect(await receipt.getByLabel('CR no.').inputValue()).toBe('GONE-0001')
    await receipt.getByLabel('Remarks').fill('GONE receipt, corrected')
    await receipt.getByRole('button', { name: 'Save receipt' }).click()
    await refused(receipt)
    await expect
      .poll(() => atOffice(receipt))
      .toMatchObject({ state: 'refused', facts: { remarks: 'GONE receipt, corrected' } })
    await skip.getByRole('button', { name: 'No time' }).click()
    await skip.getByRole('button', { name: 'Skip this stop' }).click()
    await refused(skip)
    await expect.poll(() => atOffice(skip)).toMatchObject({ facts: { reason: 'No time' } })
    expect(await returned.locator('main li').innerText()).toContain(kept.name)
    expect(await returned.getByLabel('Reason').inputValue()).toBe('GONE return')
    await returned.getByLabel('Reason').fill('GONE return, corrected')
    await returned.getByRole('button', { name: 'Save return' }).click()
    await refused(returned)
    await expect
      .poll(() => atOffice(returned))
      .toMatchObject({ facts: { reason: 'GONE return, corrected' } })
    await cancelled.getByLabel('Reason').fill('GONE cancelled, corrected')
    await cancelled.getByRole('button', { name: 'Cancel this booking' }).click()
    await refused(cancelled)
    await expect
      .poll(() => atOffice(cancelled))
      .toMatchObject({ facts: { reason: 'GONE cancelled, corrected' } })

    // The prices that were written stay, as the lists of the customer have left the phone too, and so does the product.
    await page.goBack()
    await correct(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page), colorScheme).toEqual([])
    }
    const line = page.locator('main li', { hasText: left.name })
    expect(await line.innerText()).toContain('as written')
    expect(await line.innerText()).toContain('Not on this phone any more')
    await page.getByLabel('Remarks').fill('GONE booking, corrected')
    await setAgent(owner, 'customers', customer, EMAIL)
    await setProduct(owner, left.name, 'active')
    await page.getByRole('button', { name: 'Save booking' }).click()
    await page.getByText('Accepted by the office').waitFor()
    expect(await atOffice(page)).toMatchObject({
      state: 'accepted',
      facts: { ...before, remarks: 'GONE booking, corrected' },
    })
    await close()
  },
  90_000,
)
