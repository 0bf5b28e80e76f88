import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { addMoney, formatMoney, parseMoney } from '../../app/platform/values/money.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { testServer } from '../support/server.ts'

/** Lists with one act for the selected rows: checkboxes stand first, one selects all, a bar below counts and adds up. */

const server = testServer()
const { signedIn } = testBrowser(server)

interface List {
  login: string
  at: string
  /** The link to the list, where its address has an id. */
  link?: string
  act: string
  /** The header of the amounts that are added up. */
  amount?: string
  /** True where all rows are selected from the beginning. */
  begins?: boolean
}

const LISTS: Record<string, List> = {
  'bookings to invoice': {
    login: 'invoice-admin',
    at: '/sales/sales-invoicing',
    act: 'Assign numbers to 1 selected',
    amount: 'Total',
  },
  'received cheques': {
    login: 'finance-admin',
    at: '/treasury/cheques?tab=late',
    act: 'Deposit selected cheques',
    amount: 'Amount',
  },
  'issued cheques': {
    login: 'finance-admin',
    at: '/expenses/cheques?tab=outstanding',
    act: 'Mark selected cleared',
    amount: 'Amount',
  },
  'customers to transfer': {
    login: 'special-access-1',
    at: '/customers/transfers/add',
    act: 'Preview selected',
  },
  'receipts to remit': {
    login: 'special-access-1',
    at: '/treasury/remittances',
    link: 'a[href*="/collectors/"]',
    act: 'Receive',
    amount: 'Amount',
    begins: true,
  },
}

/** The amounts of a column of the list. */
async function amountsOf(page: Page, header: string) {
  const headers = await page.locator('main thead').first().locator('th').allTextContents()
  const at = headers.findIndex((text) => text.startsWith(header)) + 1
  const texts = await page.locator(`main tbody tr td:nth-child(${at})`).allInnerTexts()
  return texts.map((text) => parseMoney(text.trim())!)
}

describe.each([1366, 390])('at a width of %i', (width) => {
  it.each(Object.keys(LISTS))('%s', async (name) => {
    const { login, at, link, act, amount, begins } = LISTS[name]!
    const { page, problems, close } = await signedIn(`${login}@demo.test`, { drawn: true })
    onTestFailed(() => picture(page, `selection ${name} ${width}`))
    await page.goto(at)
    if (link) await page.locator(link).first().click()
    const rows = page.locator('main tbody tr')
    const boxes = rows.locator('td:first-child input[type=checkbox]')
    await boxes.first().waitFor()
    // The header of a laptop and the button of a phone exist once scripts run.
    const header = page.getByRole('checkbox', { name: 'Select all' })
    await header.waitFor({ state: width > 600 ? 'visible' : 'attached' })
    const amounts = amount ? await amountsOf(page, amount) : []
    await page.setViewportSize({ width, height: 800 })
    const count = await boxes.count()
    expect(count).toBe(await rows.count())
    const checked = () =>
      boxes.evaluateAll((all) => all.filter((box) => (box as { checked?: boolean }).checked).length)
    const bar = page.getByRole('status').filter({ hasText: 'selected' })
    const all = async () => {
      if (width > 600) await header.click()
      else await page.getByRole('button', { name: /^Select (all|none)$/ }).click()
    }
    if (begins) {
      expect(await checked()).toBe(count)
      await all()
    }
    await bar.filter({ hasText: /^0 selected$/ }).waitFor()
    expect(await checked()).toBe(0)
    await boxes.first().check()
    const first = amount ? `1 selected, PHP ${formatMoney(amounts[0]!)}` : '1 selected'
    // The number of unusual rows and the day of the act follow where the list has them.
    const shown = async () =>
      (await bar.innerText())
        .replace(/, dated \d\d\/\d\d\/\d{4}$/, '')
        .replace(/, \d+ [a-z ]+$/, '')
    await expect.poll(shown).toBe(first)
    if (count > 1) await all()
    const sum = amount ? `, PHP ${formatMoney(addMoney(...amounts))}` : ''
    await expect.poll(shown).toBe(`${count} selected${sum}`)
    expect(await checked()).toBe(count)
    await page.getByRole('button', { name: act }).first().waitFor()
    await all()
    await bar.filter({ hasText: /^0 selected$/ }).waitFor()
    expect(await checked()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })
})
