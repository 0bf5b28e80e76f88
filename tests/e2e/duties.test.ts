import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

/** Separation of duties as staff meet it on their screens (docs/permissions.md). */
const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)
const office = demoCompany(server, 'expenses-and-disbursements')
const tag = randomUUID().slice(0, 6)
let product: string
let agent: string

beforeAll(async () => {
  product = await shop.product(`Duty soap ${tag}`)
  await shop.runCommand('create_purchase', {
    p_purchase: {
      po_no: `DUTY-${tag}`,
      supplier: 'S',
      lines: [{ product_id: product, quantity: 500, cost: '7.00', prod_srp: '10.00' }],
    },
  })
  const { data } = await shop.db().from('memberships').select('user_id').eq('role', 'Agent')
  agent = data![0]!.user_id
})

const customerOf = (name: string, credit_line: string) =>
  shop.runCommand('request_customer', {
    p_customer: { name: `${name} ${tag}`, agent_id: agent, terms_days: '30', credit_line },
  })
const book = (customer: { id: string }, pieces: number, agent_srp = '10.00') =>
  shop.runCommand('create_booking', {
    p_booking: {
      customer_id: customer.id,
      lines: [{ product_id: product, quantity: pieces, agent_srp }],
    },
  })

it('the user who raised the credit line is told that somebody else validates the booking', async () => {
  const customer = await customerOf('Raised store', '100.00')
  const { id } = await book(customer, 20)
  const { page, close } = await signedIn('special-access-1@demo.test', { scripts: false })
  onTestFailed(() => picture(page, 'raised credit line'))
  await page.goto(`/sales/bookings/${id}`)
  await page.getByRole('button', { name: 'Validate', exact: true }).click()
  await page
    .getByText('Collect first, or request an override from a General Manager or Owner.')
    .waitFor()
  await shop.runCommand('set_credit_line', {
    p_customer: customer.id,
    p_version: customer.version,
    p_credit_line: null,
    p_terms_days: 30,
  } as never)

  await page.goto(`/sales/bookings/${id}`)
  await page.getByText('You set this customer’s credit limit').waitFor()
  expect(await page.getByRole('button', { name: 'Validate', exact: true }).count()).toBe(0)
  await page.goto('/inbox?mine=1')
  const own = page.getByRole('listitem').filter({ hasText: `Raised store ${tag}` })
  await own.getByText('another user must validate').waitFor()
  expect(await own.getByRole('button').count()).toBe(0)
  await close()

  // The sales admin set the price, so invoicing validates.
  const invoicing = await signedIn('invoice-admin@demo.test', { scripts: false })
  await invoicing.page.goto(`/sales/bookings/${id}`)
  await invoicing.page.getByRole('button', { name: 'Validate', exact: true }).click()
  await invoicing.page.getByText('Validated', { exact: true }).first().waitFor()
  await invoicing.close()
})

it('a price below the floor is held until the owner overrides it, with a reason', async () => {
  const customer = await customerOf('Free store', '1000.00')
  const { id, so_no } = await book(customer, 2, '0.00')
  const { page, close } = await signedIn('special-access-1@demo.test', { scripts: false })
  onTestFailed(() => picture(page, 'price floor'))
  await page.goto('/sales/bookings/validation')
  await page.getByRole('row').filter({ hasText: so_no! }).getByText('(floor 7.00)').waitFor()
  await page.goto(`/sales/bookings/${id}`)
  await page.getByText(`Below the price floor: Duty soap ${tag} at 0.00 (floor 7.00)`).waitFor()
  await page.getByRole('button', { name: 'Validate', exact: true }).click()
  await page.getByText('ask a General Manager or Owner to override it').waitFor()
  await close()

  const owner = await signedIn('owner@demo.test', { scripts: false })
  await owner.page.goto('/inbox?kind=override')
  const item = owner.page.getByRole('listitem').filter({ hasText: `Free store ${tag}` })
  await item.getByText('Below the price floor', { exact: true }).waitFor()
  await owner.page.goto(`/sales/bookings/${id}`)
  await owner.page.getByRole('button', { name: 'Override and validate' }).click()
  await owner.page.getByLabel('Reason for the override').fill('Samples of the season')
  await owner.page.getByRole('button', { name: 'Override and validate' }).click()
  await owner.page.getByText('Validated', { exact: true }).first().waitFor()
  await owner.close()
})

it('a changed account of a payee holds its vouchers until somebody else confirms it', async () => {
  const { page, close } = await signedIn('finance-admin@demo.test', { scripts: false })
  onTestFailed(() => picture(page, 'payee account'))
  await page.goto('/treasury/masters/payees/add')
  await page.getByLabel('Name').fill(`Duty landlord ${tag}`)
  await page.getByLabel('Account no.').fill(`77-${tag}`)
  await page.getByRole('button', { name: 'Add payee' }).click()
  await page.goto(`/treasury/masters/payees?q=${tag}`)
  await page.getByRole('link', { name: `Duty landlord ${tag}` }).click()
  await page.getByText('Not confirmed. You entered or changed it').waitFor()
  expect(await page.getByRole('button', { name: 'Confirm account' }).count()).toBe(0)
  const payee = new URL(page.url()).pathname

  const clerk = await signedIn('expenses-and-disbursements@demo.test', { scripts: false })
  const made = await office.runCommand('create_voucher', {
    p_voucher: {
      payee_id: payee.split('/').at(-1),
      lines: [{ description: 'Rent', amount: '100.00' }],
    },
  })
  const voucher = `/expenses/expenses-list/${made.id}`
  await clerk.page.goto(voucher)
  await clerk.page.getByText(`Account 77-${tag} is not confirmed`).waitFor()
  expect(await clerk.page.getByRole('button', { name: 'Print', exact: true }).count()).toBe(0)
  await clerk.page.goto(payee)
  await clerk.page.getByText('check it against documents of the payee').waitFor()
  await clerk.page.getByRole('button', { name: 'Confirm account' }).click()
  await clerk.page.getByText(/^Confirmed by Nena Aguilar/).waitFor()
  await clerk.page.goto(voucher)
  await clerk.page.getByRole('button', { name: 'Print', exact: true }).waitFor()

  // The number changes: the voucher of before is held again, and says what to do.
  await page.goto(payee)
  await page.getByLabel('Account no.').fill(`78-${tag}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await clerk.page.goto(voucher)
  await clerk.page.getByText('is not the account of this payee').waitFor()
  await clerk.close()
  await close()
})

it('the owner confirms an account on the page of the voucher', async () => {
  const id = randomUUID()
  const { error } = await office
    .db()
    .from('payees')
    .insert({ project_id: DEMO_ID, id, fname: `Duty garage ${tag}`, account_no: `9-${tag}` })
  expect(error).toBeNull()
  const made = await office.runCommand('create_voucher', {
    p_voucher: { payee_id: id, lines: [{ description: 'Repair', amount: '50.00' }] },
  })
  const { page, close } = await signedIn('owner@demo.test', { scripts: false })
  onTestFailed(() => picture(page, 'account on a voucher'))
  await page.goto(`/expenses/expenses-list/${made.id}`)
  await page.getByRole('button', { name: 'Confirm account' }).click()
  await page.getByText(`The account of Duty garage ${tag} is confirmed.`).waitFor()
  expect(await page.getByText('is not confirmed').count()).toBe(0)
  await close()
})
