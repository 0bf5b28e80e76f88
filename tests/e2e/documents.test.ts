import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { openMore, picture, testBrowser } from '../support/browser.ts'
import { rounds, SCRIPTS, sample } from '../support/rounds.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

const LIST = '/sales/bookings?stage=delivered'
/** The numbers of a list's rows, in its order. */
const numbers = async (page: Page) =>
  (await page.locator('main tbody tr').allInnerTexts()).flatMap(
    (row) => /SO-\d{6}/.exec(row)?.[0] ?? [],
  )
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const within = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Within the list' })
    .getByRole('link', { name, exact: true })
    .click()

describe.each(SCRIPTS)('a document of a filtered list, scripts $scripts', ({ scripts }) => {
  it('leads to the next, to the one before, and back to the list with its filter', async () => {
    const { page, problems, close } = await visit({ scripts })
    onTestFailed(() => picture(page, 'document neighbors'))
    await enterAs(page, server, 'special access 1')
    await page.goto(LIST)
    const listed = await numbers(page)
    expect(listed.length).toBeGreaterThan(4)
    await page.getByRole('link', { name: listed[1]!, exact: true }).first().click()
    await heading(page, listed[1]!)
    for (const no of [listed[2]!, listed[3]!]) {
      await within(page, 'Next')
      await heading(page, no)
    }
    await within(page, 'Previous')
    await heading(page, listed[2]!)
    await within(page, 'Back to the list')
    await page.waitForURL(/\/sales\/bookings\?stage=delivered$/)
    expect(await numbers(page)).toEqual(listed)

    // Before the first document is the list again.
    await page.getByRole('link', { name: listed[0]!, exact: true }).first().click()
    await heading(page, listed[0]!)
    await within(page, 'Previous')
    await page.waitForURL(/\/sales\/bookings\?stage=delivered$/)
    await heading(page, 'Bookings')
    expect(problems).toEqual([])
    await close()
  })
})

describe('the place of a document in its list', () => {
  it('is the same in every list of documents', async () => {
    const { page, close } = await visit({ scripts: false })
    await enterAs(page, server, 'special access 1')
    const lists = [
      '/sales/bookings/validation',
      '/sales/sales-invoicing',
      '/sales/sales-delivery',
      '/memos',
      '/warehouse/warehouse-list/warehouse-view-list',
      '/treasury/treasury-list/treasury-view-list',
      '/treasury/treasury-list/approval',
      '/treasury/cheques',
      '/treasury/remittances',
      '/treasury/deposits',
      '/expenses/cheques?tab=blank',
      '/expenses/expenses-list/expenses-view-list',
      '/customers/customer-registry',
      '/treasury/masters/banks',
      '/treasury/masters/payees?sort=-fname',
      '/treasury/masters/releasers',
      '/treasury/masters/cost-centers',
      '/inventory/purchase-list',
      '/expenses/cheques?tab=blank',
      '/expenses/expenses-list/expenses-view-list',
      '/customers/customer-registry',
      '/treasury/masters/banks',
      '/treasury/masters/payees?sort=-fname',
      '/treasury/masters/releasers',
      '/treasury/masters/cost-centers',
      '/inventory/purchase-list',
      '/inventory/stock-counts',
      '/inventory/bad-orders',
      '/inventory/product-list?sort=available',
      '/customers/customer-list/customer-view-list?sort=exposure',
    ]
    let walked = 0
    for (const list of sample(lists, rounds(6, lists.length))) {
      await page.goto(list)
      const links = await page
        .locator('main tbody a[href*="at="]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href')!))
      const documents = [...new Set(links)]
      if (documents.length < 2) continue
      walked += 1
      await page.goto(documents[0]!)
      await within(page, 'Next')
      expect(`${new URL(page.url()).pathname}`, list).toBe(documents[1]!.split('?')[0])
      await within(page, 'Back to the list')
      const { pathname, search } = new URL(page.url())
      expect(`${pathname}${search}`).toBe(list)
    }
    expect(walked).toBeGreaterThan(2)
    await close()
  })

  it('shows nobody what the list refuses, and leads nowhere else', async () => {
    const { page, close } = await visit({ scripts: false })
    await enterAs(page, server, 'special access 1')
    await page.goto(LIST)
    const address = await page.locator('main tbody a[href*="at="]').first().getAttribute('href')
    const { searchParams } = new URL(address!, 'http://here')
    const next = (changed: Record<string, string> = {}) =>
      `/neighbor?${new URLSearchParams({ list: searchParams.get('list')!, at: searchParams.get('at')!, way: 'next', ...changed })}`
    const status = async (to: string) => (await page.request.get(to)).status()
    expect(await status(next())).toBe(302)
    expect(await status(next({ list: 'https://elsewhere.test/' }))).toBe(400)
    expect(await status(next({ list: '//elsewhere.test' }))).toBe(400)
    expect(await status(next({ list: '/reports_ar' }))).toBe(404)
    // A text that is no cursor leads to the first document, as it leads to the first page.
    expect(await status(next({ at: 'nonsense' }))).toBe(302)
    await close()
    const clerk = await visit({ scripts: false })
    await enterAs(clerk.page, server, 'expenses and disbursements')
    expect((await clerk.page.request.get(next())).status()).toBe(403)
    await clerk.close()
  })

  it('is kept by an act on the document; its further acts end with the one that destroys', async () => {
    const { page, close } = await visit()
    onTestFailed(() => picture(page, 'document acts'))
    await enterAs(page, server, 'special access 1')
    await page.goto('/sales/bookings?stage=pending')
    const listed = await numbers(page)
    await page.getByRole('link', { name: listed[0]!, exact: true }).first().click()
    await heading(page, listed[0]!)
    const steps = page.getByRole('list', { name: 'Steps' })
    expect(await steps.innerText()).toMatch(/^Created\s+\d\d\/\d\d\/\d{4}, \S+/)
    await openMore(page)
    const acts = await page
      .locator('main header details > div')
      .locator('a, button:not(dialog button)')
      .allInnerTexts()
    expect(acts.at(-1)).toBe('Cancel booking')
    expect(acts).toContain('Duplicate')
    await page.getByRole('button', { name: 'Cancel booking' }).click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('Reason').fill('Not wanted any more')
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await page.getByText(/ cancelled\.$/).waitFor()
    expect(await steps.innerText()).toMatch(/Cancelled\s+\d\d\/\d\d\/\d{4}, Gina Soriano$/)
    await within(page, 'Next')
    await heading(page, listed[1]!)
    await close()
  })
})
