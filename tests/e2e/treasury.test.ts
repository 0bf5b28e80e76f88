import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openMore, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { approveReceipt } from '../support/second-person.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server)

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

it('a day of the treasurer: transfer, cash to the bank, the slip on paper, what the bank says', async () => {
  const { db, runCommand } = company
  const { data: customers } = await db().from('customers').select('id').limit(1)
  const customer_id = customers![0]!.id
  // An account of its own, also when the story is told a second time.
  const tag = randomUUID().slice(0, 6).toUpperCase()
  await db()
    .from('banks')
    .insert({ project_id: DEMO_ID, bank: `Bank ${tag}`, account_no: tag })
  const { page, problems, close } = await signedIn('finance-admin@demo.test', { width: 1366 })
  onTestFailed(() => picture(page, 'treasury'))

  // A transfer says into which account it came.
  await page.goto(`/treasury/treasury-list/treasury-add-collection?customer=${customer_id}`)
  await page.getByLabel('Amount (PHP)').fill('1234.50')
  expect(await page.getByLabel('Bank account').isVisible()).toBe(false)
  await page.getByLabel('Type').selectOption('bank_transfer')
  await page.getByLabel('CR no.').fill(`CR-${tag}-1`)
  await page.getByRole('button', { name: 'Record collection' }).click()
  await page.getByText('Choose the receiving account.').waitFor()
  await page.getByLabel('Bank account').selectOption({ label: `Bank ${tag} · ${tag}` })
  await page.getByRole('button', { name: 'Record collection' }).click()
  await page.waitForURL(/treasury-list\/[0-9a-f-]{36}$/)
  await approveReceipt(signedIn, 'special-access-1', page.url())
  await page.goto('/treasury/position')
  await row(page, tag).getByText('1,234.50').first().waitFor()

  // A deposit above the cash on hand is refused at its field.
  const taken = await runCommand('record_collection', {
    p_collection: {
      customer_id,
      amount: '912750.00',
      cr_no: `CR-${tag}-2`,
      collection_type: 'cash',
    },
  })
  await page.getByRole('link', { name: 'Deposit cash' }).click()
  await page.getByLabel('Bank account').selectOption({ label: `Bank ${tag} · ${tag}` })
  await page.getByLabel('Slip no.').fill(`${tag}-1`)
  await page.getByLabel('Cash (PHP)').fill('99999999')
  await page.getByRole('button', { name: 'Deposit', exact: true }).click()
  await page.getByText(/Approved cash on hand is only [\d,.]+\./).waitFor()
  expect(await page.getByLabel('Slip no.').inputValue()).toBe(`${tag}-1`)
  // The cash of a pending receipt does not go to the bank either.
  await page.getByText(/[\d,.]+ can be deposited; [\d,.]+ more is pending approval/).waitFor()
  await page.getByLabel('Cash (PHP)').fill('912700')
  await page.getByRole('button', { name: 'Deposit', exact: true }).click()
  await page.getByText(/Approved cash on hand is only [\d,.]+\./).waitFor()
  await approveReceipt(
    signedIn,
    'finance-admin',
    new URL(`/treasury/treasury-list/${taken.id}`, page.url()).href,
  )
  await page.getByRole('button', { name: 'Deposit', exact: true }).click()
  await page.getByRole('heading', { name: `Slip ${tag}-1` }).waitFor()
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await page.getByRole('region', { name: 'Deposit slip' }).getByText('PHP 912,700.00').waitFor()
  // Its receipt is not cancelled any more: the office would have less cash than nothing.
  await page.goto(`/treasury/treasury-list/${taken.id}`)
  await openMore(page)
  await page.getByRole('button', { name: 'Cancel receipt' }).click()
  const cancelled = page.locator('dialog[open]')
  await cancelled.getByLabel('Reason').fill('Paid twice')
  await cancelled.getByRole('button', { name: 'Cancel receipt' }).click()
  await cancelled
    .getByText(/The cash was deposited: only [\d,.]+ of approved cash is on hand/)
    .waitFor()
  expect(await cancelled.getByLabel('Reason').inputValue()).toBe('Paid twice')
  await page.goto(`/treasury/deposits?q=${tag}-1`)
  await row(page, `${tag}-1`).getByText('912,700.00').first().waitFor()

  // The first statement opens the account; the next one stands beside the books with its difference.
  await page.goto('/treasury/position')
  await page.getByRole('link', { name: `Bank ${tag}` }).click()
  await page.getByRole('heading', { name: 'Movements' }).waitFor()
  await row(page, `CR-${tag}-1`).getByText('1,234.50').first().waitFor()
  const keep = async (day: string, balance: string) => {
    await page.getByLabel('Statement date').fill(day)
    await page.getByLabel('Balance (PHP)').fill(balance)
    await page.getByRole('button', { name: 'Save statement balance' }).click()
  }
  const today = await page.getByLabel('Statement date').inputValue()
  await keep('2026-01-02', 'nothing')
  await page.getByText('Enter an amount such as 1,234.50').waitFor()
  await keep('2026-01-02', '100')
  await row(page, 'Opening balance').getByText('01/02/2026').waitFor()
  await keep(today, '2,000')
  // The books had 100.00 + 1,234.50 + 912,700.00.
  await row(page, '2,000.00').getByText('-912,034.50').waitFor()
  await page.goto('/treasury/position')
  const account = row(page, `Bank ${tag}`)
  await account.getByText('914,034.50').first().waitFor()
  await account.getByText('-912,034.50').waitFor()
  await page.goto(`/treasury/deposits?q=${tag}-1`)
  await page.getByRole('link', { name: `${tag}-1` }).click()
  await page.waitForURL(/deposits\/[0-9a-f-]{36}/)
  await openMore(page)
  await page.getByRole('button', { name: 'Reverse cash deposit' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Reason').fill('Still in the safe')
  await dialog.getByRole('button', { name: 'Reverse deposit' }).click()
  await page.getByText('Cash deposit reversed: Still in the safe').waitFor()
  expect(problems).toEqual([])
  await close()
})
