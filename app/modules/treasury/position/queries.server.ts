import { rows } from '~/platform/db/command.server'
import { BY_ROW_KEY, readKeyset } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { addMoney, fromCents, type Money, money, toCents } from '~/platform/values/money'
import { DAYS_AHEAD, type ExpectedDay } from './days'

/** A bank account with its expected balances. */
export interface BankPosition {
  id: string
  bank: string
  accountNo: string
  status: string
  /** The last statement balance and its day. */
  stated: { on: string; balance: Money } | null
  /** By how much the statement was more than the book balance of its day. */
  difference: Money | null
  balance: Money
  inTransit: Money
  goingOut: Money
  expected: Money
}

/** Lists every account in use, by name. */
export async function listBankPositions(db: Db, projectId: string): Promise<BankPosition[]> {
  const found = rows(await db.rpc('bank_positions', { p_project: projectId, p_days: DAYS_AHEAD }))
  return found.map((account) => ({
    id: account.bank_id,
    bank: account.bank,
    accountNo: account.account_no,
    status: account.status,
    stated: account.stated_on ? { on: account.stated_on, balance: money(account.stated) } : null,
    difference: account.difference === null ? null : money(account.difference),
    balance: money(account.balance),
    inTransit: money(account.in_transit),
    goingOut: money(account.going_out),
    expected: money(account.expected),
  }))
}

/** Lists the expected cheques by day and account. */
export async function listExpected(db: Db, projectId: string): Promise<ExpectedDay[]> {
  const found = rows(await db.rpc('treasury_days', { p_project: projectId, p_days: DAYS_AHEAD }))
  return found.map((day) => ({
    date: day.on_date,
    bankId: day.bank_id,
    in: money(day.amount_in),
    chequesIn: Number(day.cheques_in),
    out: money(day.amount_out),
    chequesOut: Number(day.cheques_out),
  }))
}

/**
 * Reads the cash on hand. `pending` is the part of receipts that wait for approval; the approved
 * part may be deposited.
 */
export async function readCash(
  db: Db,
  projectId: string,
): Promise<{ atOffice: Money; pending: Money; approved: Money }> {
  const [found] = rows(await db.rpc('cash_position', { p_project: projectId }))
  const atOffice = money(found?.at_office ?? 0)
  const pending = money(found?.pending ?? 0)
  return { atOffice, pending, approved: fromCents(toCents(atOffice) - toCents(pending)) }
}

/**
 * Reads the cash that collectors have not remitted, their number, and the day of the oldest
 * receipt.
 */
export async function readBags(
  db: Db,
  projectId: string,
): Promise<{ cash: Money; collectors: number; oldest: string | null }> {
  const bags = rows(await db.rpc('unremitted', { p_project: projectId })).filter(
    ({ cash }) => money(cash) !== '0.00',
  )
  return {
    cash: addMoney(...bags.map(({ cash }) => money(cash))),
    collectors: bags.length,
    oldest: bags.map(({ oldest_on }) => oldest_on).sort()[0] ?? null,
  }
}

/** A customer with uncleared cheques. */
export interface UnclearedCustomer {
  key: string
  id: string
  name: string
  storeName: string | null
  cheques: number
  onHand: Money
  deposited: Money
  amount: Money
  nextDate: string
}

/**
 * Reads one page of customers with uncleared cheques, the largest amount first, with the sums of
 * all.
 */
export async function listUncleared(db: Db, projectId: string, url: string) {
  const keyset = readKeyset(url, { ...BY_ROW_KEY, size: 20, isForwardOnly: true })
  const page = await readPage(keyset, (cursor) =>
    db.rpc('uncleared_customers', { p_project: projectId, p_filters: { ...cursor } }),
  )
  const [first] = page.rows
  return {
    ...page,
    rows: page.rows.map(
      (one): UnclearedCustomer => ({
        key: one.row_key,
        id: one.customer_id,
        name: one.customer_name,
        storeName: one.store_name,
        cheques: Number(one.cheques),
        onHand: money(one.on_hand),
        deposited: money(one.deposited),
        amount: money(one.amount),
        nextDate: one.next_date,
      }),
    ),
    count: Number(first?.all_customers ?? 0),
    onHand: money(first?.all_on_hand ?? 0),
    deposited: money(first?.all_deposited ?? 0),
  }
}
