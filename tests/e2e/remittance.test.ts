import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { openMore, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server)

/** Receipts that an agent of the demo took today: 1,250.50 in two of cash, and a cheque of 400.00. */
async function round(agent: string, tag: string): Promise<string> {
  const { db, runCommand } = company
  const { data } = await db()
    .from('memberships')
    .select('user_id, profiles!inner(display_name)')
    .eq('profiles.display_name', agent)
    .single()
  const collector_id = data!.user_id
  const customer = await runCommand('request_customer', {
    p_customer: { name: `Store of ${tag}`, agent_id: collector_id, terms_days: 30 },
  })
  const take = (cr_no: string, amount: string, more: object = {}) =>
    runCommand('record_collection', {
      p_collection: { customer_id: customer.id, amount, cr_no, collector_id, ...more },
    })
  await take(`${tag}-1`, '1000.50')
  await take(`${tag}-2`, '250.00')
  await take(`${tag}-3`, '400.00', {
    collection_type: 'cheque',
    cheque_bank: 'Bank of the North',
    cheque_no: `R-${tag}`,
    cheque_date: '2026-01-05',
  })
  return collector_id
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const pieces = (page: Page, value: string) => page.getByLabel(`${value} × qty`, { exact: true })

describe('the cashier', () => {
  it('counts what a collector hands in, receives it, prints it, takes it back', async () => {
    await round('Rico Salvador', 'REM')
    const { page, problems, close } = await signedIn('finance-admin@demo.test')
    onTestFailed(() => picture(page, 'remittance'))
    await page.goto('/treasury/remittances')
    await page.getByRole('link', { name: 'Rico Salvador' }).click()
    await page.getByText('Select the receipts to remit').waitFor()

    // One receipt is not remitted: the figures follow.
    const status = page.getByRole('status').filter({ hasText: /\S/ })
    await page.getByRole('checkbox', { name: 'REM-2' }).uncheck()
    await pieces(page, '1,000').fill('1')
    await status.filter({ hasText: 'Cash shortage by 0.50.' }).waitFor()
    await pieces(page, '0.25').fill('1')
    await pieces(page, '0.25').press('Enter')
    expect(await pieces(page, '0.10').evaluate((box) => box === document.activeElement)).toBe(true)
    await status.filter({ hasText: 'Cash shortage by 0.25.' }).waitFor()
    await page.getByLabel('DRR no.').fill('REM-77')
    await page.getByRole('button', { name: 'Receive' }).click()
    await page.getByText('The cash is 0.25 short: enter a reason.').waitFor()
    expect(await pieces(page, '1,000').inputValue()).toBe('1')
    await pieces(page, '0.25').fill('2')
    await status.filter({ hasText: 'The cash equals the receipts.' }).waitFor()
    await page.getByRole('button', { name: 'Receive' }).click()
    await page.getByRole('heading', { name: 'DRR REM-77' }).waitFor()
    await row(page, 'REM-1').getByText('1,000.50').first().waitFor()
    await row(page, 'R-REM').waitFor()
    expect(await row(page, 'REM-2').count()).toBe(0)

    const here = page.url()
    await page.getByRole('link', { name: '2 receipts pending approval' }).click()
    await row(page, 'REM-3').waitFor()
    await page.goto(`${here}/print`)
    await page.getByText('Remitted by Rico Salvador').waitFor()
    await page.getByText('Received by Marites Reyes').waitFor()

    // The receipt says where it went, and cannot be cancelled below the remittance.
    await page.goto('/treasury/remittances?q=rem-1')
    await row(page, 'REM-77').getByRole('link').click()
    await row(page, 'REM-1').getByRole('link').click()
    await page.getByRole('link', { name: 'REM-77' }).waitFor()
    await openMore(page)
    await page.getByRole('button', { name: 'Cancel receipt' }).click()
    const dialog = page.locator('dialog:modal')
    await dialog.getByLabel('Reason').fill('Wrong')
    await dialog.getByRole('button', { name: 'Cancel receipt' }).click()
    await page.getByText('cancel that remittance first').waitFor()

    await page.goto(here)
    await openMore(page)
    await page.getByRole('button', { name: 'Cancel remittance' }).click()
    await dialog.getByRole('button', { name: 'Cancel remittance' }).click()
    await dialog.getByText('Enter a reason.').waitFor()
    await dialog.getByLabel('Reason').fill('Another collector’s')
    await dialog.getByRole('button', { name: 'Cancel remittance' }).click()
    await page.getByText('Cancelled: Another collector’s').waitFor()
    await page.goto('/treasury/remittances')
    await row(page, 'Rico Salvador').filter({ hasText: '1,250.50' }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('does the same without scripts; others look and receive nothing', async () => {
    const collector = await round('Cherry Domingo', 'NOS')
    const { page, close } = await signedIn('finance-admin@demo.test', { scripts: false })
    onTestFailed(() => picture(page, 'remittance without scripts'))
    await page.goto(`/treasury/remittances/collectors/${collector}`)
    await page.getByLabel('DRR no.').fill('NOS-1')
    await page.getByRole('checkbox', { name: 'NOS-3' }).uncheck()
    await pieces(page, '500').fill('2')
    await page.getByRole('button', { name: 'Receive' }).click()
    await page.getByText('The cash is 250.50 short: enter a reason.').waitFor()
    expect(await page.getByRole('checkbox', { name: 'NOS-3' }).isChecked()).toBe(false)
    expect(await page.getByRole('checkbox', { name: 'NOS-1' }).isChecked()).toBe(true)
    expect(await pieces(page, '500').inputValue()).toBe('2')
    await page.getByLabel('Reason for the difference').fill('Robbed on the way')
    await page.getByRole('button', { name: 'Receive' }).click()
    await page.getByText('Robbed on the way').waitFor()
    await close()

    const owner = await signedIn('owner@demo.test', { scripts: false })
    await owner.page.goto(`/treasury/remittances/collectors/${collector}`)
    await row(owner.page, 'NOS-3').waitFor()
    expect(await owner.page.getByRole('button', { name: 'Receive' }).count()).toBe(0)
    await owner.page.goto('/treasury/remittances?q=NOS-1')
    await row(owner.page, 'NOS-1').getByText('-250.50').first().waitFor()
    await owner.close()
  })
})
