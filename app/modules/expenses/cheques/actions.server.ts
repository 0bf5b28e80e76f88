import { paths } from '~/paths'
import type { MakeIntent } from '~/platform/forms/form-action.server'
import { chequeDaySchema, clearIssuedSchema, replaceIssuedSchema, voidSchema } from './schema'

/** The forms of a cheque's page. Each has its permission; the database checks the same. */
export function chequeIntents(intent: MakeIntent<unknown>) {
  return {
    void: intent({
      permission: 'vouchers.write',
      schema: voidSchema,
      command: ({ run, id, value: { version, ...details } }) =>
        run('void_issued_cheque', { p_cheque: id, p_version: version, p_void: details }),
      fieldOf: nextField,
      done: ({ next_id, next_no }) =>
        next_id
          ? {
              to: paths.expenses.cheque(next_id),
              text: `Voided. The voucher now has cheque ${next_no}.`,
            }
          : { text: 'Voided. The number remains in the register and is not reused.', tone: 'info' },
    }),
    replace: intent({
      permission: 'vouchers.write',
      schema: replaceIssuedSchema,
      command: ({ run, id, value: { version, ...next } }) =>
        run('replace_issued_cheque', { p_cheque: id, p_version: version, p_next: next }),
      fieldOf: nextField,
      done: ({ id, cheque_no }) => ({
        to: paths.expenses.cheque(id),
        text: `The voucher now has cheque ${cheque_no}.`,
      }),
    }),
    release: intent({
      permission: 'vouchers.write',
      schema: chequeDaySchema,
      command: ({ run, id, value: { version, date } }) =>
        run('release_issued_cheque', { p_cheque: id, p_version: version, p_date: date }),
      done: 'Released to the payee.',
    }),
    clear: intent({
      permission: 'treasury.write',
      schema: clearIssuedSchema,
      command: ({ run, value }) => run('clear_issued_cheques', { p_cleared: value }),
      done: 'Cheque cleared.',
    }),
    stale: intent({
      permission: 'treasury.write',
      schema: chequeDaySchema,
      command: ({ run, id, value: { version, date } }) =>
        run('stale_issued_cheque', { p_cheque: id, p_version: version, p_date: date }),
      done: () => ({ text: 'Marked as stale-dated.', tone: 'info' }),
    }),
  }
}

/** Renames the voucher's field to the one on this page. */
const nextField = (field: string) => (field === 'cheque_no' ? 'next_no' : field)
