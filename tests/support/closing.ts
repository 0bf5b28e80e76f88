import type { Fixture } from './fixture.ts'

/** Closes and reopens the books of project A, and reads what is posted in the closed days. */
export function closing(fixture: Fixture) {
  const rpc = (name: string, args: object, user: string) =>
    fixture.db.rpc<{ id: string; closed_through: string | null }>(user, name, {
      p_project: fixture.a,
      p_idempotency_key: fixture.newIdempotencyKey(),
      ...args,
    })
  return {
    close: (through: string, user = fixture.role.Owner, reason = 'The month is filed') =>
      rpc('close_period', { p_through: through, p_reason: reason }, user),
    reopen: (
      through: string | null,
      user = fixture.role.Owner,
      reason = 'An invoice was missing',
    ) => rpc('reopen_period', { p_through: through, p_reason: reason }, user),
    /** Counts the entries of each ledger, and the released vouchers, until a day. */
    async until(day: string): Promise<Record<string, number>> {
      const [row] = await fixture.db.sql<{ counts: Record<string, number> }>(
        `select jsonb_build_object(
           'stock', (select count(*) from public.stock_movements where project_id = $1::uuid and on_date <= $2::text::date),
           'sales', (select count(*) from public.sales_entries where project_id = $1::uuid and on_date <= $2::text::date),
           'receivables', (select count(*) from public.receivable_entries where project_id = $1::uuid and on_date <= $2::text::date),
           'money', (select count(*) from public.money_entries where project_id = $1::uuid and on_date <= $2::text::date),
           'vouchers', (select count(*) from public.vouchers where project_id = $1::uuid and date_released <= $2::text::date)) as counts`,
        [fixture.a, day],
      )
      return row!.counts
    },
    /** The integrity checks that fail. */
    async broken(): Promise<string[]> {
      const rows = await fixture.db.sql<{ check_key: string }>(
        'select check_key, label, stored, expected from private.book_check_violations(array[$1::uuid])',
        [fixture.a],
      )
      return rows.map((row) => JSON.stringify(row))
    },
    pending: (through: string) =>
      fixture.db.as<{
        kind: string
        documents: string
        amount: string | null
        oldest_on: string | null
      }>(
        fixture.role.Owner,
        `select kind, documents::text, amount::text, oldest_on::text
         from public.closing_pending($1::uuid, $2::text)`,
        [fixture.a, through],
      ),
  }
}
