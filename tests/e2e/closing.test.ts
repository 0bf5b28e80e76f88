import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, it, onTestFailed } from 'vitest'
import {
  addDays,
  addMonths,
  formatDate,
  formatMonth,
  today,
} from '../../app/platform/values/dates.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server)

const shut = (page: Page) => page.getByRole('button', { name: /^Close / })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const figure = (page: Page) =>
  page.getByText('Closed through', { exact: true }).first().locator('..')

it('a month is closed, nobody posts in it, and it is reopened with a reason', async () => {
  const yesterday = addDays(today('Asia/Manila'), -1)
  const { data: customers } = await company.db().from('customers').select('id').limit(1)
  const customer = customers![0]!.id
  const tag = randomUUID().slice(0, 6).toUpperCase()
  await company.runCommand('record_collection', {
    p_collection: {
      ...{ customer_id: customer, amount: '321.00', cr_no: `CR-${tag}`, date_collected: yesterday },
      collection_type: 'cash',
    },
  })
  const { page, problems, close } = await signedIn('owner@demo.test')
  onTestFailed(() => picture(page, 'closing'))

  // What is pending is listed with its documents.
  await page.goto(`/treasury/closing?through=${yesterday}`)
  await figure(page).getByText('All periods open').waitFor()
  await page.getByRole('link', { name: 'Unapproved receipts' }).click()
  await page.getByText(`CR-${tag}`).first().waitFor()
  await page.goBack()

  // The next month to close is the last one; another day is chosen by its date.
  await page.goto('/treasury/closing')
  const lastMonth = addMonths(today('Asia/Manila'), -1)
  await page.getByRole('heading', { name: `Close ${formatMonth(lastMonth)}` }).waitFor()
  // A reason is required, and a day before today.
  await page.goto(`/treasury/closing?through=${today('Asia/Manila')}`)
  await shut(page).click()
  await page.getByText('Enter a reason.').waitFor()
  await page.getByLabel('Reason for closing').fill(`Filed ${tag}`)
  await shut(page).click()
  await page.getByText('Choose a day before today.').waitFor()
  expect(await page.getByLabel('Reason for closing').inputValue()).toBe(`Filed ${tag}`)
  await page.goto(`/treasury/closing?through=${yesterday}`)
  await page.getByText(`Closes all days through ${formatDate(yesterday)}.`).waitFor()
  await page.getByLabel('Reason for closing').fill(`Filed ${tag}`)
  await shut(page).click()
  await figure(page).getByText(formatDate(yesterday)).waitFor()
  await row(page, `Filed ${tag}`).getByText('Closed', { exact: true }).first().waitFor()
  expect(await findings(page)).toEqual([])

  // The treasurer sees it and does not change it; a receipt of that day is refused at its field.
  const finance = await signedIn('finance-admin@demo.test')
  await finance.page.goto('/treasury/closing')
  await figure(finance.page).getByText(formatDate(yesterday)).waitFor()
  expect(await finance.page.getByRole('button', { name: 'Reopen' }).count()).toBe(0)
  expect(await finance.page.getByRole('button', { name: /^Close / }).count()).toBe(0)
  await finance.page.goto(`/treasury/treasury-list/treasury-add-collection?customer=${customer}`)
  await finance.page.getByLabel('Amount (PHP)').fill('10.00')
  await finance.page.getByLabel('CR no.').fill(`CR-${tag}-2`)
  await finance.page.getByLabel('Date collected').fill(yesterday)
  await finance.page.getByRole('button', { name: 'Record collection' }).click()
  await finance.page
    .getByText(`The books are closed through ${formatDate(yesterday)}: choose a later day.`)
    .first()
    .waitFor()
  expect(await finance.page.getByLabel('CR no.').inputValue()).toBe(`CR-${tag}-2`)
  expect(finance.problems).toEqual([])
  await finance.close()

  await page.getByLabel('Reason for reopening').fill(`Missed ${tag}`)
  await page.getByRole('button', { name: 'Reopen', exact: true }).click()
  await figure(page).getByText('All periods open').waitFor()
  await row(page, `Missed ${tag}`).getByText('Reopened').first().waitFor()
  expect(problems).toEqual([])
  await close()
})
