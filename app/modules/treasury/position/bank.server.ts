import { paths } from '~/paths'
import { row, rows } from '~/platform/db/command.server'
import type { Keyset } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/**
 * Reads the master data of a bank account.
 *
 * @throws A 404 response when the account is missing or belongs to another project.
 */
export async function readBank(db: Db, projectId: string, bankId: string) {
  return row(
    await db
      .from('banks')
      .select('id, bank, account_no, status')
      .eq('project_id', projectId)
      .eq('id', bankId)
      .single(),
  )
}

/** A movement of a bank account, in or out. */
export interface BankMovement {
  key: string
  on: string
  kind: string
  amount: Money
  /** The book balance after it. */
  shouldBe: Money
  /** The address of the document that caused it; null for what a statement balance posted. */
  to: string | null
  reference: string | null
  party: string | null
}

/**
 * Reads one page of an account's movements, newest first, with the sums of all within the dates.
 */
export async function listBankMovements(
  db: Db,
  projectId: string,
  bankId: string,
  keyset: Keyset,
  filters: { from: string | null; to: string | null },
) {
  const page = await readPage(keyset, (cursor) =>
    db.rpc('bank_ledger', {
      p_project: projectId,
      p_bank: bankId,
      p_filters: { ...filters, ...cursor },
    }),
  )
  const [first] = page.rows
  return {
    ...page,
    rows: page.rows.map(
      (one): BankMovement => ({
        key: one.row_key,
        on: one.on_date,
        kind: one.kind,
        amount: money(one.amount),
        shouldBe: money(one.should_be),
        to: addressOf(one),
        reference: one.reference,
        party: one.party,
      }),
    ),
    count: Number(first?.movements ?? 0),
    moneyIn: money(first?.money_in ?? 0),
    moneyOut: money(first?.money_out ?? 0),
  }
}

function addressOf(one: Record<'collection_id' | 'slip_id' | 'voucher_id', string | null>) {
  if (one.voucher_id) return paths.expenses.voucher(one.voucher_id)
  if (one.collection_id) return paths.treasury.collection(one.collection_id)
  return one.slip_id ? paths.treasury.deposit(one.slip_id) : null
}

/** The statement balance of an account at the end of a day. */
export interface BankStatement {
  on: string
  balance: Money
  /** The book balance of that day. */
  shouldBe: Money
  remarks: string | null
  enteredBy: string | null
  enteredAt: string
}

/** Lists the newest twelve statement balances. */
export async function listBankStatements(
  db: Db,
  projectId: string,
  bankId: string,
): Promise<BankStatement[]> {
  const found = rows(await db.rpc('bank_statements', { p_project: projectId, p_bank: bankId }))
  return found.map((said) => ({
    on: said.on_date,
    balance: money(said.balance),
    shouldBe: money(said.should_be),
    remarks: said.remarks,
    enteredBy: said.entered_by,
    enteredAt: said.entered_at,
  }))
}
