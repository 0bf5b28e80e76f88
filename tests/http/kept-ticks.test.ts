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

/** Every form with checkboxes comes back from a refusal, without scripts, with those that were sent. */

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
  await page.getByText(/short: enter a reason/).waitFor()
  expect(await ticks(page, names)).toEqual([true, false, true])

  for (const one of await page.getByRole('checkbox', { name: 'Remit receipt' }).all())
    await one.uncheck()
  await receive()
  await page.getByText('Select the receipts to remit.').waitFor()
  expect(await ticks(page, names)).toEqual([false, false, false])

  await box(page, names[2]!).check()
  await receive()
  await page.getByText(/short: enter a reason/).waitFor()
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

/** A form with checkboxes: its page, the names of its boxes, and a button whose press is refused. */
interface Ticked {
  login: string
  at: () => Promise<string> | string
  names: readonly (string | RegExp)[]
  press: string | RegExp
  /** The button that then confirms it. */
  confirm?: string
  /** Empties or spoils a field, so that the form is refused. */
  spoil?: (page: Page) => Promise<void>
  refusal: string | RegExp
}

const spoiled = (label: string, value: string) => (page: Page) => page.getByLabel(label).fill(value)
const settings = (section: string) => `${paths.admin.projectSettings(DEMO_ID)}?section=${section}`

async function cheques(): Promise<string> {
  for (const no of ['1', '2', '3'])
    await shop.runCommand('approve_collection', {
      p_version: 1,
      p_collection: (
        await shop.runCommand('record_collection', {
          p_collection: {
            ...{ customer_id: customer, amount: '100.00', cr_no: `TICKED-${tag}-${no}` },
            ...{ collection_type: 'cheque', cheque_bank: 'Ticked Bank', cheque_no: `${tag}${no}` },
            cheque_date: '2026-01-05',
          },
        })
      ).id,
    })
  return `${paths.treasury.cheques}?tab=due&q=${tag}`
}

/** The first line of a purchase of its own, of which a correction is asked for. */
async function purchaseLine(): Promise<string> {
  const { id } = await shop.runCommand('create_purchase', {
    p_purchase: {
      ...{ po_no: `LINE-${tag}`, supplier: 'Ticked Supply' },
      lines: [{ product_id: await shop.product(`Line ${tag}`), quantity: 24, cost: '7.50' }],
    },
  })
  const found = shop.db().from('purchase_lines').select('id').eq('project_id', DEMO_ID)
  const [line] = rows(await found.eq('purchase_id', id))
  return line!.id
}

async function edits(): Promise<string> {
  for (const what_edit of [21, 22, 23])
    await shop.runCommand('request_product_edit', {
      p_request: {
        ...{ purchase_line_id: await purchaseLine(), item_to_edit: 'quantity' },
        ...{ what_edit, reason: `${what_edit} pieces` },
      },
    })
  return paths.inventory.edits
}

const FORMS: Record<string, Ticked> = {
  'cheques to deposit': {
    login: 'finance-admin',
    at: cheques,
    names: ['1', '2', '3'].map((no) => `Cheque ${tag}${no} of Ticked ${tag}`),
    press: 'Deposit selected cheques',
    refusal: 'Enter the deposit slip number.',
  },
  'issued cheques that the bank paid': {
    login: 'finance-admin',
    at: () => `${paths.expenses.cheques}?tab=outstanding`,
    names: [/Cheque 0001202/],
    press: 'Mark selected cleared',
    confirm: 'Clear',
    spoil: spoiled('Cleared on', '2020-01-01'),
    refusal: /closed|before|Select at least one cheque/,
  },
  'corrections to decide': {
    login: 'owner',
    at: edits,
    names: ['1', '2', '3'].map(() => `LINE-${tag}`),
    press: 'Reject selected',
    refusal: 'Enter a reason for the rejection.',
  },
  'a correction of a price': {
    login: 'sales-admin',
    at: async () => `${paths.inventory.addEdit}?line=${await purchaseLine()}`,
    names: [/current SRP too/],
    press: 'Send request',
    refusal: 'Choose the value to correct.',
  },
  'a transfer of customers': {
    login: 'special-access-1',
    at: () => `${paths.customers.addTransfer}?customer=${customer}`,
    names: ['Include pending bookings'],
    press: /^Transfer Ticked/,
    refusal: 'Choose the new agent.',
  },
  'a purchase with VAT': {
    login: 'sales-admin',
    at: () => paths.inventory.addPurchase,
    names: ["The supplier's invoice shows VAT"],
    press: /^Save/,
    refusal: 'Enter the PO number.',
  },
  'a price list': {
    login: 'general-manager',
    at: () => paths.inventory.addPriceList,
    names: ['Default list'],
    press: 'Add price list',
    refusal: /^Enter (a|the) name/,
  },
  'a view of a list': {
    login: 'general-manager',
    at: () => paths.views('bookings'),
    names: ['Share with all users'],
    press: 'Save view',
    refusal: /^Enter (a|the) name/,
  },
  'settings of credit': {
    login: 'admin',
    at: () => settings('credit'),
    names: ['Allow back-orders'],
    press: 'Save',
    spoil: spoiled('Price floor (% of current SRP)', 'much'),
    refusal: /^Enter a percentage/,
  },
  'settings of invoices': {
    login: 'admin',
    at: () => settings('invoices'),
    names: ['Prices include VAT'],
    press: 'Save',
    spoil: spoiled('VAT rate (%)', 'much'),
    refusal: /^Enter a percentage/,
  },
  'projects of a user': {
    login: 'admin',
    at: () => `${paths.admin.addUser}?role=Owner&project_id=${DEMO_ID}`,
    names: ['Bayanihan Distribution', 'Mabuhay Trading'],
    press: 'Create user',
    refusal: /^Enter/,
  },
}

it.each(Object.keys(FORMS))('%s', async (name) => {
  const { login, at, names, press, confirm, spoil, refusal } = FORMS[name]!
  const page = await signedIn(login)
  await page.goto(new URL(await at(), server.origin).href)
  // Boxes of the same name are taken in their order.
  const boxes = names.map((each, index) =>
    page.getByRole('checkbox', { name: each }).nth(index - names.indexOf(each)),
  )
  for (const first of [true, false]) {
    const ticked = boxes.map((_, index) => (index % 2 === 0) === first)
    for (const [index, on] of ticked.entries())
      await (on ? boxes[index]!.check() : boxes[index]!.uncheck())
    await spoil?.(page)
    await page.getByRole('button', { name: press }).first().click()
    // Where nothing is selected there is nothing to confirm.
    if (confirm && ticked.includes(true))
      await page.getByRole('button', { name: confirm, exact: true }).first().click()
    await page.getByText(refusal).first().waitFor()
    expect(await Promise.all(boxes.map((each) => each.isChecked()))).toEqual(ticked)
  }
})
