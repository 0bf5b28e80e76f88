import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CUSTOMER_ORDERS } from '../../../app/modules/customers/filters.ts'
import { listCustomers } from '../../../app/modules/customers/list.server.ts'
import { TRANSFER_ORDERS } from '../../../app/modules/customers/transfers/filters.ts'
import { listTransfers } from '../../../app/modules/customers/transfers/queries.server.ts'
import {
  registerOrders as issuedOrders,
  readRegister as readIssued,
} from '../../../app/modules/expenses/cheques/register.server.ts'
import { readVoucherFilters, VOUCHER_ORDERS } from '../../../app/modules/expenses/filters.ts'
import { listVouchers } from '../../../app/modules/expenses/queries.server.ts'
import {
  BAD_ORDER_ORDERS,
  badOrderFilters,
  listBadOrders,
} from '../../../app/modules/inventory/bad-orders/queries.server.ts'
import { COUNT_ORDERS, listCounts } from '../../../app/modules/inventory/counts/queries.server.ts'
import {
  productOrders,
  readProductFilters,
} from '../../../app/modules/inventory/products/filters.ts'
import { listProducts } from '../../../app/modules/inventory/products/queries.server.ts'
import {
  PURCHASE_ORDERS,
  readPurchaseFilters,
} from '../../../app/modules/inventory/purchases/filters.ts'
import { listPurchases } from '../../../app/modules/inventory/purchases/queries.server.ts'
import { readStockFilters, STOCK_ORDERS } from '../../../app/modules/inventory/stock/filters.ts'
import { listStock } from '../../../app/modules/inventory/stock/queries.server.ts'
import { masterOrders } from '../../../app/modules/masters/definitions.ts'
import { listMasters } from '../../../app/modules/masters/queries.server.ts'
import { listMemos, MEMO_ORDERS, memoFilters } from '../../../app/modules/memos/queries.server.ts'
import { BOOKING_ORDERS, readBookingFilters } from '../../../app/modules/sales/filters.ts'
import { listBookings } from '../../../app/modules/sales/queries.server.ts'
import {
  listRequests,
  REQUEST_ORDERS,
  readRequestFilters,
} from '../../../app/modules/sales/warehouse/queries.server.ts'
import {
  readRegister as readReceived,
  registerOrders as receivedOrders,
} from '../../../app/modules/treasury/cheques/register.server.ts'
import {
  listSlips,
  readSlipFilters,
  SLIP_ORDERS,
} from '../../../app/modules/treasury/deposits/queries.server.ts'
import { RECEIPT_ORDERS, readCollectionFilters } from '../../../app/modules/treasury/filters.ts'
import { listReceipts } from '../../../app/modules/treasury/queries.server.ts'
import {
  REMITTANCE_ORDERS,
  readRemittanceFilters,
} from '../../../app/modules/treasury/remittance/filters.ts'
import { listRemittances } from '../../../app/modules/treasury/remittance/queries.server.ts'
import { rows } from '../../../app/platform/db/command.server.ts'
import { type Keyset, keysetAt, type Page } from '../../../app/platform/db/keyset.ts'
import { type Orders, readOrder } from '../../../app/platform/db/orders.ts'
import type { Db } from '../../../app/platform/request/context.ts'
import { eachOf } from '../../../app/platform/values/price.ts'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import { signInAs } from '../../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { sendCommand } from '../../../tools/send-command.ts'
import { openTestBackend, type TestBackend } from '../../support/test-backend.ts'

const NOTHING = 'http://list/'
const NO_FILTERS = { search: null, from: null, to: null }

type Value = string | number | null

interface List<Row> {
  orders: Orders
  page: (db: Db, keyset: Keyset, sort: string) => Promise<Page<Row>>
  /** The values that the rows are sorted by, as they show them; the order of the texts is PostgreSQL's. */
  values: Record<string, (row: Row) => Value>
}

/** Keeps the row's type between its page and its values. */
const list = <Row extends { id: string }>(of: List<Row>) => of as unknown as List<{ id: string }>

/** Letters, digits and spaces of a name in small letters, by which lists sort. */
const keyOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '')
const figure = (value: string) => Number(value)
const each = (value: Parameters<typeof eachOf>[0] | null) => (value ? Number(eachOf(value)) : 0)

const LISTS = {
  bookings: list({
    orders: BOOKING_ORDERS,
    page: (db, keyset) =>
      listBookings(db, DEMO_ID, keyset, { ...readBookingFilters(NOTHING), search_agents: [] }),
    values: {
      added: (row) => row.dateAdded,
      so: (row) => row.soNo,
      customer: (row) => row.customerName,
      total: (row) => figure(row.total),
    },
  }),
  receipts: list({
    orders: RECEIPT_ORDERS,
    page: (db, keyset, sort) =>
      listReceipts(db, DEMO_ID, keyset, { ...readCollectionFilters(NOTHING), sort }),
    values: { date: (row) => row.dateCollected, cr: (row) => row.crNo },
  }),
  customers: list({
    orders: CUSTOMER_ORDERS,
    page: (db, keyset, sort) =>
      listCustomers(db, DEMO_ID, keyset, {
        filters: { search: null, status: null, agent_id: null, area: null, over_limit: false },
        sort,
      }),
    values: {
      name: (row) => keyOf(row.name),
      exposure: (row) => figure(row.exposure),
      // No limit is more than any.
      credit_left: (row) => (row.creditLeft === null ? 1e15 : figure(row.creditLeft)),
      added: (row) => row.dateAdded,
    },
  }),
  transfers: list({
    orders: TRANSFER_ORDERS,
    page: (db, keyset) => listTransfers(db, DEMO_ID, keyset, { search: null, agentId: null }),
    values: { on: (row) => row.effectiveOn },
  }),
  products: list({
    orders: productOrders(true),
    page: (db, keyset, sort) =>
      listProducts(db, DEMO_ID, keyset, { filters: readProductFilters(NOTHING, true), sort }),
    values: {
      name: (row) => keyOf(row.description),
      code: (row) => row.materialCode.toLowerCase().replace(/[^a-z0-9 ]/g, ''),
      cost: (row) => each(row.defCost),
      srp: (row) => each(row.srp),
      available: (row) => row.available,
    },
  }),
  stock: list({
    orders: STOCK_ORDERS,
    page: (db, keyset, sort) =>
      listStock(db, DEMO_ID, keyset, { filters: readStockFilters(NOTHING), sort }),
    values: {
      name: (row) => keyOf(row.description),
      code: (row) => row.materialCode.toLowerCase().replace(/[^a-z0-9 ]/g, ''),
      on_hand: (row) => row.onHand,
      reserved: (row) => row.reserved,
      available: (row) => row.available,
      srp: (row) => each(row.srp),
    },
  }),
  purchases: list({
    orders: PURCHASE_ORDERS,
    page: (db, keyset) => listPurchases(db, DEMO_ID, keyset, readPurchaseFilters(NOTHING)),
    values: {
      added: (row) => row.dateAdded,
      po: (row) => row.poNo,
      supplier: (row) => row.supplier,
      total: (row) => figure(row.totalCost),
    },
  }),
  vouchers: list({
    orders: VOUCHER_ORDERS,
    page: (db, keyset) => listVouchers(db, DEMO_ID, keyset, readVoucherFilters(NOTHING), null),
    values: {
      added: (row) => row.dateAdded,
      no: (row) => row.voucherNo,
      payee: (row) => row.payTo,
      total: (row) => figure(row.total),
    },
  }),
  memos: list({
    orders: MEMO_ORDERS,
    page: (db, keyset, sort) => listMemos(db, DEMO_ID, keyset, { ...memoFilters(NOTHING), sort }),
    values: {
      on: (row) => row.onDate,
      no: (row) => row.memoNo,
      customer: (row) => keyOf(row.customerName),
    },
  }),
  deposits: list({
    orders: SLIP_ORDERS,
    page: (db, keyset, sort) =>
      listSlips(db, DEMO_ID, keyset, { ...readSlipFilters(NOTHING, []), sort }),
    values: {
      on: (row) => row.depositedOn,
      slip: (row) => row.slipNo,
      account: (row) => keyOf(`${row.bank} ${row.accountNo}`),
      total: (row) => figure(row.total),
    },
  }),
  remittances: list({
    orders: REMITTANCE_ORDERS,
    page: (db, keyset, sort) =>
      listRemittances(db, DEMO_ID, keyset, { ...readRemittanceFilters(NOTHING), sort }),
    values: {
      on: (row) => row.on,
      no: (row) => row.no,
      collector: (row) => keyOf(row.collector),
      counted: (row) => figure(row.counted),
    },
  }),
  'bad orders': list({
    orders: BAD_ORDER_ORDERS,
    page: (db, keyset, sort) =>
      listBadOrders(db, DEMO_ID, keyset, { ...badOrderFilters(NOTHING), sort }),
    values: { on: (row) => row.onDate, no: (row) => row.no },
  }),
  counts: list({
    orders: COUNT_ORDERS,
    page: (db, keyset) => listCounts(db, DEMO_ID, keyset, null),
    values: { date: (row) => row.countedOn, title: (row) => row.title },
  }),
  'warehouse requests': list({
    orders: REQUEST_ORDERS,
    page: (db, keyset) => listRequests(db, DEMO_ID, keyset, readRequestFilters(NOTHING)),
    values: { asked: (row) => row.id, no: (row) => row.requestNo },
  }),
  'received cheques': list({
    orders: receivedOrders('due'),
    page: (db, keyset, sort) => readReceived(db, DEMO_ID, 'due', { ...NO_FILTERS, sort }, keyset),
    values: {
      on: (row) => row.on,
      cheque: (row) => row.no,
      customer: (row) => keyOf(row.customerName),
      amount: (row) => figure(row.amount),
    },
  }),
  'cleared cheques': list({
    orders: receivedOrders('cleared'),
    // A cheque has a row for each invoice that it paid.
    page: async (db, keyset, sort) => {
      const page = await readReceived(db, DEMO_ID, 'cleared', { ...NO_FILTERS, sort }, keyset)
      return { ...page, rows: page.rows.map((row) => ({ ...row, id: row.key })) }
    },
    values: {
      on: (row) => row.on,
      cheque: (row) => row.no,
      customer: (row) => keyOf(row.customerName),
      amount: (row) => figure(row.amount),
    },
  }),
  'cheques to print': list({
    orders: issuedOrders('to_print'),
    page: (db, keyset, sort) =>
      readIssued(db, DEMO_ID, 'to_print', { ...NO_FILTERS, bank_id: null, sort }, keyset),
    values: {
      on: (row) => row.on,
      cheque: (row) => row.no,
      payee: (row) => keyOf(row.payee ?? ''),
      amount: (row) => figure(row.amount ?? '0'),
    },
  }),
  'blank cheques': list({
    orders: issuedOrders('blank'),
    page: (db, keyset, sort) =>
      readIssued(db, DEMO_ID, 'blank', { ...NO_FILTERS, bank_id: null, sort }, keyset),
    values: { cheque: (row) => `${row.bank} ${row.no}` },
  }),
  payees: list({
    orders: masterOrders('payees'),
    page: (db, keyset) =>
      listMasters(db, DEMO_ID, 'payees', keyset, { search: null, status: null }),
    values: { fname: (row) => keyOf(row.values.fname ?? '') },
  }),
}

let backend: TestBackend
let sql: ReturnType<typeof postgres>
const people: Record<string, Db> = {}

/** People who see all rows of a list, and some who see their own. */
const READERS = [
  'special-access-1',
  'finance-admin',
  'expenses-and-disbursements',
  'agent-2',
  'collector',
]

beforeAll(async () => {
  backend = (await openTestBackend('postgres', 'demo'))!
  sql = postgres(backend.url!, { max: 1, onnotice: () => {} })
  for (const login of READERS)
    people[login] = await signInAs(backend.backend, {
      email: `${login}@demo.test`,
      password: DEMO_PASSWORD,
    })
  await addMissing(people['special-access-1']!)
})
afterAll(async () => {
  await sql?.end()
  await backend?.drop()
})

/** Adds memos and transfers, of which the demo company has too few. */
async function addMissing(db: Db) {
  const customers = rows(
    await db
      .from('customers')
      .select('id, agent_id')
      .eq('project_id', DEMO_ID)
      .eq('approval_status', 'approved')
      .order('id')
      .limit(4),
  )
  for (const { id } of [...customers, ...customers])
    await sendCommand(db, 'create_memo', DEMO_ID, randomUUID(), {
      p_memo: { kind: 'debit', reason: 'other', note: 'Fee', customer_id: id, amount: '10.00' },
    })
  const agents = rows(await db.from('memberships').select('user_id').eq('role', 'Agent'))
  for (const { id, agent_id } of customers)
    await sendCommand(db, 'transfer_customers', DEMO_ID, randomUUID(), {
      p_transfer: {
        customer_ids: [id],
        target_agent_id: agents.find(({ user_id }) => user_id !== agent_id)!.user_id,
        reason: 'New round',
      },
    })
}

/** Sorts values as PostgreSQL does. */
async function sorted(values: readonly Value[], descending: boolean): Promise<Value[]> {
  const type = typeof values[0] === 'number' ? 'numeric' : 'text'
  const found = await sql.unsafe(
    `select v from unnest($1::${type}[]) v order by v ${descending ? 'desc' : ''}`,
    [values as never],
  )
  return found.map(({ v }) => (type === 'numeric' ? Number(v) : v))
}

/** Pages that began between two rows with the same value. */
let tied = 0

describe.each(Object.entries(LISTS))('the list of %s', (_name, { orders, page, values }) => {
  it.each(Object.keys(orders).flatMap((key) => [key, `-${key}`]))(
    'pages on and back by %s, each row once',
    async (sort) => {
      const value = values[sort.replace('-', '')]!
      const { paging } = readOrder(`${NOTHING}?sort=${sort}`, orders)
      let most = 0
      for (const [login, db] of Object.entries(people)) {
        const at = (place: { after: string | null; before?: string }, size: number) =>
          page(db, keysetAt(place, { ...paging, size }), sort).catch(refused)
        const whole = await at({ after: null }, 900)
        if (!whole) continue
        const of = whole.rows.map(value)
        most = Math.max(most, of.length)
        expect(of, login).toEqual(await sorted(of, sort.startsWith('-')))
        expect(new Set(idsOf([whole])).size).toBe(of.length)

        // Some ten pages, of one row where there are few.
        const size = Math.ceil(of.length / 10) || 1
        const pages = [(await at({ after: null }, size))!]
        for (let last = pages[0]!; last.older; pages.push(last))
          last = (await at({ after: last.older }, size))!
        expect(idsOf(pages), login).toEqual(idsOf([whole]))
        const back = [pages.at(-1)!]
        for (let first = back[0]!; first.newer; back.unshift(first))
          first = (await at({ after: null, before: first.newer }, size))!
        expect(idsOf(back), `back as ${login}`).toEqual(idsOf(pages))
        tied += pages.filter(
          ({ rows: [first] }, n) => n > 0 && value(pages[n - 1]!.rows.at(-1)!) === value(first!),
        ).length
      }
      expect(most).toBeGreaterThan(1)
    },
  )
})

it('pages began between equal values', () => {
  expect(tied).toBeGreaterThan(40)
})

const idsOf = (pages: readonly Page<{ id: string }>[]) =>
  pages.flatMap(({ rows }) => rows.map(({ id }) => id))

/** Some people may not see a list at all. */
function refused(error: unknown): null {
  if (error instanceof Response && error.status === 403) return null
  throw error
}

it('SQL functions refuse an order that the list does not have, at its field', async () => {
  for (const name of [
    'customer_list',
    'product_list',
    'receipt_list',
    'memo_list',
    'deposit_list',
    'remittance_list',
    'bad_order_list',
    'cheque_register',
    'issued_register',
  ] as const)
    for (const sort of ['nonsense', '--on', '-']) {
      const { error } = await people['special-access-1']!.rpc(name, {
        p_project: DEMO_ID,
        p_filters: { sort },
      })
      expect(error, `${name} ${sort}`).toMatchObject({ code: '22023', details: 'sort' })
    }
})
