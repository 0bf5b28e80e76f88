import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { addDays, formatDate, today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const owner = demoCompany(server, 'owner')
const company = demoCompany(server)
const DAY = today('Asia/Manila')
const CLOSED = addDays(DAY, -1)
const ERROR = `The books are closed through ${formatDate(CLOSED)}: choose a later day.`

let client: HttpClient
let clerk: HttpClient

beforeAll(async () => {
  client = await HttpClient.signedIn(server.origin, 'special-access-1@demo.test')
  clerk = await HttpClient.signedIn(server.origin, 'expenses-and-disbursements@demo.test')
  await owner.runCommand('close_period', { p_through: CLOSED, p_reason: 'The month is filed' })
})

const anyId = async (
  table:
    | ('bad_orders' | 'bookings' | 'collections' | 'customers' | 'issued_cheques' | 'products')
    | ('purchases' | 'remittances' | 'vouchers'),
) =>
  (await owner.db().from(table).select('id').eq('project_id', DEMO_ID).limit(1).single()).data!.id

interface Sent {
  lastResult?: Sent
  error?: Record<string, string[]>
  initialValue?: Record<string, unknown>
}

/** Sends a form as scripts do, and returns the answer to it. */
async function send(path: string, route: string, fields: Record<string, string>) {
  const by = path.startsWith('/expenses/') && fields.intent === 'release' ? clerk : client
  const response = await by.post(`${path}?_data=modules/${route}.route`, {
    project: DEMO_ID,
    idempotencyKey: randomUUID(),
    ...fields,
  })
  const body = (await response.json()) as Sent
  return { ...(body.lastResult ?? body), status: response.status }
}

/** Every form with a date on which an entry is posted: its page, what tells it apart, and the date. */
const FORMS: [
  what: string,
  path: () => Promise<string>,
  route: string,
  intent: string,
  date: string,
][] = [
  [
    'a receipt',
    async () => paths.treasury.addCollection,
    'treasury/add-collection',
    '',
    'date_collected',
  ],
  [
    'a payment back',
    async () => paths.treasury.collection(await anyId('collections')),
    'treasury/collection',
    'pay-back',
    'paid_on',
  ],
  [
    'a cash deposit',
    async () => paths.treasury.addDeposit,
    'treasury/deposits/deposit-add',
    '',
    'deposited_on',
  ],
  [
    'a deposit of cheques',
    async () => paths.treasury.cheques,
    'treasury/cheques/cheques',
    'deposit',
    'deposited_on',
  ],
  [
    'a cleared cheque',
    async () => paths.treasury.cheques,
    'treasury/cheques/cheques',
    'clear',
    'date',
  ],
  [
    'a returned cheque',
    async () => paths.treasury.cheques,
    'treasury/cheques/cheques',
    'return',
    'date',
  ],
  [
    'a replaced cheque',
    async () => paths.treasury.replaceCheque(await anyId('collections')),
    'treasury/cheques/replace',
    '',
    'date_collected',
  ],
  [
    'a remittance',
    async () => paths.treasury.collector(randomUUID()),
    'treasury/remittance/collector',
    '',
    'remitted_on',
  ],
  [
    'an invoice',
    async () => paths.sales.booking(await anyId('bookings')),
    'sales/booking',
    'invoice',
    'date',
  ],
  [
    'a delivery',
    async () => paths.sales.booking(await anyId('bookings')),
    'sales/booking',
    'deliver',
    'date',
  ],
  [
    'a part of a delivery',
    async () => paths.sales.booking(await anyId('bookings')),
    'sales/booking',
    'deliver-part',
    'date',
  ],
  [
    'deliveries of a day',
    async () => paths.sales.delivery,
    'sales/delivery/delivery',
    'deliver',
    'date',
  ],
  [
    'a batch of invoices',
    async () => paths.sales.invoicing,
    'sales/invoicing/invoicing',
    'batch',
    'date',
  ],
  [
    'a purchase',
    async () => paths.inventory.addPurchase,
    'inventory/purchases/purchase-add',
    '',
    'delivery_date',
  ],
  [
    'a record of bad orders',
    async () => paths.inventory.addBadOrder,
    'inventory/bad-orders/bad-order-add',
    '',
    'on_date',
  ],
  [
    'a released voucher',
    async () => paths.expenses.voucher(await anyId('vouchers')),
    'expenses/voucher',
    'release',
    'date',
  ],
  [
    'a released cheque',
    async () => paths.expenses.cheque(await anyId('issued_cheques')),
    'expenses/cheques/cheque',
    'release',
    'date',
  ],
  [
    'a cheque that the bank paid',
    async () => paths.expenses.cheque(await anyId('issued_cheques')),
    'expenses/cheques/cheque',
    'clear',
    'cleared_on',
  ],
  [
    'cheques that the bank paid',
    async () => paths.expenses.cheques,
    'expenses/cheques/cheques',
    '',
    'cleared_on',
  ],
  [
    'a cancelled remittance',
    async () => paths.treasury.remittance(await anyId('remittances')),
    'treasury/remittance/remittance',
    '',
    'date',
  ],
  [
    'a cancelled purchase',
    async () => paths.inventory.purchase(await anyId('purchases')),
    'inventory/purchases/purchase',
    '',
    'date',
  ],
  [
    'a cancelled write-off',
    async () => paths.inventory.badOrder(await anyId('bad_orders')),
    'inventory/bad-orders/bad-order',
    'cancel',
    'date',
  ],
  ['a memo', async () => paths.memos.add, 'memos/memo-add', '', 'on_date'],
  [
    'a credit memo for a booking',
    async () => paths.memos.addFor(await anyId('bookings')),
    'memos/memo-booking',
    '',
    'on_date',
  ],
]

it.each(FORMS)('refuses a closed day at the field: %s', async (_, path, route, intent, date) => {
  const page = await path()
  const typed = { intent, version: '1', remarks: 'As typed' }
  const refused = await send(page, route, { ...typed, [date]: CLOSED })
  expect(refused).toMatchObject({
    status: 422,
    error: { [date]: [ERROR] },
    initialValue: { remarks: 'As typed', [date]: CLOSED },
  })
  const open = await send(page, route, { ...typed, [date]: DAY, version: 'x', reason: '' })
  expect(open.error?.[date]).toBeUndefined()
})

it('shows the refusal of the database at the date on which a purchase without delivery date posts', async () => {
  const refused = await send(paths.inventory.addPurchase, 'inventory/purchases/purchase-add', {
    kind: 'purchase',
    po_no: 'PO-CLOSED',
    supplier: 'North Mills',
    new_supplier: 'on',
    date_added: CLOSED,
    'lines[0].product_id': await anyId('products'),
    'lines[0].quantity': '3',
    'lines[0].cost': '5.00',
  })
  expect(refused).toMatchObject({
    status: 422,
    error: { date_added: [ERROR] },
    initialValue: { po_no: 'PO-CLOSED', date_added: CLOSED },
  })
})

it('changes neither the number nor the date of an invoice of a closed day', async () => {
  const { data } = await company
    .db()
    .from('bookings')
    .select('id, version, invoice_no, date_invoiced')
    .eq('project_id', DEMO_ID)
    .eq('stage', 'invoiced')
    .not('invoice_no', 'is', null)
    .lte('date_invoiced', CLOSED)
    .limit(1)
    .single()
  const { id, version, invoice_no, date_invoiced } = data!
  const page = paths.sales.booking(id)
  const typed = { intent: 'invoice', version: String(version), reason: 'Misread' }
  const moved = await send(page, 'sales/booking', {
    ...typed,
    invoice_no: invoice_no!,
    date: DAY,
  })
  expect(moved.status).toBe(422)
  expect(moved.error?.date?.[0]).toContain(`The books are closed through ${formatDate(CLOSED)}`)
  const renumbered = await send(page, 'sales/booking', {
    ...typed,
    invoice_no: `${invoice_no}-X`,
    date: date_invoiced!,
  })
  expect(renumbered).toMatchObject({
    status: 422,
    error: { invoice_no: [expect.stringContaining(', including ')] },
  })
})

it('corrects a delivery date of a booking, and says at the date that a closed day is none', async () => {
  const { data } = await company
    .db()
    .from('bookings')
    .select('id, version, date_added, date_delivered')
    .eq('project_id', DEMO_ID)
    .not('date_delivered', 'is', null)
    .lte('date_delivered', CLOSED)
    .limit(1)
    .single()
  const { id, version, date_added, date_delivered } = data!
  const page = paths.sales.bookingDates(id)
  const html = (await (await client.get(page)).text()).replaceAll('<!-- -->', '')
  expect(html).toMatch(
    new RegExp(`id="[^"]*date_delivered-hint"[^>]*>Closed through ${formatDate(CLOSED)}`),
  )
  const typed = { version: String(version), reason: 'Misread' }
  const from = await send(page, 'sales/booking-dates', { ...typed, date_delivered: DAY })
  expect(from.status).toBe(422)
  expect(from.error?.date_delivered?.[0]).toContain('The books are closed through')
  const to = await send(page, 'sales/booking-dates', {
    ...typed,
    date_delivered: addDays(date_delivered!, -1),
  })
  expect(to).toMatchObject({ status: 422, error: { date_delivered: [ERROR] } })
  // A date that stays is no change; another one may not be closed, though it posts nothing.
  const added = await send(page, 'sales/booking-dates', {
    ...typed,
    ...{ date_added: addDays(date_added!, -1), date_delivered: date_delivered! },
  })
  expect(added).toMatchObject({
    status: 422,
    error: { date_added: [expect.stringContaining(', including ')] },
  })
})

it('refuses an edit of a pending voucher of a closed day at its date, and offers none', async () => {
  const { data } = await owner
    .db()
    .from('vouchers')
    .select('id, version, payee_id, date_added')
    .eq('project_id', DEMO_ID)
    .eq('status', 'pending')
    .lte('date_added', CLOSED)
    .limit(1)
    .single()
  const { id, version, payee_id, date_added } = data!
  const page = paths.expenses.editVoucher(id)
  const response = await clerk.post(`${page}?_data=modules/expenses/voucher-edit.route`, {
    ...{ project: DEMO_ID, idempotencyKey: randomUUID(), version: String(version) },
    ...{ payee_id: payee_id!, date_added: date_added!, mode_of_payment: 'cash' },
    ...{ 'lines[0].description': 'Rent', 'lines[0].amount': '90.00' },
  })
  expect(response.status).toBe(422)
  const { lastResult } = (await response.json()) as Sent
  expect(lastResult?.error?.date_added?.[0]).toContain('cancel it and create another')
  expect(await (await clerk.get(paths.expenses.voucher(id))).text()).not.toContain(`href="${page}"`)
})

it('shows through which day the books are closed beside the titles of lists', async () => {
  const lists = [
    ...[paths.sales.invoicing, paths.treasury.cheques, paths.treasury.deposits],
    ...[paths.inventory.purchases, paths.expenses.vouchers, paths.treasury.collections],
    ...[paths.memos.list, paths.inventory.badOrders, paths.inventory.counts],
    ...[paths.sales.bookings, paths.sales.delivery, paths.treasury.remittances],
  ]
  for (const list of lists) {
    const by = list.startsWith('/expenses/') ? clerk : client
    const text = await (await by.get(list)).text()
    const shown = text.replaceAll('<!-- -->', '').includes(`Closed through ${formatDate(CLOSED)}`)
    expect(shown, list).toBe(true)
  }
})

it.each(['owner', 'finance-admin'])('leads %s from what is pending to its lists', async (login) => {
  const reader = await HttpClient.signedIn(server.origin, `${login}@demo.test`)
  const html = await (await reader.get(`${paths.treasury.closing}?through=${DAY}`)).text()
  const table = html.slice(html.indexOf('Pending items through'))
  const links = [...table.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)/g)].filter(
    ([, to]) => !to!.includes('/treasury/closing'),
  )
  const labels = links.map(([, , label]) => label)
  for (const label of [
    'Unapproved write-offs of bad orders',
    'Unposted stock counts',
    'Unapproved warehouse requests',
    'Unapproved corrections of purchases',
    'Cash on hand, not deposited',
    'Deposited cheques, not cleared',
  ])
    expect(table).toContain(label)
  expect(labels).toContain('Deposited cheques, not cleared')
  for (const [, to, label] of links)
    expect((await reader.get(to!.replaceAll('&amp;', '&'))).status, label).toBe(200)
})
