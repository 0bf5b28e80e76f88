import type { Role } from '../../../app/platform/access/permissions.ts'
import type { Credit, Memo, MemoMemory } from './memo.ts'

/** A price as text: centavos, and for how many pieces, such as `1000/12`. */
export type Price = string

/**
 * A company as plain facts in memory, in the shape in which `snapshot.ts` reads it from the database. Money is whole
 * centavos, days are texts, ids are the database's own. What follows from facts is in `figures.ts`.
 */
export interface Books {
  project: {
    status: 'active' | 'inactive'
    booking_count: number
    voucher_count: number
    bad_order_count: number
    back_orders: boolean
    override_by_other: boolean
    approve_by_other: boolean
    receipts_by_other: boolean
    lines_by_other: boolean
    /** Percentage of the live SRP below which a price needs an override. */
    price_floor: number
    approval_above: number | null
    memos_by_other: boolean
    memo_approval_above: number | null
    /** The last day on which the books are closed. */
    closed: string | null
  }
  people: Record<string, Person>
  products: Record<string, BooksProduct>
  purchases: Record<string, Purchase>
  edits: Record<string, BooksEdit>
  counts: Record<string, Count>
  badOrders: Record<string, BadOrder>
  imports: Record<string, { kind: 'products' | 'customers'; status: string }>
  customers: Record<string, Customer>
  priceLists: Record<string, PriceList>
  groups: Record<string, { name: string; list: string | null; status: string }>
  bookings: Record<string, BooksBooking>
  requests: Record<string, Request>
  memos: Record<string, Memo>
  receipts: Record<string, BooksReceipt>
  slips: Record<string, { bank: string; no: string; on: string; cash: number }>
  remittances: Record<string, Remittance>
  /** Counts the statement balances of each bank account, with the latest one. */
  balances: Record<string, { told: number; last: number }>
  vouchers: Record<string, BooksVoucher>
  /** Leaves of cheque books by account and number: what a voucher's cheque is written on. */
  leaves: Record<string, Leaf>
  /** The keys are agent and first month. */
  targets: Record<string, { sales: number | null; collections: number | null }>
  /** The accounts whose code and name the company chose. */
  accounts: Record<string, { code: string; name: string; version: number }>
  views: Record<string, { user: string; name: string; search: string }>
}

interface Person {
  role: Role
  status: string
  /** Up to which worth a Manager approves for the own team. */
  approves: number | null
  manager: string | null
  name: string
}
export interface BooksProduct {
  code: string
  purchased: number
  supplier_returned: number
  used: number
  returned: number
  adjusted: number
  reserved: number
  /** The part on hand that cannot be sold. */
  bad: number
  live: Price
  /** The default cost. */
  cost: Price
  /** The worth of the pieces on hand at the moving average. */
  value: number
  /** By their level. */
  categories: { 1: string | null; 3: string | null }
  /** The product that this one is. */
  merged: string | null
}
export interface BooksPurchaseLine {
  product: string
  quantity: number
  cost: Price
  srp: Price | null
}
interface Purchase {
  kind: string
  status: string
  total: number
  lines: BooksPurchaseLine[]
}
export interface BooksEdit {
  purchase: string
  line: number
  item: string
  /** Pieces, or a price. */
  from: number | Price | null
  to: number | Price
  live: boolean
  status: string
}
export interface Count {
  status: string
  lines: Record<string, { expected: number; counted: number | null }>
}
export interface BadOrder {
  no: string
  kind: 'to_bad_order' | 'to_sellable' | 'write_off'
  on: string
  status: string
  lines: [product: string, quantity: number][]
}
export interface Customer {
  name: string
  status: string
  agent: string
  credit_line: number | null
  terms: number
  tin: string | null
  group: string | null
  /** The price list of this customer alone. */
  list: string | null
  /** The customer that this one is. */
  merged: string | null
}
export interface PriceList {
  name: string
  from: string
  /** Customers without another list buy by it. */
  usual: boolean
  /** In hundredths of a percent. */
  floor_percent: number | null
  status: string
  /** By product, or level and category, and the day from which it counts: `product@day`, `1:Food@day`. */
  items: Record<string, ListItem>
}
/** A price in centavos for so many pieces, with its floor; or the percentage of a category in hundredths. */
export interface ListItem {
  price: number | null
  pieces: number
  floor: number | null
  percent: number | null
}
export interface BooksBookingLine {
  product: string
  quantity: number
  delivered: number
  released: number
  returned: number
  srp: Price
  /** Discount of the price in hundredths of a percent, and centavos off the whole line after it. */
  percent: number
  off: number
  /** The number of the line, from 1, with which these goods are given. */
  free_of: number | null
}
export interface BooksBooking {
  so_no: string
  customer: string
  agent: string
  opening: boolean
  /** pending, approved, cancelled, approved-archived … */
  approval: string
  /** active, or the word it was archived under. */
  closed: string
  hold: boolean
  override: boolean
  total: number
  discount: number
  invoice_no: string | null
  added: string
  invoiced: string | null
  delivered: string | null
  due: string | null
  lines: BooksBookingLine[]
}
interface Request {
  no: string
  booking: string
  kind: string
  status: string
  lines: Goods[]
}
/** Pieces of a line by its place from 0, and whether they come back among the bad orders. */
export type Goods = [line: number, quantity: number, bad: boolean]
export interface BooksReceipt {
  cr_no: string
  customer: string
  agent: string
  collector: string | null
  type: string
  amount: number
  on: string
  status: string
  archive: boolean
  cheque: string | null
  cheque_on: string | null
  state: string | null
  cleared_on: string | null
  bank: string | null
  drr_no: string | null
  drr_on: string | null
  remittance: string | null
  /** The day on which its money was given back to the customer. */
  paid_back_on: string | null
  /** The amount for each booking; empty where the receipt was reversed. */
  pays: Record<string, number>
}
interface Remittance {
  no: string
  collector: string
  on: string
  status: string
  expected: number
  counted: number
  cheques: number
  others: number
}
export interface BooksVoucher {
  no: number
  status: string
  mode: string
  bank: string | null
  cheque_no: string | null
  cheque_on: string | null
  total: number
  ewt: number
  added: string
  copies: number
  approved: boolean
  released_on: string | null
  lines: number[]
}
export interface Leaf {
  state: string
  in_book: boolean
  voucher: string | null
  amount: number | null
  on: string | null
  released_on: string | null
  cleared_on: string | null
}

/** Cash that comes to the office (holder null) or to a collector on a day, or leaves it; with its approved part. */
export interface CashMove {
  holder: string | null
  on: string
  amount: number
  approved: number
}

/** Money that the bank has put into an account on a day, or taken out of it, other than by our payments. */
interface BankMove {
  bank: string
  on: string
  amount: number
}

/** Delivered pieces, their amount, what they are at AgentSRP, the VAT in the amount, and what the pieces cost. */
interface Issued {
  pieces: number
  amount: number
  gross: number
  vat: number
  cost: number
}

/** The changed facts of a document, before (null: it was made) and after. */
interface Change {
  by: string
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

/** Facts that only the model stores, because rules depend on them. */
interface Memory {
  /** Last day on which each customer went to another agent. */
  transferredAt: Record<string, string>
  hasEvents: Record<string, true>
  createdBy: Record<string, string>
  editedBy: Record<string, string>
  /** The live SRPs of each product that were set, in millionths per piece, with who set them. */
  prices: Record<string, { by: string; srp: number }[]>
  /** Prices at which each product was validated, in millionths per piece, with who validated. */
  soldAt: Record<string, { by: string; srp: number }[]>
  /** The credit lines of each customer in the order in which they were set, with who set them. */
  lines: Record<string, { by: string; line: number | null }[]>
  /** Changes of price lists, their prices, groups and customers' lists, in their order. */
  changes: Record<string, Change[]>
  importOf: Record<string, string>
  /** Pieces of a booking, by line, day of delivery and whose it was then: `booking/line/day/customer`. */
  issued: Record<string, Issued>
  /** Pieces of a line that came back, by `booking/line`, each with the day and what they had cost. */
  returnedOn: Record<string, { on: string; pieces: number; cost: number }[]>
  /** Pieces and costs of what came into the stock of each product, below zero of what left it. */
  costs: Record<string, { on: string; cost: number; pieces: number }[]>
  /** Costs that a purchase line has put into the stock, by `purchase/line`. */
  bought: Record<string, number>
  /** What purchase records said that their goods cost, in and out of the stock, and what the stock took of it. */
  purchased: {
    id: string
    product: string
    kind: string
    on: string
    said: number
    cost: number
  }[]
  /** The categories that each product was given, in the order in which they were, with the day from which they count. */
  categories: Record<string, { from: string; are: BooksProduct['categories'] }[]>
  /** Costs of the pieces that were written off, by `record/product`. */
  writtenOff: Record<string, number>
  /** Pieces of each product that came among the bad orders, or left them. */
  bad: Record<string, { on: string; pieces: number }[]>
  credits: Record<string, Credit[]>
  memos: Record<string, MemoMemory>
  /** Charged by debit memos for prices of a booking that were too low; below zero once one is cancelled. */
  charges: {
    booking: string
    customer: string
    line: number
    on: string
    amount: number
    vat: number
  }[]
  /** Other amounts of debit memos, in the same way. */
  fees: { on: string; amount: number }[]
  /** Last day of a credit of a booking. */
  creditedOn: Record<string, string>
  /** Bookings that a receipt ever paid or was to pay, each with the last day of it. */
  ever: Record<string, Record<string, string>>
  /** Bookings that a receipt paid, each with the last day on which it did. */
  paidOn: Record<string, Record<string, string>>
  /** The days on which debit memos were cancelled, by their documents. */
  cancelledOn: Record<string, string>
  /** The days on which orders of closed days were cancelled: they count until then. */
  opposedOn: Record<string, string>
  /** The amounts that a cheque paid when it last came back. */
  paidBefore: Record<string, Record<string, number>>
  /** Order of approval. */
  approvedAt: Record<string, number>
  /** The day from which an approved receipt counts. */
  countsFrom: Record<string, string>
  /** Last day on which the money of a transfer was put into an account. */
  transferredOn: Record<string, string>
  /** Last day on which something happened to a cheque. */
  movedOn: Record<string, string>
  approvals: number
  /** Last day on which the cash or cheque of a receipt was handed to the office or back. */
  handedOn: Record<string, string>
  cash: CashMove[]
  /** The amounts that were paid back out of the cash of the office. */
  paidFromOffice: number[]
  bank: BankMove[]
  /** The account that each cheque was last brought to. */
  chequeBank: Record<string, string>
  /** Customers that were merged since the oracle looked last, with the company as it was before. */
  merging: { from: string; into: string; before: BooksCompany }[]
  /** Statement balances in the order in which they were entered. */
  statements: { bank: string; on: string }[]
}

/** A company as the model sees it. Plain data: `structuredClone` makes another one to try things on. */
export interface BooksCompany {
  id: string
  today: string
  books: Books
  memory: Memory
  /** Version of every document, as somebody sees it who looks now. */
  versions: Record<string, number>
  /** Ids of the lines of a purchase or booking in their order, and of leaves by their names. */
  lineIds: Record<string, string[]>
  ids: Record<string, string>
  /** Masters that are there from the start. */
  banks: string[]
  payee: string
  releaser: string
  admin: string
}
