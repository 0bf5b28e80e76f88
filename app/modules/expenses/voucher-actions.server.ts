import { orNotFound } from '~/platform/db/command.server'
import type { MakeIntent } from '~/platform/forms/form-action.server'
import { confirmAccountSchema } from './account'
import type { VoucherDocument } from './document.server'
import { printPath } from './print/address'
import { cancelVoucherSchema, plainVoucherSchema, releaseVoucherSchema } from './schema'

/** The forms of a voucher's page. */
export function voucherIntents(intent: MakeIntent<VoucherDocument>) {
  const done =
    (what: string) =>
    (_: unknown, { document }: { document: VoucherDocument }) =>
      `Voucher No. ${document.voucherNo} ${what}`
  return {
    'confirm-account': intent({
      schema: confirmAccountSchema,
      command: ({ run, document, value: { version } }) =>
        orNotFound(run('confirm_payee_account', { p_payee: document.payeeId, p_version: version })),
      done: (_, { document }: { document: VoucherDocument }) =>
        `The account of ${document.payTo} is confirmed.`,
    }),
    approve: intent({
      schema: plainVoucherSchema,
      command: ({ run, id, value: { version } }) =>
        orNotFound(run('approve_voucher', { p_voucher: id, p_version: version })),
      done: done('is approved: it can be printed and released.'),
    }),
    print: intent({
      schema: plainVoucherSchema,
      command: ({ run, id, value: { version } }) =>
        orNotFound(run('mark_voucher_printed', { p_voucher: id, p_version: version })),
      // Marking the voucher as printed opens its print.
      done: (_, { id, document: { voucherNo } }) => ({
        to: `${printPath(id)}&print`,
        text: `Voucher No. ${voucherNo} is printed.`,
      }),
    }),
    release: intent({
      schema: releaseVoucherSchema,
      command: ({ run, id, value: { version, releaser_id, date } }) =>
        orNotFound(
          run('release_voucher', {
            p_voucher: id,
            p_version: version,
            p_releaser: releaser_id,
            p_date: date,
          }),
        ),
      done: done('is released.'),
    }),
    cancel: intent({
      schema: cancelVoucherSchema,
      command: ({ run, id, value: { version, reason, date } }) =>
        orNotFound(
          run('cancel_voucher', {
            p_voucher: id,
            p_version: version,
            p_reason: reason,
            p_date: date,
          }),
        ),
      done: done('is cancelled.'),
    }),
  }
}
