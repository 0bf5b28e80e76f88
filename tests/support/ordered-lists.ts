import { CUSTOMER_ORDERS } from '../../app/modules/customers/filters.ts'
import { listCustomers } from '../../app/modules/customers/list.server.ts'
import { CUSTOMER_STATUSES } from '../../app/modules/customers/schema.ts'
import { TRANSFER_ORDERS } from '../../app/modules/customers/transfers/filters.ts'
import { listTransfers } from '../../app/modules/customers/transfers/queries.server.ts'
import { issuedOrders, readIssued } from '../../app/modules/expenses/cheques/register.server.ts'
import { readVoucherFilters, VOUCHER_ORDERS } from '../../app/modules/expenses/filters.ts'
import { listVouchers } from '../../app/modules/expenses/queries.server.ts'
import {
  BAD_ORDER_ORDERS,
  badOrderFilters,
  listBadOrders,
} from '../../app/modules/inventory/bad-orders/queries.server.ts'
import { COUNT_ORDERS, listCounts } from '../../app/modules/inventory/counts/queries.server.ts'
import { productOrders, readProductFilters } from '../../app/modules/inventory/products/filters.ts'
import { listProducts } from '../../app/modules/inventory/products/queries.server.ts'
import {
  PURCHASE_ORDERS,
  readPurchaseFilters,
} from '../../app/modules/inventory/purchases/filters.ts'
import { listPurchases } from '../../app/modules/inventory/purchases/queries.server.ts'
import { readStockFilters, STOCK_ORDERS } from '../../app/modules/inventory/stock/filters.ts'
import { listStock } from '../../app/modules/inventory/stock/queries.server.ts'
import { masterOrders } from '../../app/modules/masters/definitions.ts'
import { listMasters } from '../../app/modules/masters/queries.server.ts'
import { MEMO_STATUSES } from '../../app/modules/memos/labels.ts'
import { listMemos, MEMO_ORDERS, memoFilters } from '../../app/modules/memos/queries.server.ts'
import { namesOf } from '../../app/modules/people/queries.server.ts'
import { BOOKING_ORDERS, readBookingFilters } from '../../app/modules/sales/filters.ts'
import { listBookings } from '../../app/modules/sales/queries.server.ts'
import { STAGES } from '../../app/modules/sales/schema.ts'
import {
  listRequests,
  readRequestFilters,
  WAREHOUSE_REQUEST_ORDERS,
} from '../../app/modules/sales/warehouse/queries.server.ts'
import { readReceived, receivedOrders } from '../../app/modules/treasury/cheques/register.server.ts'
import {
  listSlips,
  readSlipFilters,
  SLIP_ORDERS,
} from '../../app/modules/treasury/deposits/queries.server.ts'
import { RECEIPT_ORDERS, readCollectionFilters } from '../../app/modules/treasury/filters.ts'
import { listReceipts } from '../../app/modules/treasury/queries.server.ts'
import {
  REMITTANCE_ORDERS,
  readRemittanceFilters,
} from '../../app/modules/treasury/remittance/filters.ts'
import { listRemittances } from '../../app/modules/treasury/remittance/queries.server.ts'
import { COLLECTION_STATUSES } from '../../app/modules/treasury/schema.ts'
import type { Keyset, Page } from '../../app/platform/db/keyset.ts'
import type { Orders } from '../../app/platform/db/orders.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { eachOf } from '../../app/platform/values/price.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'

export const NOTHING = 'http://list/'
const NO_FILTERS = { search: null, from: null, to: null }

export type Value = string | number | null

interface List<Row> {
  orders: Orders
  page: (db: Db, keyset: Keyset, sort: string) => Promise<Page<Row>>
  /** The values that the rows are sorted by, as they show them; the order of the texts is PostgreSQL's. */
  values: Record<string, (row: Row) => Value>
}

/** Names the agents of the bookings of a page. */
async function withAgents<Row extends { agentId: string }>(db: Db, page: Promise<Page<Row>>) {
  const [read, names] = await Promise.all([page, namesOf(db, DEMO_ID)])
  return {
    ...read,
    rows: read.rows.map((row) => ({ ...row, agent: names.get(row.agentId) ?? '' })),
  }
}

/** Keeps the row's type between its page and its values. */
const list = <Row extends { id: string }>(of: List<Row>) => of as unknown as List<{ id: string }>

/** Letters, digits and spaces of a name in small letters, by which lists sort. */
const keyOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '')
const figure = (value: string) => Number(value)
const each = (value: Parameters<typeof eachOf>[0] | null) => (value ? Number(eachOf(value)) : 0)

/** The lists of the product with their orders, and how a row shows the value of each. */
export const ORDERED_LISTS = {
  bookings: list({
    orders: BOOKING_ORDERS,
    page: (db, keyset, sort) =>
      withAgents(
        db,
        listBookings(db, DEMO_ID, keyset, {
          ...readBookingFilters(NOTHING),
          search_agents: [],
          sort,
        }),
      ),
    values: {
      added: (row) => row.dateAdded,
      so: (row) => row.soNo,
      customer: (row) => row.customerName,
      agent: (row) => keyOf(row.agent),
      total: (row) => figure(row.total),
      // Nobody paid what was credited in full, which is then as far as what is paid.
      stage: (row) => STAGES.indexOf(row.stage === 'credited' ? 'paid' : (row.stage as 'paid')),
      receivables: (row) =>
        row.stage === 'pending' || row.stage === 'cancelled' ? 0 : figure(row.clearedBalance),
    },
  }),
  receipts: list({
    orders: RECEIPT_ORDERS,
    page: (db, keyset, sort) =>
      listReceipts(db, DEMO_ID, keyset, { ...readCollectionFilters(NOTHING), sort }),
    values: {
      date: (row) => row.dateCollected,
      cr: (row) => row.crNo,
      status: ({ status }) => COLLECTION_STATUSES.indexOf(status as 'pending'),
    },
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
      agent: (row) => keyOf(row.agent),
      status: ({ status }) => CUSTOMER_STATUSES.indexOf(status as 'pending'),
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
    page: (db, keyset, sort) =>
      listPurchases(db, DEMO_ID, keyset, { ...readPurchaseFilters(`${NOTHING}?status=all`), sort }),
    values: {
      added: (row) => row.dateAdded,
      po: (row) => row.poNo,
      supplier: (row) => row.supplier,
      total: (row) => figure(row.totalCost),
      status: ({ status }) => ['active', 'cancelled'].indexOf(status),
    },
  }),
  vouchers: list({
    orders: VOUCHER_ORDERS,
    page: (db, keyset, sort) =>
      listVouchers(db, DEMO_ID, keyset, { ...readVoucherFilters(NOTHING), sort }, null),
    values: {
      added: (row) => row.dateAdded,
      no: (row) => row.voucherNo,
      payee: (row) => row.payTo,
      total: (row) => figure(row.total),
      status: ({ status }) => ['pending', 'printed', 'released', 'cancelled'].indexOf(status),
    },
  }),
  memos: list({
    orders: MEMO_ORDERS,
    page: (db, keyset, sort) => listMemos(db, DEMO_ID, keyset, { ...memoFilters(NOTHING), sort }),
    values: {
      on: (row) => row.onDate,
      no: (row) => row.memoNo,
      customer: (row) => keyOf(row.customerName),
      status: (row) => MEMO_STATUSES.findIndex(({ value }) => value === row.status),
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
    orders: WAREHOUSE_REQUEST_ORDERS,
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
