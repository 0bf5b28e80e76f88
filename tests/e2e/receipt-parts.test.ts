import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { openMore, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { approveReceipt } from '../support/second-person.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server)
const ADD = '/treasury/treasury-list/treasury-add-collection'

async function customerNamed(name: string): Promise<string> {
  const { db, runCommand } = company
  const { data: agents } = await db().from('memberships').select('user_id').eq('role', 'Agent')
  const { id } = await runCommand('request_customer', {
    p_customer: { name, agent_id: agents![0]!.user_id, terms_days: 30 },
  })
  return id
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const part = (page: Page, no: number) => page.getByRole('group', { name: `Payment ${no}` })

describe.each(SCRIPTS)('a receipt of several parts, scripts $scripts', ({ scripts }) => {
  it('is entered, approved, printed, and one cheque of it is replaced', async () => {
    const tag = `P${scripts ? 'S' : 'N'}${randomUUID().slice(0, 6)}`
    const customer = await customerNamed(`Store of parts ${tag}`)
    const { page, problems, close } = await signedIn('finance-admin@demo.test', {
      scripts,
      drawn: true,
    })
    onTestFailed(() => picture(page, `receipt parts ${scripts}`))
    await page.goto(`${ADD}?customer=${customer}`)
    if (scripts) await page.locator('.scriptless-only').first().waitFor({ state: 'hidden' })
    await part(page, 1).getByLabel('Amount (PHP)').fill('100')
    await page.getByLabel('CR no.').fill(`CR-${tag}`)
    await page.getByRole('button', { name: 'Split payment' }).click()
    // What was typed stays.
    await part(page, 2).getByLabel('Type').waitFor()
    expect(await page.getByLabel('CR no.').inputValue()).toBe(`CR-${tag}`)
    expect(await part(page, 2).getByLabel('Type').inputValue()).toBe('cheque')
    expect(await part(page, 1).getByLabel('Cheque no.').isVisible()).toBe(false)
    await part(page, 2).getByLabel('Amount (PHP)').fill('250.50')
    await page.getByRole('button', { name: 'Split payment' }).click()
    await part(page, 3).getByLabel('Type').selectOption('withholding')
    await part(page, 3).getByLabel('Amount (PHP)').fill('9.50')
    await part(page, 3).getByLabel('Reference no.').fill(`2307-${tag}`)
    await page.getByRole('button', { name: 'Record collection' }).click()
    // The error stands at the field of its part.
    await part(page, 2).getByText('Enter the cheque number.').waitFor()
    await part(page, 2).getByLabel('Cheque’s bank').fill('Bank of the North')
    await part(page, 2).getByLabel('Cheque no.').fill(`88-${tag}`)
    await part(page, 2).getByLabel('Cheque date').fill('2026-01-05')
    await page.getByRole('button', { name: 'Split payment' }).click()
    await part(page, 4).getByLabel('Amount (PHP)').waitFor()
    await page.getByRole('button', { name: 'Remove payment 4' }).click()
    await part(page, 4).waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('360.00').first().waitFor()
    await page.getByRole('button', { name: 'Record collection' }).click()
    await page.waitForURL(/treasury-list\/[0-9a-f-]{36}$/)
    const address = page.url()
    await page.getByRole('heading', { level: 1, name: `Receipt CR-${tag}` }).waitFor()
    const parts = page.getByRole('table', { name: 'Payments on this receipt' })
    expect(await parts.getByRole('row').count()).toBe(5)
    await parts.getByText('360.00').waitFor()
    await approveReceipt(signedIn, 'special-access-1', address)

    await page.goto(`/treasury/treasury-list/treasury-view-list?q=CR-${tag}`)
    // One row for the receipt, whose page has its parts.
    expect(await row(page, `CR-${tag}`).count()).toBe(1)
    await row(page, `CR-${tag}`).getByText('Cash, Cheque, Withholding').waitFor()
    await row(page, `CR-${tag}`).getByText(`88-${tag}`).waitFor()
    await row(page, `CR-${tag}`).getByText('360.00', { exact: true }).first().waitFor()

    await page.goto(`${address}/print`)
    const sheet = page.getByRole('region', { name: 'Collection receipt' })
    await sheet.getByText('Three hundred sixty pesos').waitFor()
    await sheet.getByText(`Bank of the North 88-${tag}`).waitFor()
    await sheet.getByText(`2307-${tag}`).waitFor()

    // The cheque is replaced by a receipt that asks what every receipt asks.
    await page.goto(address)
    await parts.getByRole('link', { name: 'Replace' }).click()
    await page.getByLabel('CR no.').fill(`CR-${tag}-R`)
    await page.getByLabel('DRR no.').fill(`D-${tag}`)
    await page.getByLabel('Collected by').selectOption({ index: 1 })
    await part(page, 1).getByLabel('Amount (PHP)').fill('250')
    await page.getByRole('button', { name: 'Split payment' }).click()
    await part(page, 2).getByLabel('Type').selectOption('cash')
    await part(page, 2).getByLabel('Amount (PHP)').fill('0.50')
    await page.getByRole('button', { name: 'Replace the cheque' }).click()
    await page.getByRole('heading', { level: 1, name: `Receipt CR-${tag}-R` }).waitFor()
    await page.getByText('Pending approval').waitFor()
    await page.getByText(`D-${tag}`).first().waitFor()
    await page.goto(address)
    await parts.getByText('Replaced').waitFor()
    await openMore(page)
    expect(await page.getByRole('button', { name: 'Cancel receipt' }).count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })
})

it('a part is added by the keyboard, and takes the focus', async () => {
  const customer = await customerNamed(`Keyboard store ${randomUUID().slice(0, 6)}`)
  const { page, close } = await signedIn('finance-admin@demo.test')
  onTestFailed(() => picture(page, 'receipt parts by keyboard'))
  await page.goto(`${ADD}?customer=${customer}`)
  await page.locator('[name="parts[0].amount"]:focus').waitFor()
  await page.keyboard.type('10')
  await page.getByRole('button', { name: 'Split payment' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('[name="parts[1].amount"]:focus').waitFor()
  expect(await part(page, 1).getByLabel('Amount (PHP)').inputValue()).toBe('10.00')
  await close()
})
