import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const { runCommand, db, product: newProduct } = demoCompany(server)

const SPECIAL = 'special-access-1@demo.test'
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/** A store with a validated booking, and two receipts of it that nobody has decided yet. */
async function receipts(tag: string) {
  const product = await newProduct(`Inbox soap ${tag}`)
  await runCommand('create_purchase', {
    p_purchase: {
      po_no: `INB-${tag}`,
      supplier: 'S',
      lines: [{ product_id: product, quantity: 10, cost: '7.00' }],
    },
  })
  const { data: agents } = await db().from('memberships').select('user_id').eq('role', 'Agent')
  const { id: customer } = await runCommand('request_customer', {
    p_customer: { name: `Inbox store ${tag}`, agent_id: agents![0]!.user_id },
  })
  const booking = await runCommand('create_booking', {
    p_booking: {
      customer_id: customer,
      lines: [{ product_id: product, quantity: 10, agent_srp: '10.00' }],
    },
  })
  await runCommand('validate_booking', { p_booking: booking.id, p_version: booking.version })
  for (const cr of ['A', 'B'])
    await runCommand('record_collection', {
      p_collection: {
        customer_id: customer,
        amount: '60.00',
        cr_no: `IN${cr}-${tag}`,
        allocations: [{ booking_id: booking.id, amount: '60.00' }],
      },
    })
  return { booking: booking as { id: string; so_no?: string }, customer }
}

const stateOf = async (cr: string) => {
  const { data } = await db()
    .from('collections')
    .select('approval_status, cancel_reason')
    .eq('cr_no', cr)
    .single()
  return data
}

it('one decides by the keyboard alone, and Home counts what is left', async () => {
  const tag = randomUUID().slice(0, 6)
  await receipts(tag)
  const { page, problems, close } = await signedIn('finance-admin@demo.test')
  onTestFailed(() => picture(page, 'inbox keyboard'))
  const waiting = page.getByRole('row', { name: /^Collections/ })
  // The row has a count, an amount and an age, each in a cell of its own.
  const before = Number(/\d+/.exec((await waiting.innerText())!)![0])
  const badge = page.getByRole('link', { name: /^Inbox ?, \d+ waiting$/ })
  const counted = async () => Number(/\d+/.exec((await badge.textContent())!)![0])
  const all = await counted()
  expect(all).toBeGreaterThanOrEqual(before)
  await waiting.click()
  await page.waitForURL(/\/inbox\?kind=collection/)
  await page.getByText(`${before} documents`).waitFor()

  // The page of scripts is there once the first arrow finds the first document.
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return focused(page)
    })
    .toContain('Receipt')
  for (let i = 0; i < before && !(await focused(page)).includes(`INA-${tag}`); i++)
    await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByText(`Receipt INA-${tag} is approved.`).waitFor()
  await expect.poll(counted).toBe(all - 1)
  // Its neighbor has the cursor now, and what is paid of the booking has told on it.
  await expect.poll(() => focused(page)).toBe(`Receipt INB-${tag}`)
  await page
    .getByRole('listitem')
    .filter({ hasText: `INB-${tag}` })
    .getByText('20.00 becomes credit')
    .waitFor()

  await page.keyboard.press('r')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Enter a reason.').waitFor()
  await page.keyboard.type('Twice the same money')
  await page.keyboard.press('Control+Enter')
  await page.getByText(`Receipt INB-${tag} is cancelled.`).waitFor()
  expect(await stateOf(`INA-${tag}`)).toMatchObject({ approval_status: 'approved' })
  expect(await stateOf(`INB-${tag}`)).toEqual({
    approval_status: 'cancelled',
    cancel_reason: 'Twice the same money',
  })
  await page.goto('/home')
  if (before > 2) await waiting.getByText(String(before - 2), { exact: true }).waitFor()
  expect(problems).toEqual([])
  await close()
})

it('without scripts a reason is asked for, and who made it cannot decide', async () => {
  const tag = randomUUID().slice(0, 6)
  await receipts(tag)
  const { page, close } = await signedIn('finance-admin@demo.test', { scripts: false, width: 390 })
  onTestFailed(() => picture(page, 'inbox without scripts'))
  await page.goto('/inbox?kind=collection')
  const item = page.getByRole('listitem').filter({ hasText: `INB-${tag}` })
  await item.getByRole('button', { name: 'Cancel receipt…' }).click()
  const dialog = page.locator('dialog:visible')
  await dialog.getByRole('button', { name: 'Cancel receipt', exact: true }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('No scripts')
  await dialog.getByRole('button', { name: 'Cancel receipt', exact: true }).click()
  await page.getByText(`Receipt INB-${tag} is cancelled.`).waitFor()
  await item.waitFor({ state: 'detached' })
  await page
    .getByRole('listitem')
    .filter({ hasText: `INA-${tag}` })
    .getByRole('button', { name: 'Approve', exact: true })
    .click()
  await page.getByText(`Receipt INA-${tag} is approved.`).waitFor()
  await close()

  const clerk = await signedIn('expenses-and-disbursements@demo.test', { scripts: false })
  await clerk.page.goto('/inbox?mine=1')
  const own = clerk.page
    .locator('main')
    .getByRole('listitem')
    .filter({ hasText: 'Voucher' })
    .first()
  await own.getByText('another user must approve it').waitFor()
  expect(await own.getByRole('button').count()).toBe(0)
  await clerk.close()
})

it('a document is found by its number, from the palette and without scripts', async () => {
  const tag = randomUUID().slice(0, 6)
  const { booking } = await receipts(tag)
  const { page, problems, close } = await signedIn(SPECIAL)
  onTestFailed(() => picture(page, 'search'))
  await page.waitForFunction(() => localStorage.getItem('version') !== null)
  const palette = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await page.waitForFunction(() => document.activeElement?.matches('dialog:modal input'))
    await page.keyboard.type(typed)
  }
  await palette(`ina${tag}`)
  const found = page.getByRole('option', { name: `INA-${tag}` })
  await found.getByText(`Inbox store ${tag}, pending`).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `INA-${tag}` }).waitFor()

  await palette(String(booking.so_no).slice(-6))
  await page.getByRole('option', { name: booking.so_no }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/sales/bookings/${booking.id}`))
  // A user who is faster than the answer gets the page of results.
  await palette(`inbox store ${tag}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=|customer-list\//)
  expect(problems).toEqual([])
  await close()

  const plain = await signedIn('warehouse@demo.test', { scripts: false, drawn: true, width: 390 })
  await plain.page.getByRole('link', { name: 'Search' }).click()
  await plain.page.getByRole('searchbox').fill(String(booking.so_no))
  await plain.page.getByRole('button', { name: 'Apply' }).click()
  await plain.page.getByRole('link', { name: booking.so_no }).waitFor()
  // Any part of a number finds it, and other words of the trade find a screen.
  await plain.page.getByRole('searchbox').fill(String(booking.so_no).slice(1, -1))
  await plain.page.getByRole('button', { name: 'Apply' }).click()
  await plain.page.getByRole('link', { name: booking.so_no }).waitFor()
  await plain.page.getByRole('searchbox').fill('orders')
  await plain.page.getByRole('button', { name: 'Apply' }).click()
  const places = plain.page.getByRole('navigation', { name: 'Screens' })
  await places.getByRole('link', { name: 'Bookings Sales' }).waitFor()
  expect(await places.getByRole('link', { name: 'Purchases' }).count()).toBe(0)
  // The warehouse sees bookings, but neither receipts nor the money.
  await plain.page.getByRole('searchbox').fill(`INA-${tag}`)
  await plain.page.getByRole('button', { name: 'Apply' }).click()
  await plain.page.getByText(`No documents for “INA-${tag}”`).waitFor()
  expect(await plain.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await plain.close()
})
