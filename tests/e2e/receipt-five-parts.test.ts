import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, it, onTestFailed } from 'vitest'
import { paths } from '../../app/paths.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { confirmed } from '../support/confirm.ts'
import { demoCompany } from '../support/demo.ts'
import { approveReceipt } from '../support/second-person.ts'
import { testServer } from '../support/server.ts'
import { shownRows } from '../support/shown-table.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server)
const tag = randomUUID().slice(0, 6).toUpperCase()

/** Goods of 1,000.00 that are validated and invoiced. */
async function sale(): Promise<string> {
  const { db, runCommand } = company
  const product_id = await company.product(`Five parts ${tag}`)
  await runCommand('create_purchase', {
    p_purchase: {
      ...{ po_no: `FIVE-${tag}`, supplier: 'S' },
      lines: [{ product_id, quantity: 100, cost: '7.00' }],
    },
  })
  const { data: agents } = await db().from('memberships').select('user_id').eq('role', 'Agent')
  const { id: customer_id } = await runCommand('request_customer', {
    p_customer: { name: `Store ${tag}`, agent_id: agents![0]!.user_id, terms_days: 30 },
  })
  const lines = [{ product_id, quantity: 100, agent_srp: '10.00' }]
  const { id, version } = await runCommand('create_booking', { p_booking: { customer_id, lines } })
  await runCommand('validate_booking', { p_booking: id, p_version: version })
  return id
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const part = (page: Page, no: number) => page.getByRole('group', { name: `Payment ${no}` })

/** Reads what the list of bookings shows of the sale, by its columns. */
async function owed(page: Page) {
  await page.goto(`${paths.sales.bookings}?q=Store+${tag}&show=net`)
  const [shown] = await shownRows(page.getByRole('table').first())
  return [shown!['Total (PHP)'], shown!['Net of uncleared cheques'], shown!.Receivables]
}

/** Status and amount of each part of the receipt, then its total. */
async function parts(page: Page, address: string) {
  await page.goto(address)
  const rows = await shownRows(page.getByRole('table', { name: 'Payments on this receipt' }))
  return rows.map((shown) => [shown.Status, shown['Amount (PHP)']])
}

it('five parts are entered, approved and remitted; one cheque clears, the other returns and is replaced', async () => {
  const booking = await sale()
  const { page, problems, close } = await signedIn('finance-admin@demo.test')
  onTestFailed(() => picture(page, 'receipt of five parts'))
  expect(await owed(page)).toEqual(['1,000.00', '1,000.00', '1,000.00'])

  await page.goto(`/treasury/treasury-list/treasury-add-collection?booking=${booking}`)
  await page.locator('.scriptless-only').first().waitFor({ state: 'hidden' })
  await page.getByLabel('CR no.').fill(`CR-${tag}`)
  await page.getByLabel('Collected by').selectOption({ label: 'Rico Salvador' })
  const fill = async (no: number, type: string, amount: string) => {
    if (no > 1) await page.getByRole('button', { name: 'Split payment' }).click()
    await part(page, no).getByLabel('Type').selectOption(type)
    await part(page, no).getByLabel('Amount (PHP)').fill(amount)
  }
  const cheque = async (no: number, number: string) => {
    await part(page, no).getByLabel('Cheque’s bank').fill('Bank of the North')
    await part(page, no).getByLabel('Cheque no.').fill(number)
    await part(page, no).getByLabel('Cheque date').fill('2026-01-05')
  }
  await fill(1, 'cash', '100')
  await fill(2, 'cheque', '250')
  await cheque(2, `A-${tag}`)
  await fill(3, 'cheque', '300')
  await cheque(3, `B-${tag}`)
  await fill(4, 'bank_transfer', '200')
  await part(page, 4).getByLabel('Bank account').selectOption({ index: 1 })
  await part(page, 4).getByLabel('Reference no.').fill(`T-${tag}`)
  await fill(5, 'withholding', '150')
  await part(page, 5).getByLabel('Reference no.').fill(`2307-${tag}`)
  await page.getByRole('button', { name: 'Record collection' }).click()
  await page.waitForURL(/treasury-list\/[0-9a-f-]{36}/)
  const address = new URL(page.url()).pathname
  const amounts = ['100.00', '250.00', '300.00', '200.00', '150.00', '1,000.00']
  const states = (...each: string[]) => [...each, ''].map((state, at) => [state, amounts[at]])
  const pending = 'Pending'
  expect(await parts(page, address)).toEqual(states(...Array.from({ length: 5 }, () => pending)))
  expect(await owed(page)).toEqual(['1,000.00', '1,000.00', '1,000.00'])

  await approveReceipt(signedIn, 'special-access-1', new URL(address, page.url()).href)
  const held = ['Approved', 'On hand', 'On hand', 'Approved', 'Approved']
  expect(await parts(page, address)).toEqual(states(...held))
  // Cheques count when they are cleared.
  expect(await owed(page)).toEqual(['1,000.00', '0.00', '550.00'])

  await page.goto(paths.treasury.remittances)
  await page.getByRole('link', { name: 'Rico Salvador' }).click()
  await page.getByText('Select the receipts to remit').waitFor()
  await page.getByLabel('DRR no.').fill(`DRR-${tag}`)
  await page.getByLabel('100 × qty', { exact: true }).fill('1')
  await page.getByText('The cash equals the receipts.').waitFor()
  await page.getByRole('button', { name: 'Receive' }).click()
  await page.getByRole('heading', { name: `DRR DRR-${tag}` }).waitFor()
  const remitted = await shownRows(page.getByRole('table', { name: 'Receipts', exact: true }))
  expect(remitted.map((shown) => shown['Amount (PHP)'])).toEqual(amounts)

  await page.goto(`${paths.treasury.cheques}?q=${tag}`)
  for (const no of ['A', 'B']) await page.getByRole('checkbox', { name: `${no}-${tag}` }).check()
  await page.getByLabel('Bank account').selectOption({ index: 1 })
  await page.getByLabel('Slip no.').fill(`SLIP-${tag}`)
  await confirmed(page, 'Deposit selected cheques', 'Deposit')
  await page.getByText(`2 cheques deposited on slip SLIP-${tag}.`).waitFor()
  await page.goto(`${paths.treasury.cheques}?tab=deposited&q=A-${tag}`)
  await page.getByRole('button', { name: 'Cleared', exact: true }).click()
  await page.getByText('Cheque cleared.').waitFor()
  expect(await owed(page)).toEqual(['1,000.00', '0.00', '300.00'])

  await page.goto(`${paths.treasury.cheques}?tab=deposited&q=B-${tag}`)
  await page.getByRole('button', { name: 'Returned' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Reason given by the bank').fill('Account closed')
  await dialog.getByRole('button', { name: 'Mark returned' }).click()
  await page.getByText('Cheque returned; the bookings that it paid are open again.').waitFor()
  expect(await owed(page)).toEqual(['1,000.00', '300.00', '300.00'])
  const one = ['Approved', 'Cleared', 'Returned', 'Approved', 'Approved']
  expect(await parts(page, address)).toEqual(states(...one))

  await row(page, `B-${tag}`).getByRole('link', { name: 'Replace' }).click()
  await page.getByLabel('CR no.').fill(`CR-${tag}-R`)
  await page.getByRole('button', { name: 'Replace the cheque' }).click()
  await page.getByText(`Replaced by receipt CR-${tag}-R. Not posted until approved.`).waitFor()
  await approveReceipt(signedIn, 'special-access-1', page.url())
  expect(await owed(page)).toEqual(['1,000.00', '0.00', '0.00'])
  const end = ['Approved', 'Cleared', 'Replaced', 'Approved', 'Approved']
  expect(await parts(page, address)).toEqual(states(...end))
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'receipt-five-parts-phone')
  await page.setViewportSize({ width: 1366, height: 768 })
  await picture(page, 'receipt-five-parts')
  expect(problems).toEqual([])
  await close()
})
