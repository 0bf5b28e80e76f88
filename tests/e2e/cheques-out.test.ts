import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { openMore, picture, testBrowser } from '../support/browser.ts'
import { confirmed } from '../support/confirm.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)

/** Sizes of the pages of a PDF in millimeters, as the browser prints this page. */
async function pages(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((box) =>
    box
      .slice(1)
      .map((points) => Math.round((Number(points) / 72) * 25.4))
      .join(' × '),
  )
}

/** Counts the calls of the print dialog. */
const dialogs = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('dialogs')))

describe('the expenses desk', () => {
  it('prints a cheque and its voucher, voids what came out wrong, and moves a line of the layout', async () => {
    const { page, problems, close } = await signedIn('expenses-and-disbursements@demo.test', {
      own: true,
    })
    onTestFailed(() => picture(page, 'cheques out'))
    await page.addInitScript(() => {
      window.print = () =>
        sessionStorage.setItem('dialogs', `${Number(sessionStorage.getItem('dialogs')) + 1}`)
    })
    const sheet = (name: string) => page.getByRole('region', { name })

    // The voucher of 0001204 is printed, its cheque is not.
    await page.goto('/expenses/cheques')
    await page
      .getByRole('row', { name: /0001204/ })
      .getByRole('link', { name: 'Print' })
      .click()
    await page.getByRole('heading', { name: 'Print cheque 0001204' }).waitFor()
    expect(await sheet('Cheque 0001204').textContent()).toContain(
      'FOURTEEN THOUSAND ONE HUNDRED FORTY-FIVE PESOS ONLY',
    )
    // Nothing is printed before the cheque is marked as printed.
    await page.emulateMedia({ media: 'print' })
    expect(await sheet('Cheque 0001204').isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
    await page.getByRole('button', { name: 'Mark as printed and print' }).click()
    await page.getByText('Marked as printed.').waitFor()
    await expect.poll(() => dialogs(page)).toBe(1)
    expect(await pages(page)).toEqual(['210 × 297'])

    // Smudged: void, and the next leaf of the book for the same voucher.
    await page.getByRole('link', { name: 'Cheque 0001204' }).click()
    await openMore(page)
    await page.getByRole('button', { name: 'Void' }).click()
    await page.getByRole('button', { name: 'Void cheque' }).click()
    await page.getByText('Enter a reason.').waitFor()
    await page.getByLabel('Reason').fill('Smudged in the printer')
    expect(await page.getByLabel('Next cheque no.').inputValue()).toBe('0001207')
    await page.getByRole('button', { name: 'Void cheque' }).click()
    await page.getByRole('heading', { name: 'Cheque 0001207' }).waitFor()
    await page.goto('/expenses/cheques?tab=void')
    await page.getByRole('row', { name: /0001204.*Smudged in the printer/ }).waitFor()

    // The voucher says so on its copy, on A4 and on A5.
    await page.goto('/expenses/cheques')
    await page
      .getByRole('row', { name: /0001207/ })
      .getByRole('link')
      .first()
      .click()
    await page.locator('main dl a').first().click()
    await page.waitForURL(/expenses-list\//)
    const voucher = new URL(page.url()).pathname.split('/').pop()
    await page.goto(`/reports_expenses_print?voucher=${voucher}`)
    expect((await sheet('Voucher').allInnerTexts()).join(' ')).not.toContain('COPY')
    await page.getByRole('link', { name: 'A5', exact: true }).click()
    await page.waitForURL(/paper=a5/)
    await page.getByRole('button', { name: 'Print a copy' }).click()
    await page.getByText('Copy 2 of voucher No. 5.').waitFor()
    await expect.poll(() => dialogs(page)).toBe(2)
    const paper = (await sheet('Voucher').allInnerTexts()).join(' ').replace(/\s+/g, ' ')
    expect(paper).toMatch(/No\. 5 .* COPY 2 .*0001207 dated .*14,145\.00/)
    expect(paper).toContain('Fourteen thousand one hundred forty-five pesos only')
    expect(await pages(page)).toEqual(['210 × 148'])
    await page.getByRole('link', { name: 'A4' }).click()
    await page.waitForURL(/paper=a4/)
    await expect.poll(() => pages(page)).toEqual(['210 × 297'])

    // The layout of the bank's form: what is out of reach is said at its field, what is saved moves.
    await page.goto('/expenses/cheques/layouts')
    await page.getByRole('link', { name: 'Bank of Luzon, Ortigas' }).click()
    const figures = page.locator('[name=figures_x]')
    await figures.fill('900')
    await page.getByRole('button', { name: 'Save layout' }).click()
    await page.getByText('At most 250 mm.').waitFor()
    await figures.fill('151.5')
    await page.getByRole('button', { name: 'Save layout' }).click()
    await page.getByText('Print a test page to see it.').waitFor()
    await page.getByRole('link', { name: 'Test page' }).click()
    const moved = sheet('Test page').locator('text', { hasText: '**1,234,567.89**' })
    await expect.poll(() => moved.getAttribute('x')).toBe('151.5')
    expect(await pages(page)).toEqual(['210 × 297'])
    expect(problems).toEqual([])
    await close()
  })
})

describe('the treasurer', () => {
  it('selects and clears the cheques that the bank has paid, without scripts too', async () => {
    const { page, close } = await signedIn('finance-admin@demo.test', { scripts: false })
    onTestFailed(() => picture(page, 'cheques cleared'))
    await page.goto('/expenses/cheques?tab=outstanding')
    await page.getByRole('button', { name: 'Mark selected cleared' }).click()
    await page.getByText('Select the cleared cheques.').waitFor()
    await page.getByLabel(/Cheque 0001202/).check()
    const said = await confirmed(page, 'Mark selected cleared', 'Clear')
    expect(said).toMatch(/^Clear 1 cheque, PHP 22,755\.00, dated \d\d\/\d\d\/\d{4}\?$/)
    await page.getByText('1 cheque cleared.').waitFor()
    await page.goto('/expenses/cheques?tab=cleared')
    await page.getByRole('row', { name: /0001202.*22,755\.00/ }).waitFor()
    await close()
  })
})
