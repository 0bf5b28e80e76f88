import { expect, it, onTestFailed } from 'vitest'
import { pick, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { approveReceipt } from '../support/second-person.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server)
const DOCUMENT = /\/[0-9a-f-]{36}$/
const STORE = 'Hosted Store'
/** The address of the booking that one desk makes and the next collects. */
let booking = ''

it('the bookings desk sells no more than there is, and has a booking validated and delivered', async () => {
  const { db, product, runCommand } = company
  const soap = await product('Hosted Soap')
  const line = { product_id: soap, quantity: 25, cost: '7.50' }
  const purchase = { po_no: 'PO-HOSTED', supplier: 'Supply', lines: [line] }
  await runCommand('create_purchase', { p_purchase: purchase })
  const { data } = await db().from('memberships').select('user_id').eq('role', 'Agent').limit(1)
  const customer = { name: STORE, agent_id: data![0]!.user_id, terms_days: '30' }
  await runCommand('request_customer', { p_customer: { ...customer, credit_line: '1000.00' } })

  const visit = await signedIn('special-access-1@demo.test')
  const { page, problems, close } = visit
  onTestFailed(() => picture(page, 'hosted bookings'))
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const quantity = page.locator('[name="lines[0].quantity"]')
  await page.goto('/sales/bookings/add')
  await pick(visit, 'Customer', STORE)
  await pick(visit, 'Product', 'Hosted Soap')
  await quantity.fill('3 cs')
  await page.locator('[name="lines[0].agent_srp"]').fill('10.00')
  await press('Save booking')
  await page.waitForURL(DOCUMENT)
  booking = page.url()
  await press('Validate')
  await page.getByText('Not enough stock of Hosted Soap').waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.waitForURL(/\/edit$/)
  await quantity.fill('1 cs + 8 pc')
  await press('Save booking')
  await page.getByText(/ is saved\.$/).waitFor()
  await press('Validate')
  await page.locator('[name=invoice_no]').fill('SI-HOSTED')
  await press('Assign invoice')
  const steps = page.getByRole('list', { name: 'Steps' })
  await steps.getByText('Invoiced').waitFor()
  await press('Mark delivered')
  await steps.getByText('Delivered').waitFor()
  await page.goto('/inventory/inventory-list/inventory-view-list?q=hosted+soap')
  await page.getByRole('row').filter({ hasText: 'Hosted Soap' }).getByText('5 pc').first().waitFor()
  expect(problems).toEqual([])
  await close()
})

it('finance records a receipt for it, which counts once another has approved it', async () => {
  const { page, problems, close } = await signedIn('finance-admin@demo.test')
  onTestFailed(() => picture(page, 'hosted collections'))
  await page.goto(booking)
  await page.getByRole('link', { name: 'Record collection' }).click()
  await page.waitForURL(/treasury-add-collection/)
  await page.locator('[name="parts[0].amount"]').fill('150.00')
  await page.locator('[name="allocations[0].amount"]').fill('150.00')
  await page.locator('[name=cr_no]').fill('CR-HOSTED')
  await page.getByRole('button', { name: 'Record collection' }).click()
  await page.waitForURL(DOCUMENT)
  await approveReceipt(signedIn, 'special-access-1', page.url())
  await page.goto('/reports_ar?show=total&show=collected&show=balance')
  const cells = page.getByRole('row').filter({ hasText: STORE })
  await expect.poll(() => cells.innerText()).toMatch(/200\.00\s+150\.00\s+50\.00/)
  expect(problems).toEqual([])
  await close()
})

it('the expenses desk attaches a receipt to a voucher, which another approves', async () => {
  const visit = await signedIn('expenses-and-disbursements@demo.test')
  const { page, problems, close } = visit
  onTestFailed(() => picture(page, 'hosted expenses'))
  await page.goto('/expenses/expenses-list/expenses-add-voucher')
  await pick(visit, 'Pay to', 'Pasig Realty Corp.')
  await page.getByLabel('Particulars').fill('Fit-out of the office')
  await page.getByLabel('Amount').first().fill('60000')
  await page.getByLabel('Mode of payment').selectOption('cash')
  await page.getByRole('button', { name: 'Save voucher' }).click()
  await page.waitForURL(DOCUMENT)
  await page.getByText('requires approval by another user').waitFor()
  const buffer = Buffer.from('%PDF-1.4\n%%EOF')
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer })
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const file = page.getByRole('link', { name: 'receipt.pdf' })
  await file.waitFor()
  const answer = await page.request.get((await file.getAttribute('href'))!)
  expect(await answer.body()).toEqual(buffer)

  const owner = await signedIn('owner@demo.test', { scripts: false })
  await owner.page.goto(new URL(page.url()).pathname)
  await owner.page.getByRole('button', { name: 'Approve' }).click()
  await owner.page.getByText('is approved').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Print', exact: true }).waitFor()
  expect(problems).toEqual([])
  await close()
})
