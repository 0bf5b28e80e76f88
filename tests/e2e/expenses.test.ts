import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openMore, pick, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server, 'expenses-and-disbursements')
const ADD = '/expenses/expenses-list/expenses-add-voucher'
const DOCUMENT = /expenses-list\/[0-9a-f-]{36}(\?list=.*)?$/

const save = (page: Page) => page.getByRole('button', { name: 'Save voucher' }).click()
const dialog = (page: Page) => page.locator('dialog[open], dialog:popover-open')
const field = (page: Page, label: string, nth = 0) => page.getByLabel(label).nth(nth)

describe('the expenses desk', () => {
  it('adds a category by its own option alone, never by Enter on a typing error', async () => {
    const visit = await signedIn('expenses-and-disbursements@demo.test')
    const { page, problems, close } = visit
    onTestFailed(() => picture(page, 'new category'))
    await page.goto(ADD)
    const box = page.getByRole('combobox', { name: 'Category' })
    const sent = () =>
      page
        .locator('[name=category], [name=new_category]')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await box.fill('Fule')
    const fresh = page.getByRole('option', { name: 'Add “Fule” as a new category' })
    await fresh.waitFor()
    await box.press('Enter')
    await box.press('Tab')
    expect([await box.inputValue(), await sent()]).toEqual(['', ['', '']])
    await box.fill('fuel')
    await page.getByRole('option', { name: 'Fuel', exact: true }).waitFor()
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(1)
    await box.press('Enter')
    expect([await box.inputValue(), await sent()]).toEqual(['Fuel', ['Fuel', '']])
    // Typing behind a chosen name begins a new search, so the box is emptied first.
    await box.fill('')
    await box.fill('Fuel cards')
    await box.press('ArrowDown')
    expect(await fresh.or(page.locator('[aria-selected=true]')).innerText()).toContain('Fuel cards')
    await box.press('Enter')
    expect([await box.inputValue(), await sent()]).toEqual(['Fuel cards', ['Fuel cards', 'on']])
    await page.getByText('New category, added when you save').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('writes a voucher, is warned of the second for the same invoice, has a large one approved, prints, releases, cancels', async () => {
    const visit = await signedIn('expenses-and-disbursements@demo.test')
    const { page, problems, close } = visit
    onTestFailed(() => picture(page, 'expenses'))

    await page.goto(ADD)
    await page.getByRole('combobox', { name: 'Pay to' }).waitFor()
    await field(page, 'Supplier invoice no.').fill('SI-900')
    await save(page)
    for (const message of [
      'Choose a payee.',
      'Enter a description.',
      'Choose the paying account.',
      'Enter the cheque number.',
    ])
      await page.getByText(message).first().waitFor()
    await pick(visit, 'Pay to', 'Pasig Realty Corp.')
    await expect.poll(() => field(page, 'Account no.').inputValue()).toBe('5521-0091')
    await field(page, 'Particulars').fill('Fit-out of the office')
    await page.getByLabel('Cost center').selectOption({ index: 1 })
    await field(page, 'Amount').fill('60000')
    // Enter in the last field makes another line.
    await field(page, 'Amount').press('Enter')
    await page.getByRole('group', { name: 'Line 2' }).waitFor()
    await page.keyboard.type('Permit')
    await field(page, 'Amount', 1).fill('500.50')
    await field(page, 'Withholding tax, EWT (PHP)').fill('1000')
    await page.getByText('59,500.50').waitFor()
    // An account without cheque books takes any number.
    await page
      .getByLabel('Bank account')
      .selectOption({ label: 'Metro Savings, Pasig · 778-0-19934' })
    await field(page, 'Cheque no.').fill('900001')
    await save(page)
    await page.waitForURL(DOCUMENT)
    await page.getByText('requires approval by another user').waitFor()
    expect(await page.getByRole('button', { name: 'Print', exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    const large = page.url()

    // Somebody else looks at what waits, and approves.
    const owner = await signedIn('owner@demo.test')
    await owner.page.goto('/expenses/expenses-list/expenses-view-list?status=approval&q=si-900')
    await owner.page.getByRole('table').locator('tbody').getByRole('link').click()
    await owner.page.getByRole('button', { name: 'Approve' }).click()
    await owner.page.getByText('is approved').waitFor()
    await owner.close()

    await page.goto(ADD)
    await page.getByRole('combobox', { name: 'Pay to' }).waitFor()
    await pick(visit, 'Pay to', 'Pasig Realty Corp.')
    await field(page, 'Supplier invoice no.').fill('si-900')
    await page.getByText('Possible duplicates (same payee and invoice):').waitFor()
    await field(page, 'Particulars').fill('The same once more')
    await field(page, 'Amount').fill('10')
    await page.getByLabel('Mode of payment').selectOption('cash')
    expect(await page.getByLabel('Cheque no.').isVisible()).toBe(false)
    await save(page)
    await page.getByText('Review it, then select this').waitFor()
    await page.getByLabel('Pay anyway').check()
    await save(page)
    await page.waitForURL(DOCUMENT)
    await openMore(page)
    await page.getByRole('button', { name: 'Cancel voucher' }).click()
    await dialog(page).getByRole('button', { name: 'Cancel voucher' }).click()
    await dialog(page).getByText('Enter a reason for the cancellation.').waitFor()
    await dialog(page).getByLabel('Reason').fill('Entered twice')
    await dialog(page).getByRole('button', { name: 'Cancel voucher' }).click()
    await page.getByText('Cancelled by Nena Aguilar').waitFor()

    await page.goto(large)
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.getByText('is printed').waitFor()
    await page.goto(large)
    await page.getByText('Printed', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Release' }).click()
    await dialog(page).getByLabel('Released by').selectOption({ label: 'Liza Manalo, Cashier' })
    await dialog(page).getByRole('button', { name: 'Release voucher' }).click()
    await page.getByText('Released by Liza Manalo, Cashier').waitFor()
    expect(await page.getByRole('button', { name: 'Cancel voucher' }).count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })

  it('works without scripts: lines by the server, what was typed is kept, the second editor sees both, receipts', async () => {
    const { page, close } = await signedIn('expenses-and-disbursements@demo.test', {
      scripts: false,
    })
    onTestFailed(() => picture(page, 'expenses without scripts'))
    await page.goto(ADD)
    await page.getByLabel('Pay to').selectOption({ label: 'Northern Fuels Inc.' })
    await field(page, 'Description').fill('No scripts')
    await field(page, 'Particulars').fill('Oil')
    await field(page, 'Amount').fill('much')
    await page.getByLabel('Mode of payment').selectOption('cash')
    await page.getByRole('button', { name: 'Add line' }).click()
    await page.getByRole('group', { name: 'Line 2' }).waitFor()
    expect(await field(page, 'Amount').inputValue()).toBe('much')
    await save(page)
    await page.getByText('Enter an amount such as').first().waitFor()
    expect(await field(page, 'Description').inputValue()).toBe('No scripts')
    await field(page, 'Amount').fill('100.10')
    await save(page)
    await page.waitForURL(DOCUMENT)
    const here = page.url()

    // Two windows show one voucher.
    const second = await page.context().newPage()
    for (const each of [page, second]) await each.goto(`${here}/edit`)
    await field(second, 'Amount').fill('200')
    await second.getByRole('button', { name: 'Save voucher' }).click()
    await second.waitForURL(here)
    await field(page, 'Amount').fill('300')
    await page.getByRole('button', { name: 'Save voucher' }).click()
    await page.getByText('Changed by another user').waitFor()
    expect(await page.locator('main').textContent()).toContain('200.00')
    expect(await field(page, 'Amount').inputValue()).toBe('300')
    await page.getByRole('button', { name: 'Save voucher' }).click()
    await page.waitForURL(here)
    await page.getByText('300.00', { exact: true }).first().waitFor()

    const attach = async (name: string, content: string) => {
      const buffer = Buffer.from(content, 'latin1')
      await page.getByLabel('Add files').setInputFiles({ name, mimeType: 'text/html', buffer })
      await page.getByRole('button', { name: 'Attach' }).click()
    }
    await attach('receipt.pdf', '<script>alert(1)</script>')
    await page.getByText('Choose a PDF, or a picture').waitFor()
    await attach('../../receipt.html', '%PDF-1.4\n%%EOF')
    const file = page.getByRole('link', { name: 'receipt.pdf' })
    await file.waitFor()
    const answer = await page.request.get((await file.getAttribute('href'))!)
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('attachment; filename="receipt.pdf"'),
      'x-content-type-options': 'nosniff',
    })
    await attach('again.pdf', '%PDF-1.4\n%%EOF')
    await page.getByText('again.pdf is already attached.').waitFor()
    await close()
  })
})

describe('the expenses report', () => {
  it('says what the vouchers say, at every level, and leads back to them', async () => {
    const { page, problems, close } = await signedIn('expenses-and-disbursements@demo.test')
    onTestFailed(() => picture(page, 'expenses report'))
    await page.goto('/reports_expenses')
    await page.waitForURL('**/reports_expenses')
    const [from, to] = [
      await field(page, 'From').inputValue(),
      await field(page, 'To').inputValue(),
    ]
    const { data } = await company
      .db()
      .rpc('voucher_totals', { p_project: DEMO_ID, p_filters: { from, to } })
    const cents = data!
      .filter(({ status }) => status !== 'cancelled')
      .reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0)
    const amount = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
    expect(cents).toBeGreaterThan(0)
    const grand = page.getByRole('row', { name: /^Total [\d,.]+/ })
    for (const level of ['grouped', 'line', 'cost_center', 'month', 'payee']) {
      await page.getByLabel('Group by').selectOption(level)
      await page.waitForURL(new RegExp(`level=${level}`))
      await expect.poll(() => grand.textContent()).toContain(amount)
    }
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.waitForURL(/level=line/)
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.waitForURL(DOCUMENT)
    expect(problems).toEqual([])
    await close()
  })
})
