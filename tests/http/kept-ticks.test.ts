import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { demoCompany } from '../support/demo.ts'
import { plainPage } from '../support/plain-page.ts'
import { testServer } from '../support/server.ts'

/** A form without scripts comes back from a refusal with the ticks that were sent. */

const server = testServer()
const shop = demoCompany(server)
const tag = randomUUID().slice(0, 8)
let agent: string
let customer: string

async function signedIn(login: string): Promise<Page> {
  const page = plainPage(server.origin, 1280)
  const { cookies } = await HttpClient.signedIn(server.origin, `${login}@demo.test`)
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value })))
  return page
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name })
const ticks = (page: Page, names: string[]) =>
  Promise.all(names.map((name) => box(page, name).isChecked()))

beforeAll(async () => {
  const [found] = rows(
    await shop
      .db()
      .from('memberships')
      .select('user_id, profiles!inner(display_name)')
      .eq('project_id', DEMO_ID)
      .eq('profiles.display_name', 'Rico Salvador'),
  )
  agent = found!.user_id
  const made = await shop.runCommand('request_customer', {
    p_customer: { name: `Ticked ${tag}`, agent_id: agent, terms_days: '30' },
  })
  customer = made.id
})

it('the receipts of a remittance', async () => {
  const names = [1, 2, 3].map((index) => `TICK-${tag}-${index}`)
  for (const cr_no of names)
    await shop.runCommand('record_collection', {
      p_collection: { customer_id: customer, amount: '100.00', cr_no, collector_id: agent },
    })
  const page = await signedIn('special-access-1')
  await page.goto(`${server.origin}/treasury/remittances/collectors/${agent}`)
  expect(await ticks(page, names)).toEqual([true, true, true])

  const receive = () => page.getByRole('button', { name: 'Receive' }).click()
  await box(page, names[1]!).uncheck()
  await receive()
  await page.getByText('Enter the number.').waitFor()
  expect(await ticks(page, names)).toEqual([true, false, true])

  await page.getByLabel('DRR no.').fill(`TICK-${tag}`)
  await receive()
  await page.getByText(/short: say why/).waitFor()
  expect(await ticks(page, names)).toEqual([true, false, true])

  for (const one of await page.getByRole('checkbox', { name: 'Remit receipt' }).all())
    await one.uncheck()
  await receive()
  await page.getByText('Select the receipts to remit.').waitFor()
  expect(await ticks(page, names)).toEqual([false, false, false])

  await box(page, names[2]!).check()
  await receive()
  await page.getByText(/short: say why/).waitFor()
  expect(await ticks(page, names)).toEqual([false, false, true])
})

it('the bookings of a batch of invoices', async () => {
  const product = await shop.product(`Ticked ${tag}`)
  await shop.runCommand('create_purchase', {
    p_purchase: {
      ...{ po_no: `TICK-${tag}`, supplier: 'Ticked Supply' },
      lines: [{ product_id: product, quantity: 24, cost: '7.50' }],
    },
  })
  const names: string[] = []
  for (const quantity of [1, 2, 3]) {
    const made = await shop.runCommand('create_booking', {
      p_booking: {
        customer_id: customer,
        lines: [{ product_id: product, quantity, agent_srp: '10.00' }],
      },
    })
    await shop.runCommand('validate_booking', { p_booking: made.id, p_version: made.version })
    const [{ so_no } = { so_no: '' }] = rows(
      await shop.db().from('bookings').select('so_no').eq('project_id', DEMO_ID).eq('id', made.id),
    )
    names.push(`Select ${so_no}`)
  }
  const page = await signedIn('special-access-1')
  await page.goto(`${server.origin}${paths.sales.invoicing}?agent=${agent}`)
  expect(await ticks(page, names)).toEqual([false, false, false])
  for (const ticked of [
    [true, false, true],
    [false, true, false],
  ]) {
    for (const [index, on] of ticked.entries()) {
      if (on) await box(page, names[index]!).check()
      else await box(page, names[index]!).uncheck()
    }
    await page.getByLabel('Starting no.').fill('')
    await page.getByRole('button', { name: 'Assign numbers to selected' }).click()
    expect(await ticks(page, names)).toEqual(ticked)
  }
})
