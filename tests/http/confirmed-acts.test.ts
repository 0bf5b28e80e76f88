import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

/** An act on several documents says first what it will do, also without scripts: nothing is done by its first press. */

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)
const tag = randomUUID().slice(0, 6)

async function bookings() {
  const [agent] = rows(
    await shop
      .db()
      .from('memberships')
      .select('user_id')
      .eq('project_id', DEMO_ID)
      .eq('role', 'Agent')
      .limit(1),
  )
  const customer = await shop.runCommand('request_customer', {
    p_customer: {
      name: `Asked ${tag}`,
      agent_id: agent!.user_id,
      terms_days: '30',
      credit_line: '25.00',
    },
  })
  const product = await shop.product(`Asked ${tag}`)
  await shop.runCommand('create_purchase', {
    p_purchase: {
      po_no: tag,
      supplier: 'S',
      lines: [{ product_id: product, quantity: 24, cost: '7.50' }],
    },
  })
  const made = []
  for (const quantity of [1, 2])
    made.push(
      await shop.runCommand('create_booking', {
        p_booking: {
          customer_id: customer.id,
          lines: [{ product_id: product, quantity, agent_srp: '10.00' }],
        },
      }),
    )
  return made
}

it('validates nothing before it is confirmed, and goes back with the selection', async () => {
  const [first, second] = await bookings()
  const stages = async () =>
    rows(
      await shop
        .db()
        .from('bookings')
        .select('stage')
        .eq('project_id', DEMO_ID)
        .in('id', [first!.id, second!.id]),
    ).map((booking) => booking.stage)
  const { page, close } = await signedIn('special-access-1@demo.test', { scripts: false })
  await page.goto(paths.sales.validation)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  await press('Validate')
  await page.getByText('Select at least one booking.').waitFor()
  const boxes = [first, second].map((one) => page.getByLabel(`Validate ${one!.so_no}`))
  for (const box of boxes) await box.check()
  await press('Validate')
  await page.getByText('Validate 2 bookings, PHP 30.00, 1 over the credit limit?').waitFor()
  expect(await stages()).toEqual(['pending', 'pending'])

  await press('Back')
  await page.getByRole('button', { name: 'Back' }).waitFor({ state: 'detached' })
  for (const box of boxes) expect(await box.isChecked()).toBe(true)
  await boxes[1]!.uncheck()
  await press('Validate')
  await page.getByText('Validate 1 booking, PHP 10.00?').waitFor()
  await press('Validate')
  await page.getByText('1 booking validated').waitFor()
  expect((await stages()).toSorted()).toEqual(['pending', 'validated'])
  await close()
})
