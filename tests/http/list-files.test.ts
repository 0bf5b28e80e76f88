import { randomUUID } from 'node:crypto'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

/** Reads a list as CSV: its column names, and its rows by name. */
async function rowsOf(person: string, address: string) {
  const client = await HttpClient.signedIn(server.origin, person)
  const answer = await client.get(`${address}${address.includes('?') ? '&' : '?'}format=csv`)
  expect(answer.status).toBe(200)
  const text = Buffer.from(await answer.arrayBuffer()).toString()
  const { data, meta } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    skipEmptyLines: true,
  })
  return { names: meta.fields!, rows: data }
}

const LISTS = [
  ['bookings', '/sales/bookings/excel', 'SO No.', 'so_no'],
  ['customers', '/customers/customer-list/customer-view-list/excel', 'Name', 'name'],
  ['products', '/inventory/product-list/excel', 'Material Code', 'material_code'],
  ['purchases', '/inventory/purchase-list/excel?status=all', 'PO No.', 'po_no'],
  ['collections', '/treasury/treasury-list/treasury-view-list/excel', 'CR No.', 'cr_no'],
  ['remittances', '/treasury/remittances/excel', 'Number', 'drr_no'],
  ['deposit_slips', '/treasury/deposits/excel', 'Deposit Slip No.', 'slip_no'],
  ['stock_counts', '/inventory/stock-counts/excel', 'Count', 'title'],
  ['bad_orders', '/inventory/bad-orders/excel', 'Number', 'record_no'],
  [
    'products',
    '/inventory/inventory-list/inventory-view-list/excel',
    'Material Code',
    'material_code',
  ],
  [
    'products',
    '/inventory/inventory-list/inventory-view-actual/excel',
    'Material Code',
    'material_code',
  ],
  ['banks', '/treasury/masters/banks/excel', 'Account No.', 'account_no'],
  ['payees', '/treasury/masters/payees/excel', 'Name', 'fname'],
  ['suppliers', '/inventory/suppliers/excel', 'Name', 'name'],
  ['cost_centers', '/treasury/masters/cost-centers/excel', 'Cost Center', 'cost_center'],
  ['vouchers', '/expenses/expenses-list/expenses-view-list/excel', 'Voucher', 'voucher_no'],
  [
    'warehouse_requests',
    '/warehouse/warehouse-list/warehouse-view-list/excel',
    'Request No.',
    'request_no',
  ],
] as const

/** A person's rows of a table, as the API gives them. */
async function ownRows(person: string, table: string, column: string): Promise<string[]> {
  const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  const db = await signInAs(backend, { email: person, password: DEMO_PASSWORD })
  const { data, error } = await db.from(table as 'bookings').select(column as 'id')
  expect(error).toBeNull()
  const found = (data as unknown as Record<string, unknown>[]).map((row) => String(row[column]))
  // A receipt is a row of the list, whatever its parts.
  return (table === 'collections' ? [...new Set(found)] : found).sort()
}

describe('a list as a file', () => {
  it.each(LISTS)('%s: all rows of the reader’s company', async (table, address, header, column) => {
    for (const person of ['general-manager@demo.test', 'general-manager@other.test']) {
      const { rows } = await rowsOf(person, address)
      const own = await ownRows(person, table, column)
      expect(rows.map((row) => row[header]).sort()).toEqual(own)
      if (person.endsWith('@demo.test')) expect(own.length).toBeGreaterThan(0)
    }
  })

  it('has the pending requests, the transfers, and the cheques of a tab', async () => {
    const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder })
    const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
    const person = 'finance-admin@demo.test'
    const db = await signInAs(backend, { email: person, password: DEMO_PASSWORD })
    const names = (found: { data: Record<string, unknown>[] | null }) =>
      found.data!.map((row) => String(Object.values(row)[0])).sort()
    const file = async (address: string, header: string) =>
      (await rowsOf(person, address)).rows.map((row) => row[header]).sort()
    const pending = names(
      await db.from('customers').select('name').eq('approval_status', 'pending'),
    )
    expect(pending.length).toBeGreaterThan(0)
    expect(await file('/customers/customer-registry/excel', 'Customer')).toEqual(pending)
    const agents = (await db.from('memberships').select('user_id').eq('role', 'Agent')).data!
    const [{ id, agent_id }] = (
      await db.from('customers').select('id, agent_id').eq('approval_status', 'approved').limit(1)
    ).data! as [{ id: string; agent_id: string }]
    await sendCommand(db, 'transfer_customers', DEMO_ID, randomUUID(), {
      p_transfer: {
        customer_ids: [id],
        target_agent_id: agents.find(({ user_id }) => user_id !== agent_id)!.user_id,
        reason: 'New round',
      },
    })
    const reasons = names(await db.from('agent_customer_transfers').select('reason'))
    expect(reasons.length).toBeGreaterThan(0)
    expect(await file('/customers/transfers/excel', 'Reason')).toEqual(reasons)
    const cheques = names(
      await db
        .from('issued_cheques')
        .select('cheque_no')
        .is('voucher_id', null)
        .eq('state', 'unused'),
    )
    expect(cheques.length).toBeGreaterThan(0)
    expect(await file('/expenses/cheques/excel?tab=blank', 'Cheque No.')).toEqual(cheques)
    const printed = await rowsOf(person, '/expenses/cheques/excel?tab=void&sort=-amount')
    const amounts = printed.rows.map(({ Amount }) => Number(Amount))
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  })

  it('of the stock movement adds up, at cost for readers of costs only', async () => {
    const address = '/inventory/inventory-list/inventory-view-actual/excel'
    const { names, rows } = await rowsOf('owner@demo.test', address)
    expect(names).toContain('Value at Cost')
    expect((await rowsOf('warehouse@demo.test', address)).names).not.toContain('Value at Cost')
    const at = (row: Record<string, string>, name: string) => Number(row[`${name} Pc`])
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows)
      expect(at(row, 'Ending')).toBe(
        at(row, 'Opening') +
          at(row, 'Purchases') +
          at(row, 'Returned') +
          at(row, 'To Supplier') -
          at(row, 'Issued') +
          at(row, 'Adjustments'),
      )
  })

  it('of the warehouse has the bookings of its work only, and is refused beyond the role', async () => {
    const [table, address, header, column] = LISTS[0]
    const own = await ownRows('warehouse@demo.test', table, column)
    const { rows } = await rowsOf('warehouse@demo.test', address)
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThan((await ownRows('owner@demo.test', table, column)).length)
    expect(rows.map((row) => row[header]).sort()).toEqual(own)
    const client = await HttpClient.signedIn(server.origin, 'warehouse@demo.test')
    expect((await client.get('/expenses/expenses-list/expenses-view-list/excel')).status).toBe(403)
  })

  it('has the columns of costs for readers of costs only', async () => {
    const address = '/inventory/product-list/excel'
    const [buyer, agent] = [
      await rowsOf('sales-admin@demo.test', address),
      await rowsOf('warehouse@demo.test', address),
    ]
    expect(buyer.names).toContain('Cost')
    expect(agent.names).not.toContain('Cost')
    expect(agent.names).not.toContain('Supplier')
    expect(agent.rows.length).toBe(buyer.rows.length)
    // A price for a case keeps its unit, and is not divided by its pieces.
    for (const column of ['Cost', 'SRP', 'Current SRP'])
      for (const row of buyer.rows)
        expect(row[column], column).toMatch(/^\d+\.\d\d(\/cs|\/pc|\/\d+ pc)?$/)
    expect(buyer.rows.some(({ Cost }) => Cost?.endsWith('/cs'))).toBe(true)
  })

  it('has its rows in the order of its address; an unknown order is the list’s own', async () => {
    const address = '/sales/bookings/excel'
    const totals = async (sort: string) =>
      (await rowsOf('owner@demo.test', `${address}?sort=${sort}`)).rows.map((row) =>
        Number(row.Total),
      )
    const all = await totals('')
    expect(all.length).toBeGreaterThan(60)
    const up = all.toSorted((a, b) => a - b)
    expect(all).not.toEqual(up)
    expect(await totals('total')).toEqual(up)
    expect(await totals('-total')).toEqual(up.toReversed())
    expect(await totals('nonsense')).toEqual(all)
  })

  it('follows the filters of its address, and says them', async () => {
    const { rows } = await rowsOf('invoice-admin@demo.test', '/sales/bookings/excel?stage=pending')
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row.Status))).toEqual(new Set(['Pending']))
  })

  it('has the columns shown: those of the list, and the chosen ones', async () => {
    const names = async (query: string) =>
      (await rowsOf('owner@demo.test', `/sales/bookings/excel${query}`)).names
    const usual = await names('')
    expect(usual).toEqual(
      ['SO No.', 'Status', 'Invoice No.', 'Customer', 'Agent', 'Booking Date', 'Delivered'].concat([
        'Total',
        'Receivables',
      ]),
    )
    const chosen = await names('?show=store&show=net')
    expect(chosen.filter((name) => !usual.includes(name))).toEqual([
      'Store',
      'Net of Uncleared Cheques',
    ])
  })
})
