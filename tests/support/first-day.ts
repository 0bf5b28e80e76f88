import { setTimeout as sleep } from 'node:timers/promises'
import { TRADES } from '../../app/platform/values/trades.server.ts'
import type { RunningServer } from '../../tools/server-process.ts'
import type { Counted } from './counted.ts'

/** A company that is made: its trade, and the product of its template that is sold first. */
export interface FirstTrade {
  label: string
  products: number
  sold: string
}

/** The trades of the templates, by their label. */
export const FIRST_TRADES: readonly FirstTrade[] = TRADES.map(({ label, products }) => ({
  label,
  products: products.length,
  // The first one that is sold by the case.
  sold: products.find(([, , pieces]) => pieces > 1)![0],
}))

const BEVERAGES = FIRST_TRADES.find(({ label }) => label === 'Beverages')!

const FIRST_PASSWORD = 'tatlong-manok-sa-bukid'

/** Waits for the address of /setup in the log of a new server. */
async function setupLink(server: RunningServer): Promise<string> {
  for (;;) {
    const [, found] = /(\/setup\?code=[0-9a-f]{32})\b/.exec(server.output()) ?? []
    if (found) return server.origin + found
    await sleep(50)
  }
}

/** Sets an installation up, and makes a company of a trade up to the questions that it decides. */
export async function makeCompany(
  admin: Counted,
  server: RunningServer,
  { label } = BEVERAGES,
): Promise<void> {
  await admin.open(await setupLink(server))
  await admin.fill('Your name', 'Maria Santos')
  await admin.fill('User name or e-mail', 'maria')
  await choosePassword(admin, 'Set up')
  await admin.fill('Project name', 'Santos Trading')
  await admin.choose('Trade', label)
  await admin.press('Create project')
}

/** Chooses the password of a new account. */
export async function choosePassword(person: Counted, button = 'Confirm'): Promise<void> {
  await person.fill('New password', FIRST_PASSWORD)
  await person.fill('Confirm new password', FIRST_PASSWORD)
  await person.press(button)
}

/** Takes the products of the trade over, and enters the stock of one of them. */
export async function enterGoods(person: Counted, { products, sold } = BEVERAGES): Promise<void> {
  await person.begin('Products')
  await person.press('Preview')
  await person.press(new RegExp(`^Import ${products} products`))
  await person.begin('Opening balances')
  await person.fill(`Pieces of ${sold}`, '10 cs')
  await person.press('Save opening stock')
}

/** Adds a customer, whose agent is proposed: the house account, or who is the whole office. */
export async function addCustomer(person: Counted): Promise<void> {
  await person.begin('Customers')
  await person.fill('Name', 'Aling Nena Store')
  await person.press('Add and approve')
}

/** Fills a booking that is open, and saves it. */
export async function book(person: Counted, { sold } = BEVERAGES): Promise<void> {
  await person.pick('Product', sold)
  await person.fill('Quantity', '2 cs')
  await person.press('Save booking')
}

/** Invoices and delivers the booking that is open. */
export async function deliver(person: Counted): Promise<void> {
  await person.fill('Invoice no.', '1001')
  await person.press('Assign invoice')
  await stage(person, 'Invoiced')
  await person.press('Mark delivered')
  await stage(person, 'Delivered')
}

/** Records the payment of the booking that is open. */
export async function collect(person: Counted): Promise<void> {
  await person.press('Record collection')
  await person.page.waitForURL(/treasury-add-collection/)
  await person.fill('CR no.', '501')
  await person.press('Record collection')
  await stage(person, 'Pending')
}

/** Waits until the document that is open says its state. */
export function stage({ page }: Counted, name: string): Promise<void> {
  return page.locator('main header').getByText(name, { exact: true }).first().waitFor()
}
