import { z } from 'zod/mini'
import { versionField } from '~/platform/forms/fields'

/** The payee of a voucher as it is now. */
export interface PayeeAccount {
  version: number
  accountNo: string | null
  setBy: string | null
  confirmed: boolean
}

interface Paid {
  status: string
  mode: string
  payToAccountNo: string | null
}

/** A form that confirms an account number; the version is that of the payee. */
export const confirmAccountSchema = z.object({ version: versionField })

/**
 * Returns why a voucher is not printed and released yet for its account number, and what to do; null
 * when nothing holds it. The database checks again.
 */
export function accountHold(
  voucher: Paid,
  payee: PayeeAccount,
  secondPerson: boolean,
): string | null {
  if (!secondPerson || !['pending', 'printed'].includes(voucher.status)) return null
  if (voucher.payToAccountNo === null)
    return voucher.mode === 'bank_transfer'
      ? 'A bank transfer needs the payee’s account number: enter it on the payee, have another user confirm it, then enter it on the voucher.'
      : null
  if (voucher.payToAccountNo !== payee.accountNo)
    return `Account ${voucher.payToAccountNo} is not the account of this payee: correct the voucher, or enter the account on the payee and have another user confirm it.`
  return payee.confirmed
    ? null
    : `Account ${voucher.payToAccountNo} is not confirmed: another user must confirm it before the voucher is printed and released.`
}
