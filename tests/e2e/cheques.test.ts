import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { confirmed } from '../support/confirm.ts'
import { demoCompany } from '../support/demo.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { approveReceipt } from '../support/second-person.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server)

/** Pieces of a product sold, invoiced and delivered to a customer of its own: 300.00 are owed. */
async function sale(tag: string): Promise<{ booking: string; customer: string }> {
  const { db, runCommand } = company
  const product = await company.product(`Cheque soap ${tag}`)
  await runCommand('create_purchase', {
    p_purchase: {
      po_no: `PO-${tag}`,
      supplier: 'S',
      lines: [{ product_id: product, quantity: 100, cost: '7.00' }],
    },
  })
  const { data: agents } = await db().from('memberships').select('user_id').eq('role', 'Agent')
  const name = `Cheque store ${tag}`
  const customer = await runCommand('request_customer', {
    p_customer: { name, agent_id: agents![0]!.user_id, terms_days: 30 },
  })
  const booked = await runCommand('create_booking', {
    p_booking: {
      customer_id: customer.id,
      lines: [{ product_id: product, quantity: 30, agent_srp: '10.00' }],
    },
  })
  const at = (steps: number) => ({ p_booking: booked.id, p_version: booked.version + steps })
  await runCommand('validate_booking', { ...at(0), p_override_reason: null })
  await runCommand('set_invoice', { ...at(1), p_invoice_no: `CHQ-${tag}`, p_date: null })
  await runCommand('deliver_booking', { ...at(2), p_date: null })
  return { booking: booked.id, customer: name }
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

describe.each(SCRIPTS)('the cheque desk, scripts $scripts', ({ scripts }) => {
  it('takes a cheque, deposits, clears, has it back, replaces it', async () => {
    const tag = scripts ? 'S' : 'N'
    const { booking, customer } = await sale(tag)
    const visit = await signedIn('finance-admin@demo.test', { scripts, drawn: true })
    const { page, problems, close } = visit
    onTestFailed(() => picture(page, `cheques ${scripts}`))

    await page.goto(`/treasury/treasury-list/treasury-add-collection?booking=${booking}`)
    expect(await page.getByLabel('Cheque no.').isVisible()).toBe(false)
    await page.getByLabel('Type').selectOption('cheque')
    await page.getByLabel('CR no.').fill(`CR-${tag}-1`)
    await page.getByRole('button', { name: 'Record collection' }).click()
    await page.getByText('Enter the cheque number.').waitFor()
    await page.getByLabel('Cheque’s bank').fill('Bank of the North')
    await page.getByLabel('Cheque no.').fill(`77-${tag}`)
    await page.getByLabel('Cheque date').fill('2026-01-05')
    await page.getByRole('button', { name: 'Record collection' }).click()
    await page.waitForURL(/treasury-list\/[0-9a-f-]{36}$/)
    await approveReceipt(signedIn, 'special-access-1', page.url())

    // The date has passed: it stands under both questions.
    await page.goto('/treasury/cheques?tab=late')
    await row(page, `77-${tag}`).waitFor()
    await page.goto('/treasury/cheques')
    await page.getByLabel('Slip no.').fill(`SLIP-${tag}`)
    await page.getByRole('button', { name: 'Deposit selected cheques' }).click()
    await page.getByText('Select the cheques to deposit.').waitFor()
    await page.getByLabel('Bank account').selectOption({ index: 1 })
    await page.getByRole('checkbox', { name: `77-${tag}` }).check()
    await confirmed(page, 'Deposit selected cheques', 'Deposit')
    await page.getByText(`1 cheque deposited on slip SLIP-${tag}.`).waitFor()

    await page.goto(`/treasury/cheques?tab=deposited&q=77-${tag}`)
    await page.getByRole('button', { name: 'Cleared', exact: true }).click()
    await page.getByText('Cheque cleared.').waitFor()
    await page.goto(`/treasury/cheques?tab=cleared&q=CHQ-${tag}`)
    await row(page, `77-${tag}`).getByText('300.00').first().waitFor()

    await page.getByRole('button', { name: 'Returned' }).click()
    const dialog = page.locator('dialog[open], dialog:popover-open')
    await dialog.getByRole('button', { name: 'Mark returned' }).click()
    await dialog.getByText('Enter a reason.').waitFor()
    await dialog.getByLabel('Reason given by the bank').fill('Account closed')
    await dialog.getByRole('button', { name: 'Mark returned' }).click()
    await page.getByText('Cheque returned; the bookings that it paid are open again.').waitFor()
    await page.goto(`/sales/bookings/${booking}`)
    await page.getByText('Unpaid').first().waitFor()

    await page.goto(`/treasury/cheques?tab=returned&q=77-${tag}`)
    await row(page, `77-${tag}`).getByText('Account closed').waitFor()
    await page.getByRole('link', { name: 'Replace', exact: true }).click()
    await page.getByLabel('CR no.').fill(`CR-${tag}-2`)
    await page.getByRole('button', { name: 'Replace the cheque' }).click()
    await page.waitForURL(/treasury-list\/[0-9a-f-]{36}$/)
    await page.getByText(`Replaced by receipt CR-${tag}-2. Not posted until approved.`).waitFor()
    await approveReceipt(signedIn, 'special-access-1', page.url())
    await page.goto(`/sales/bookings/${booking}`)
    await page.getByText('Paid', { exact: true }).first().waitFor()
    await page.goto(`/treasury/cheques?tab=replaced&q=${customer.replaceAll(' ', '+')}`)
    await row(page, `77-${tag}`).waitFor()
    expect(problems).toEqual([])
    await close()
  })
})

describe('the masters of treasury', () => {
  it('are added once, edited, taken out of the choices', async () => {
    const visit = await signedIn('finance-admin@demo.test')
    const { page, problems, close } = visit
    onTestFailed(() => picture(page, 'masters'))
    await page.goto('/treasury/masters/banks/add')
    await page.getByRole('button', { name: 'Add bank account' }).click()
    await page.getByText('Enter the name of the bank.').waitFor()
    const add = async () => {
      await page.getByLabel('Bank').fill('Harbour Bank')
      await page.getByLabel('Account no.').fill('900-1')
      await page.getByRole('button', { name: 'Add bank account' }).click()
    }
    await add()
    await page.getByRole('link', { name: 'Harbour Bank' }).waitFor()
    await page.goto('/treasury/masters/banks/add')
    await add()
    await page.getByText('This account is already entered.').waitFor()
    expect(await page.getByLabel('Bank').inputValue()).toBe('Harbour Bank')

    await page.goto('/treasury/masters/banks')
    await page.getByRole('link', { name: 'Harbour Bank' }).click()
    await page.locator('[name=account_no]').fill('900-2')
    await page.getByRole('button', { name: 'Save' }).click()
    await row(page, '900-2').waitFor()
    await page.getByRole('link', { name: 'Harbour Bank' }).click()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.locator('dialog:modal').getByRole('button', { name: 'Deactivate' }).click()
    await row(page, 'Harbour Bank').getByText('Inactive').waitFor()
    await page.goto('/treasury/cheques')
    const banks = await page.getByLabel('Bank account').locator('option').allInnerTexts()
    expect(banks.length).toBeGreaterThan(1)
    expect(banks.some((bank) => bank.includes('Harbour'))).toBe(false)
    expect(problems).toEqual([])
    await close()
  })

  it('are read by owners and changed by none of them', async () => {
    const { page, close } = await signedIn('owner@demo.test')
    await page.goto('/treasury/masters/payees')
    await row(page, 'Northern Fuels').waitFor()
    expect(await page.getByRole('link', { name: 'Add payee' }).count()).toBe(0)
    expect((await page.goto('/treasury/masters/payees/add'))?.status()).toBe(403)
    await page.goto('/treasury/cheques')
    expect(await page.getByRole('checkbox').count()).toBe(0)
    // A later page of the register: the way back keeps the question and the filters.
    await page.goto('/treasury/cheques?tab=deposited&from=2020-01-01&after=0')
    await page.getByRole('link', { name: 'First page' }).click()
    await page.waitForURL((url) => url.search === '?tab=deposited&from=2020-01-01')
    await page.getByRole('link', { name: 'First page' }).waitFor({ state: 'detached' })
    // A page whose rows are gone is not an empty list.
    await page.goto('/sales/bookings?q=San&after=0~~00000000-0000-4000-8000-000000000000')
    await page.getByText('Nothing on this page').waitFor()
    await page.getByRole('link', { name: 'First page' }).click()
    await page.waitForURL((url) => url.search === '?q=San')
    // A value that only looks like an id filters nothing.
    const odd = await page.goto(`/expenses/cheques?bank=${'-'.repeat(36)}`)
    expect(odd?.status()).toBe(200)
    await close()
  })
})
