import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFailed, onTestFinished } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { fillBooking, meet, type StoredAct, store, stored } from '../support/field-history.ts'
import { setAgent, setProduct, setRoute } from '../support/field-office.ts'
import { begun, enterField, openPhone, refresh } from '../support/field-phone.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
const EMAIL = 'agent@demo.test'
const day = today('Asia/Manila')
let owner: ReturnType<typeof connect>
let customers: string[]
let product: string

beforeAll(async () => {
  if (!hasPostgres()) return
  owner = connect(server)
  const own = await owner.unsafe<{ id: string }[]>(
    `select c.id from public.customers c join public.profiles p on p.user_id = c.agent_id
     where c.project_id = $1 and p.email = $2 and c.approval_status = 'approved' order by c.name limit 3`,
    [DEMO_ID, EMAIL],
  )
  customers = own.map(({ id }) => id)
  const [first] = await owner.unsafe<{ description: string }[]>(
    `select p.description from public.products p where p.project_id = $1 and p.status = 'active' order by p.description limit 1`,
    [DEMO_ID],
  )
  product = first!.description
})
afterAll(() => owner?.end())

/** The bookings and acts of the office whose remarks begin with a tag. */
const office = async (tag: string) => ({
  bookings: await owner.unsafe<{ remarks: string }[]>(
    'select remarks from public.bookings where project_id = $1 and remarks like $2',
    [DEMO_ID, `${tag}%`],
  ),
  acts: await owner.unsafe<{ id: string; state: string; remarks: string }[]>(
    `select id, state, facts ->> 'remarks' as remarks from public.field_acts
     where project_id = $1 and facts ->> 'remarks' like $2`,
    [DEMO_ID, `${tag}%`],
  ),
})
const setStatus = (customer: string, status: string) =>
  owner.unsafe('update public.customers set approval_status = $2 where id = $1', [customer, status])

/** Writes copies of the act on the phone as accepted ones that are newer. */
async function addAccepted(page: Page, count: number) {
  const [act] = await stored<StoredAct>(page, 'acts')
  const copies = Array.from({ length: count }, (_, at) => {
    const key = randomUUID()
    const facts = { ...act!.facts, customer_id: key }
    return {
      ...{ ...act, key, facts, no: act!.no + at + 1 },
      ...{ state: 'accepted', refusal: undefined, answer: { id: key } },
    }
  })
  const [{ user_id: person }] = await owner.unsafe<[{ user_id: string }]>(
    'select user_id from public.profiles where email = $1',
    [EMAIL],
  )
  await store(page, 'acts', copies, { person })
}

describe.skipIf(!hasPostgres())('the outbox', () => {
  it('has a booking from the last order in a few taps, without a line, and sends it once', async () => {
    const { page, line, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field booking'))
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    await line(false)
    let taps = 0
    const tap = async (role: 'link' | 'button', name: string | RegExp) => {
      taps++
      await page.getByRole(role, { name }).first().click()
    }
    await tap('link', 'Customers')
    taps++
    await page.locator('main li a').first().click()
    await tap('link', 'New booking')
    await tap('button', 'Copy the last order')
    expect(await page.locator('main li').count()).toBeGreaterThan(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page), colorScheme).toEqual([])
    }
    await page.getByLabel('Remarks').fill('OUTBOX one')
    // Typed text is a draft, whatever happens to the page.
    await page.waitForTimeout(100)
    await page.reload()
    expect(await page.getByLabel('Remarks').inputValue()).toBe('OUTBOX one')
    await tap('button', 'Save booking')
    await page.getByText('Saved on this phone.').waitFor()
    expect(taps).toBeLessThanOrEqual(12)
    expect(await findings(page)).toEqual([])
    await page.getByRole('link', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('1 acts are on this phone alone.').waitFor()
    expect((await office('OUTBOX one')).bookings).toHaveLength(0)

    await line(true)
    await page.getByRole('link', { name: 'Acts' }).click()
    await page.getByText('Accepted').waitFor()
    const found = await office('OUTBOX one')
    expect(found.bookings).toHaveLength(1)
    expect(found.acts).toMatchObject([{ state: 'accepted' }])
    await close()
  })

  it('keeps what the office refuses, in both places, until it is corrected', async () => {
    const [customer = ''] = customers
    await setRoute(owner, customer, day)
    const { page, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field refused'))
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    await fillBooking(page, customer, product, 'REFUSED one')
    await setStatus(customer, 'inactive')
    await page.getByRole('button', { name: 'Save booking' }).click()
    await page.getByText('only approved customers can buy').waitFor()
    expect(await findings(page)).toEqual([])
    const refused = await office('REFUSED one')
    expect(refused.bookings).toHaveLength(0)
    expect(refused.acts).toMatchObject([{ state: 'refused' }])

    // Its writer is told wherever they are, also when many newer acts were accepted.
    await addAccepted(page, 120)
    await setStatus(customer, 'approved')
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText(/^121 acts, none still on this phone, 1 rejected$/).waitFor()
    await page.getByText('Route: 0 of 1 stops').waitFor()
    expect(await page.locator('main ol li').innerText()).not.toContain('Done')
    expect(await findings(page)).toEqual([])
    expect(await page.getByRole('link', { name: '1 rejected, Acts' }).isVisible()).toBe(true)
    await page.getByRole('link', { name: '1 act was rejected' }).click()
    const acts = page.locator('main li')
    await expect.poll(() => acts.first().innerText()).toContain('Rejected')
    expect(await acts.count()).toBe(101)
    expect(await findings(page)).toEqual([])

    // Another booking of the customer is begun meanwhile, and is none of the correction's.
    const form = `/field/customers/${customer}/booking`
    await page.goto(form)
    const remarks = page.getByLabel('Remarks')
    await remarks.fill('BEGUN meanwhile')
    await begun(page, 'BEGUN meanwhile')
    await page.getByRole('link', { name: 'Acts' }).click()
    await page.getByRole('link', { name: /Rejected/ }).click()
    await page.getByRole('button', { name: 'Correct and send again' }).click()
    await expect.poll(() => remarks.inputValue()).toBe('REFUSED one')
    await page.goto(form)
    await expect.poll(() => remarks.inputValue()).toBe('BEGUN meanwhile')
    await page.goBack()
    await remarks.fill('REFUSED one, corrected')
    await page.getByRole('button', { name: 'Save booking' }).click()
    await page.getByText('Accepted by the office').waitFor()
    const accepted = await office('REFUSED one')
    expect(accepted.bookings).toEqual([{ remarks: 'REFUSED one, corrected' }])
    expect(accepted.acts).toMatchObject([{ state: 'accepted', id: refused.acts[0]!.id }])
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByText('Route: 1 of 1 stops').waitFor()
    expect(await page.getByText('rejected').count()).toBe(0)
    await close()
  })

  it('is sent after a pause where the office was not reached, though the line seems to be there', async () => {
    const [customer = ''] = customers
    const { page, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field pause'))
    await page.clock.install()
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    // A second try of this test finds no booking of the first one.
    const tag = `PAUSE ${randomUUID()}`
    await fillBooking(page, customer, product, tag)
    let cut = 0
    await meet(page, 'cut before', () => {
      cut++
    })
    await page.getByRole('button', { name: 'Save booking' }).click()
    await page.getByText('Saved on this phone.').waitFor()
    const passes = (seconds: number) => page.clock.fastForward(seconds * 1000)
    await expect.poll(() => passes(15).then(() => cut)).toBeGreaterThan(1)
    expect((await office(tag)).bookings).toHaveLength(0)
    await meet(page, 'through')
    // A minute that passes at once may cut off an answer that is on its way: the act is sent again, and is one booking.
    const accepted = page.getByText('Accepted by the office')
    await expect.poll(() => passes(60).then(() => accepted.isVisible())).toBe(true)
    expect((await office(tag)).bookings).toHaveLength(1)
    await close()
  })

  it('leaves a form open whose customer and product leave the phone, and the office decides', async () => {
    const [, customer = ''] = customers
    const { page, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field form'))
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    await fillBooking(page, customer, product, 'LEFT one')
    onTestFinished(() => setAgent(owner, 'customers', customer, EMAIL))
    await setAgent(owner, 'customers', customer, 'agent-2@demo.test')
    const other = await page.context().newPage()
    await refresh(other)
    await other.goto(`/field/customers/${customer}`)
    await other.getByText('not on this phone any more').waitFor()
    await other.close()
    expect(await page.getByLabel('Remarks').inputValue()).toBe('LEFT one')
    await page.getByRole('button', { name: 'Save booking' }).click()
    await page.getByText('Rejected by the office').waitFor()
    expect((await office('LEFT one')).acts).toMatchObject([{ state: 'refused' }])
    await setAgent(owner, 'customers', customer, EMAIL)

    // A line whose product has left the phone is not left out without a word.
    const form = `/field/customers/${customer}/booking`
    await refresh(page)
    await fillBooking(page, customer, product, 'LEFT two')
    onTestFinished(() => setProduct(owner, product, 'active'))
    await setProduct(owner, product, 'inactive')
    await begun(page, 'LEFT two')
    await refresh(page)
    await page.goto(form)
    await page.getByText('A product that you had entered is not on this phone any more').waitFor()
    await close()
  })

  it('opens the storage again that the browser has closed, and asks it to keep what is stored', async () => {
    const { page, line, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field storage'))
    await enterField(page, EMAIL)
    await page.addInitScript(() => {
      const seen = { connections: [] as IDBDatabase[], asked: 0 }
      Object.assign(window, { seen })
      const { open } = IDBFactory.prototype
      IDBFactory.prototype.open = function (...of) {
        const request = open.apply(this, of)
        request.addEventListener('success', () => seen.connections.push(request.result))
        return request
      }
      const { persist } = StorageManager.prototype
      StorageManager.prototype.persist = function () {
        seen.asked++
        return persist.apply(this)
      }
    })
    await page.reload()
    await page.getByText('Ready').waitFor()
    await line(false)
    await fillBooking(page, customers[0]!, product, 'CLOSED one')
    const seen = await page.evaluate(() => {
      const { connections, asked } = (
        window as unknown as { seen: { connections: IDBDatabase[]; asked: number } }
      ).seen
      for (const connection of connections) connection.close()
      return { open: connections.length, asked }
    })
    expect(seen.open).toBeGreaterThan(0)
    expect(seen.asked).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Save booking' }).click()
    await page.getByText('Saved on this phone.').waitFor()

    // An act that was cut off is sent as soon as the app is looked at again.
    let cut = false
    await page.route('**/field/api/act', async (route) => {
      await route.abort('internetdisconnected')
      cut = true
    })
    await line(true)
    await expect.poll(() => cut).toBe(true)
    await page.unrouteAll({ behavior: 'wait' })
    expect((await office('CLOSED')).bookings).toEqual([])
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(async () => (await office('CLOSED')).bookings.length).toBe(1)
    await close()
  })
})
