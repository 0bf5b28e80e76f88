import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { openMore, picture, testBrowser } from '../support/browser.ts'
import { asked } from '../support/confirm.ts'
import { demoCompany } from '../support/demo.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { approveReceipt } from '../support/second-person.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server)

/** A customer with three bookings of 100.00, oldest first; the last is validated, no more. */
async function customerOwing(tag: string) {
  const { db, runCommand } = company
  const product = await company.product(`Collected soap ${tag}`)
  await runCommand('create_purchase', {
    p_purchase: {
      po_no: `COL-${tag}`,
      supplier: 'S',
      lines: [{ product_id: product, quantity: 100, cost: '7.00' }],
    },
  })
  const { data: agents } = await db().from('memberships').select('user_id').eq('role', 'Agent')
  const name = `Collected store ${tag}`
  const { id: customer } = await runCommand('request_customer', {
    p_customer: { name, agent_id: agents![0]!.user_id, terms_days: 30 },
  })
  const bookings: { id: string; so_no: string }[] = []
  for (const [index, date] of ['2026-01-05', '2026-01-12', '2026-01-19'].entries()) {
    const made = await runCommand('create_booking', {
      p_booking: {
        customer_id: customer,
        date_added: date,
        lines: [{ product_id: product, quantity: 10, agent_srp: '10.00' }],
      },
    })
    const at = (steps: number) => ({ p_booking: made.id, p_version: made.version + steps })
    await runCommand('validate_booking', { ...at(0), p_override_reason: null })
    if (index < 2)
      await runCommand('set_invoice', {
        ...at(1),
        p_invoice_no: `COL-${tag}-${index}`,
        p_date: date,
      })
    bookings.push(made as never)
  }
  const receive = (cr: string, amount: string, booking: number) =>
    runCommand('record_collection', {
      p_collection: {
        customer_id: customer,
        collection_type: 'cash',
        amount,
        cr_no: `${cr}-${tag}`,
        allocations: [{ booking_id: bookings[booking]!.id, amount }],
      },
    })
  return { customer, name, bookings, receive }
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

describe.each(SCRIPTS)('the queue of finance, scripts $scripts', ({ scripts }) => {
  it('approves and cancels many, and tells what became of each', async () => {
    const tag = `Q${scripts}${randomUUID().slice(0, 4)}`
    const { name, receive } = await customerOwing(tag)
    await receive('CRA', '60.00', 0)
    await receive('CRB', '70.00', 0)
    const raced = await receive('CRC', '10.00', 2)
    await receive('CRD', '5.00', 1)
    const { page, problems, close } = await signedIn('finance-admin@demo.test', { scripts })
    onTestFailed(() => picture(page, `queue ${scripts}`))
    await page.goto(`/treasury/treasury-list/approval?q=${encodeURIComponent(name)}`)
    // Together they pay more than the booking is: the second is checked after the first.
    await row(page, `CRA-${tag}`).getByText('OK').waitFor()
    await row(page, `CRB-${tag}`).getByText('becomes credit').waitFor()
    const approve = page.getByRole('button', { name: /^Approve/ })
    await approve.click()
    await page.getByText('Select at least one receipt.').waitFor()
    const box = page.getByRole('checkbox', { name: `Select CRD-${tag}` })
    if (scripts) await page.getByRole('checkbox', { name: 'Select all' }).check()
    else for (const each of await page.getByRole('checkbox').all()) await each.check()
    await box.uncheck()
    const confirm = await asked(page, /^Approve/, 'Approve')
    await page.getByText('Approve 3 receipts, PHP 140.00?').waitFor()
    // Someone else is faster with one of them.
    await company.runCommand('approve_collection', {
      p_collection: raced.id,
      p_version: raced.version,
    })
    await confirm()
    await page.getByText('2 receipts approved, 1 failed').waitFor()
    await page.getByRole('status').getByText('Failed', { exact: true }).waitFor()
    await row(page, `CRA-${tag}`).waitFor({ state: 'detached' })

    const dialog = page.locator('dialog[open], dialog:popover-open')
    await box.check()
    await page.getByRole('button', { name: 'Cancel…' }).click()
    const cancel = dialog.getByRole('button', { name: /^Cancel/ })
    await cancel.click()
    await dialog.getByText('Enter a reason.').waitFor()
    expect(await box.isChecked()).toBe(true)
    await dialog.getByLabel('Reason').fill('Written twice')
    await cancel.click()
    await page.getByText('1 receipt cancelled').waitFor()
    await page.getByText('No results').waitFor()

    // Found by the invoice that they pay, with what counts apart from what does not.
    await page.goto(`/treasury/treasury-list/treasury-view-list?q=col-${tag}-0&show=unapplied`)
    await row(page, `CRA-${tag}`).waitFor()
    const total = page.locator('tfoot')
    await total.getByText('Total', { exact: true }).waitFor()
    await total.getByText('130.00').waitFor()
    await row(page, `CRB-${tag}`).getByText('30.00').waitFor()
    expect(problems).toEqual([])
    await close()
  })
})

describe('a collection', () => {
  it('is shared out oldest first or by hand; what is over is used later; it is printed', async () => {
    const tag = `C${randomUUID().slice(0, 4)}`
    const { customer, name, bookings } = await customerOwing(tag)
    const { page, problems, close } = await signedIn('finance-admin@demo.test')
    onTestFailed(() => picture(page, 'collection'))
    await page.goto(`/treasury/treasury-list/treasury-add-collection?customer=${customer}`)
    const pays = (index: number) => page.getByLabel(`Applied to ${bookings[index]!.so_no}`)
    const share = page.getByLabel('Allocation')
    await page.locator('.scriptless-only').first().waitFor({ state: 'hidden' })
    await page.locator('[name="parts[0].amount"]').fill('120')
    await expect.poll(() => pays(0).inputValue()).toBe('100.00')
    expect(await pays(1).inputValue()).toBe('20.00')
    // An amount typed by hand stays, whatever the receipt's amount becomes.
    await pays(0).fill('50')
    await expect.poll(() => share.inputValue()).toBe('hand')
    await page.locator('[name="parts[0].amount"]').fill('90')
    expect([await pays(0).inputValue(), await pays(1).inputValue()]).toEqual(['50.00', '20.00'])
    await page.getByText('20.00 unallocated: it becomes an unapplied payment').waitFor()
    await page.locator('[name=cr_no]').fill(`CRX-${tag}`)
    await page.getByRole('button', { name: 'Record collection' }).click()
    await page.waitForURL(/treasury-list\/[0-9a-f-]{36}$/)
    // The recorder is told who approves it.
    await page.getByText('another user must approve it').waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await approveReceipt(signedIn, 'special-access-1', page.url())
    await page.reload()
    await page.getByText('another user must cancel it').waitFor()
    await openMore(page)
    expect(await page.getByRole('button', { name: 'Cancel receipt' }).count()).toBe(0)
    await page.getByText('20.00').last().waitFor()

    await page.getByRole('link', { name: 'Apply payment' }).click()
    await page.waitForURL(/\/use$/)
    await expect.poll(() => pays(0).inputValue()).toBe('20.00')
    await page.getByRole('button', { name: 'Apply payment' }).click()
    await page.getByText('Payment applied to these bookings.').waitFor()
    expect(await page.getByRole('link', { name: 'Apply payment' }).count()).toBe(0)
    await row(page, bookings[0]!.so_no).getByText('70.00').first().waitFor()

    await page.getByRole('link', { name: 'Print', exact: true }).click()
    const sheet = page.getByRole('region', { name: 'Collection receipt' })
    await sheet.getByText('Ninety pesos').waitFor()
    await sheet.getByText(name).waitFor()
    await page.getByRole('link', { name: 'A5', exact: true }).click()
    await page.waitForURL(/paper=a5/)
    expect(problems).toEqual([])
    await close()
  })

  it('is entered by the keyboard alone', async () => {
    const tag = `K${randomUUID().slice(0, 4)}`
    const { name, bookings } = await customerOwing(tag)
    const { page, problems, close } = await signedIn('finance-admin@demo.test')
    onTestFailed(() => picture(page, 'collection by keyboard'))
    const keys = page.keyboard
    await page.goto('/treasury/treasury-list/treasury-add-collection')
    await page.locator('[role=combobox]:focus').waitFor()
    await keys.type(name)
    await page.getByRole('option', { name }).waitFor()
    await keys.press('Enter')
    await page.getByLabel(`Applied to ${bookings[0]!.so_no}`).waitFor()
    await keys.type('120')
    // Type, date and who took it stay as they are.
    for (const _ of ['amount', 'type', 'date', 'taken by']) await keys.press('Enter')
    await keys.type(`CRK-${tag}`)
    const second = page.getByLabel(`Applied to ${bookings[1]!.so_no}`)
    await expect.poll(() => second.inputValue()).toBe('20.00')
    await keys.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: `Receipt CRK-${tag}` }).waitFor()
    await row(page, bookings[1]!.so_no).getByText('20.00').first().waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('is shared out without scripts too', async () => {
    const tag = `N${randomUUID().slice(0, 4)}`
    const { customer, bookings } = await customerOwing(tag)
    const { page, close } = await signedIn('finance-admin@demo.test', { scripts: false })
    onTestFailed(() => picture(page, 'collection without scripts'))
    await page.goto(`/treasury/treasury-list/treasury-add-collection?customer=${customer}`)
    const pays = (index: number) => page.getByLabel(`Applied to ${bookings[index]!.so_no}`)
    await page.locator('[name="parts[0].amount"]').fill('120')
    await page.locator('[name=cr_no]').fill(`CRN-${tag}`)
    await page.getByRole('button', { name: 'Show allocation' }).click()
    expect([await pays(0).inputValue(), await pays(1).inputValue()]).toEqual(['100.00', '20.00'])
    // If no amount is typed at any booking, the oldest are paid.
    for (const index of [0, 1]) await pays(index).fill('')
    await page.getByRole('button', { name: 'Record collection' }).click()
    await page.waitForURL(/treasury-list\/[0-9a-f-]{36}$/)
    await row(page, bookings[0]!.so_no).getByText('100.00').first().waitFor()
    await row(page, bookings[1]!.so_no).getByText('20.00').first().waitFor()
    await close()
  })
})
