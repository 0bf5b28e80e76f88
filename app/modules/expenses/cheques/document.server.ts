import { allRows, row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/** An issued cheque with its history. */
export interface IssuedCheque {
  id: string
  version: number
  no: string
  state: string
  bankId: string
  bank: string
  accountNo: string
  date: string | null
  /** The first day on which the cheque is stale. */
  staleFrom: string | null
  amount: Money | null
  payee: string | null
  printedAt: string | null
  releasedOn: string | null
  clearedOn: string | null
  staleOn: string | null
  voidedOn: string | null
  voidReason: string | null
  voucherId: string | null
  /** The voucher; null for readers who may not see vouchers. */
  voucher: { no: number; status: string } | null
  /** The cheque that pays the voucher now, when it is a different one. */
  now: { id: string; no: string } | null
}

/**
 * Reads one issued cheque.
 *
 * @throws A 404 response when the cheque is missing or belongs to another project.
 */
export async function readIssuedCheque(
  db: Db,
  projectId: string,
  id: string,
): Promise<IssuedCheque> {
  const found = row(
    await db
      .from('issued_cheques')
      .select('*, banks(bank, account_no), vouchers(voucher_no, status)')
      .eq('project_id', projectId)
      .eq('id', id)
      .single(),
  )
  const [live] = found.voucher_id
    ? rows(
        await db
          .from('issued_cheques')
          .select('id, cheque_no')
          .eq('project_id', projectId)
          .eq('voucher_id', found.voucher_id)
          .not('state', 'in', '(void,stale)'),
      )
    : []
  return {
    id: found.id,
    version: found.version,
    no: found.cheque_no,
    state: found.state,
    bankId: found.bank_id,
    bank: found.banks.bank,
    accountNo: found.banks.account_no,
    date: found.cheque_date,
    staleFrom: found.stale_from,
    amount: found.amount === null ? null : money(found.amount),
    payee: found.payee_name,
    printedAt: found.printed_at,
    releasedOn: found.released_on,
    clearedOn: found.cleared_on,
    staleOn: found.stale_on,
    voidedOn: found.voided_on,
    voidReason: found.void_reason,
    voucherId: found.voucher_id,
    voucher: found.vouchers && {
      no: found.vouchers.voucher_no,
      status: found.vouchers.status,
    },
    now: live && live.id !== found.id ? { id: live.id, no: live.cheque_no } : null,
  }
}

/**
 * Returns the live cheque of a voucher, else its last one; null for a voucher that never had one.
 */
export async function issuedChequeOf(
  db: Db,
  projectId: string,
  voucherId: string,
): Promise<{ id: string; state: string } | null> {
  const found = rows(
    await db
      .from('issued_cheques')
      .select('id, state')
      .eq('project_id', projectId)
      .eq('voucher_id', voucherId)
      .order('id', { ascending: false }),
  )
  return found.find(({ state }) => state !== 'void' && state !== 'stale') ?? found[0] ?? null
}

/**
 * Returns the number of the next blank cheque of each active account, or of the one given, by the account's id.
 * Accounts without a blank cheque are left out.
 */
export async function nextBlanks(
  db: Db,
  projectId: string,
  bankId?: string,
): Promise<Record<string, string>> {
  const accounts = await allRows(
    db
      .from('banks')
      .select('id, issued_cheques!inner(cheque_no)')
      .eq('project_id', projectId)
      .match(bankId ? { id: bankId } : { status: 'active' })
      .eq('issued_cheques.state', 'unused')
      .is('issued_cheques.voucher_id', null)
      .order('no_key', { referencedTable: 'issued_cheques' })
      .limit(1, { referencedTable: 'issued_cheques' })
      .order('id'),
  )
  return Object.fromEntries(
    accounts.flatMap(({ id, issued_cheques: [leaf] }) => (leaf ? [[id, leaf.cheque_no]] : [])),
  )
}
