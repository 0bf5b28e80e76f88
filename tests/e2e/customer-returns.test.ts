import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openMore, pick, pickOrAdd, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { ADD, field, main, press, recorded } from '../support/purchasing.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)

/** A customer who owes 100.00 for goods that were delivered. */
async function owing(tag: string) {
  const { db, runCommand } = shop
  const product = await shop.product(`Brought back ${tag}`)
  await runCommand('create_purchase', {
    p_purchase: {
      ...{ po_no: `BB-${tag}`, supplier: 'Maker' },
      lines: [{ product_id: product, quantity: 50, cost: '7.00' }],
    },
  })
  const { data: agents } = await db()
    .from('memberships')
    .select('user_id')
    .eq('project_id', DEMO_ID)
    .eq('role', 'Agent')
  const name = `Return store ${tag}`
  const { id: customer_id } = await runCommand('request_customer', {
    p_customer: { name, agent_id: agents![0]!.user_id, terms_days: 30 },
  })
  const booking = await runCommand('create_booking', {
    p_booking: { customer_id, lines: [{ product_id: product, quantity: 10, agent_srp: '10.00' }] },
  })
  const at = (steps: number) => ({ p_booking: booking.id, p_version: booking.version + steps })
  await runCommand('validate_booking', { ...at(0), p_override_reason: null })
  await runCommand('set_invoice', { ...at(1), p_invoice_no: `BB-${tag}`, p_date: null })
  await runCommand('deliver_booking', { ...at(2), p_date: null, p_lines: null })
  return { name, product: `Brought back ${tag}` }
}

describe.each(SCRIPTS)('goods from a customer, scripts $scripts', ({ scripts }) => {
  it('ask who brought them and what is credited, and link the credit memo both ways', async () => {
    const tag = `${scripts}${randomUUID().slice(0, 4)}`
    const { name, product } = await owing(tag)
    // The style sheet decides whether the customer is asked for.
    const visit = await signedIn('sales-admin@demo.test', { scripts, drawn: true })
    const { page, problems, close } = visit
    onTestFailed(() => picture(page, `goods back ${scripts}`))
    await page.goto(ADD)
    await field(page, 'PO no.').fill(`RET-${tag}`)
    await pickOrAdd(visit, 'supplier', 'Maker')
    await field(page, /^Type/).selectOption('return_in')
    await pick(visit, 'Product', product)
    await field(page, 'Quantity').fill('3')
    await field(page, 'Cost').fill('7.00')
    await press(page, /^Save/)
    await page.getByText('Choose the customer who returned the goods.').waitFor()
    await page.getByText('Enter the credit per unit, 0 for free goods.').waitFor()
    await pick(visit, 'Customer', name)
    await field(page, scripts ? 'Credit' : /^(Credit|SRP)/).fill('50.00')
    await press(page, /^Save/)
    await page.getByText('total only 100.00').waitFor()
    await field(page, scripts ? 'Credit' : /^(Credit|SRP)/).fill('10.00')
    await press(page, /^Save/)
    await recorded(page)
    expect(await main(page)).toMatch(/Credit memo CM-\d+ \(approved\)/)
    await page.getByRole('link', { name: /^CM-/ }).click()
    await page.getByRole('link', { name: `RET-${tag}` }).waitFor()
    expect(await main(page)).toContain('30.00')
    expect(await page.getByRole('button', { name: 'Cancel memo' }).count()).toBe(0)
    await page.getByRole('link', { name: `RET-${tag}` }).click()
    await recorded(page)
    await openMore(page)
    await press(page, 'Cancel purchase')
    const dialog = page.locator('dialog[open], dialog:popover-open')
    await dialog.getByLabel('Reason').fill('Other store')
    await dialog.getByRole('button', { name: 'Cancel purchase' }).click()
    await page.getByText('its stock movements are reversed').first().waitFor()
    expect(await main(page)).toMatch(/Credit memo CM-\d+ \(cancelled\)/)
    expect(problems).toEqual([])
    await close()
  })
})
