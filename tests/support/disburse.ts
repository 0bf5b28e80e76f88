import { randomUUID } from 'node:crypto'
import { documentParts } from './document-parts.ts'
import type { Fixture } from './fixture.ts'

export interface MadeVoucher {
  id: string
  version: number
}

/** Holds the work of paying the company's bills, each step through its command. */
export function disburse(fixture: Fixture, project: 'a' | 'b' = 'a') {
  const clerk = () =>
    project === 'a' ? fixture.role['expenses and disbursements'] : fixture.expensesB
  const finance = () => (project === 'a' ? fixture.role['finance admin'] : fixture.financeB)
  const rpc = <T = MadeVoucher & { voucher_no: number; total: string }>(
    name: string,
    args: Record<string, unknown>,
    user = clerk(),
    idempotencyKey = randomUUID(),
  ) =>
    fixture.db.rpc<T>(user, name, {
      p_project: fixture[project],
      p_idempotency_key: idempotencyKey,
      ...args,
    })
  const parts = documentParts(fixture, project)
  let serial = 0

  /** The entry of a master, made by the clerk when it is not there yet. */
  async function master(table: string, columns: string, ...values: string[]): Promise<string> {
    const [there] = await fixture.db.sql<{ id: string }>(
      `select id from public.${table} where project_id = $1::uuid and ${columns.split(',')[0]} = $2`,
      [fixture[project], values[0]],
    )
    if (there) return there.id
    const id = randomUUID()
    await fixture.db.as(
      clerk(),
      `insert into public.${table} (project_id, id, ${columns}) values ($1::uuid, $2::uuid, ${values.map((_, i) => `$${i + 3}`).join(', ')})`,
      [fixture[project], id, ...values],
    )
    return id
  }

  return {
    rpc,
    clerk,
    /** A payee whose account a second person has confirmed. */
    async payee(name = 'Pasig Realty', account = '5521') {
      const id = await master('payees', 'fname, account_no', name, account)
      await this.confirm(id)
      return id
    },
    /** Confirms the account of a payee as finance, unless it is confirmed. */
    async confirm(payee: string, user = finance()) {
      const [open] = await fixture.db.sql<{ version: number }>(
        'select version from public.payees where id = $1::uuid and account_no is not null and account_confirmed_at is null',
        [payee],
      )
      if (open)
        await rpc('confirm_payee_account', { p_payee: payee, p_version: open.version }, user)
    },
    bank: (name = 'Bank of Luzon') => master('banks', 'bank, account_no', name, '0041'),
    releaser: () => master('releasers', 'fname, lname, designation', 'Liza', 'Manalo', 'Cashier'),
    costCenter: (name = 'Delivery') => master('cost_centers', 'cost_center', name),
    /** Returns the input of a voucher with one line; `more` adds or replaces values. */
    async typed(amount: string, more: Record<string, unknown> = {}) {
      return {
        payee_id: await this.payee(),
        lines: [{ description: 'Rent', cost_center_id: await this.costCenter(), amount }],
        ...more,
      }
    },
    /** The same paid by a cheque of its own. */
    async byCheque(amount: string, more: Record<string, unknown> = {}) {
      return this.typed(amount, {
        mode_of_payment: 'cheque',
        bank_id: await this.bank(),
        cheque_no: `C-${++serial}`,
        ...more,
      })
    },
    async write(amount: string, more: Record<string, unknown> = {}) {
      return rpc('create_voucher', { p_voucher: await this.typed(amount, more) })
    },
    edit: ({ id, version }: MadeVoucher, details: Record<string, unknown>) =>
      rpc('update_voucher', { p_voucher: id, p_version: version, p_details: details }),
    approve: ({ id, version }: MadeVoucher, user = fixture.role.Owner) =>
      rpc('approve_voucher', { p_voucher: id, p_version: version }, user),
    print: ({ id, version }: MadeVoucher) =>
      rpc<MadeVoucher & { copies: number }>('mark_voucher_printed', {
        p_voucher: id,
        p_version: version,
      }),
    async release({ id, version }: MadeVoucher, date: string | null = null) {
      return rpc('release_voucher', {
        p_voucher: id,
        p_version: version,
        p_releaser: await this.releaser(),
        p_date: date,
      })
    },
    cancel: ({ id, version }: MadeVoucher, reason = 'Written twice') =>
      rpc('cancel_voucher', { p_voucher: id, p_version: version, p_reason: reason }),
    upload: ({ id }: Pick<MadeVoucher, 'id'>, user = clerk()) => parts.upload('voucher', id, user),
    async attach(voucher: Pick<MadeVoucher, 'id'>, path?: string) {
      return parts.attach('voucher', voucher.id, path ?? (await this.upload(voucher)))
    },
    async row(id: string) {
      const [row] = await fixture.db.sql<{ row: Record<string, unknown> }>(
        'select to_jsonb(v) as row from public.vouchers v where v.id = $1::uuid',
        [id],
      )
      return row!.row
    },
  }
}
