import { expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)

it('the journal leads to its documents, the trial balance is equal on both sides, and codes are the company’s own', async () => {
  const { page, problems, close } = await signedIn('finance-admin@demo.test')
  onTestFailed(() => picture(page, 'journal'))
  const journal = page.getByRole('table', { name: 'Journal' })

  await page.goto('/reports_journal')
  await page.getByRole('heading', { name: 'Journal' }).waitFor()
  await page.goto('/reports_journal?from=2020-01-01')
  const [debit, credit] = await journal
    .locator('tfoot td')
    .allInnerTexts()
    .then((all) => all.slice(-2))
  expect(debit).toMatch(/^[\d,]+\.\d\d$/)
  expect(credit).toBe(debit)
  const document = journal.locator('tbody a').first()
  const number = await document.innerText()
  await document.click()
  await page.getByText(number, { exact: false }).first().waitFor()

  await page.goto('/reports_trial_balance?from=2020-01-01')
  const balance = page.getByRole('table', { name: 'Trial balance' })
  const sides = await balance.locator('tfoot td').allInnerTexts()
  expect(sides.at(-1)).toBe(sides.at(-2))
  await balance.getByRole('link', { name: 'Accounts receivable' }).click()
  await page.getByRole('heading', { name: 'Journal' }).waitFor()
  const names = await journal.locator('tbody tr').allInnerTexts()
  expect(names.length).toBeGreaterThan(5)
  expect(names.every((row) => row.includes('Accounts receivable'))).toBe(true)

  // A code that another account has is refused beside its field; what was typed stays.
  await page.locator('main summary', { hasText: 'More' }).click()
  await page.locator('main').getByRole('link', { name: 'Chart of accounts' }).click()
  await page.getByRole('link', { name: '1100' }).click()
  await page.getByLabel('Code').fill('1200')
  await page.getByLabel('Name').fill('Trade debtors')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Inventory already has code 1200.').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Trade debtors')
  await page.getByLabel('Code').fill('110-00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Chart of accounts' }).waitFor()
  await page.locator('main').getByRole('link', { name: 'Trial balance' }).click()
  await balance.getByRole('row').filter({ hasText: '110-00' }).getByText('Trade debtors').waitFor()
  expect(problems).toEqual([])
  await close()
}, 60_000)
