import type { Fixture } from './fixture.ts'
import type { trade } from './trade.ts'

/** A layout that is within every border. */
const MEASURES = {
  ...{ offset_x: 0, offset_y: 0, letter_height: 4 },
  ...{ date_x: 148, date_y: 16, date_pitch: 5, date_gap: 3 },
  ...{ payee_x: 31, payee_y: 27, payee_width: 112 },
  ...{ figures_x: 154, figures_y: 27, figures_width: 42 },
  ...{ words_x: 19, words_y: 36, words_width: 172, words_step: 6 },
}

/** The company's own cheques: books of leaves, and where an account's forms have their lines. */
export function chequesOut(
  fixture: Fixture,
  t: ReturnType<typeof trade>,
  project: 'a' | 'b' = 'a',
) {
  const keeper = () => (project === 'a' ? fixture.role['special access 1'] : fixture.staffB)
  const clerk = () =>
    project === 'a' ? fixture.role['expenses and disbursements'] : fixture.expensesB
  return {
    book: (bank_id: string, first_no: string, last_no: string, user?: string) =>
      t.rpc<{ leaves: number }>(
        'add_cheque_book',
        { p_book: { bank_id, first_no, last_no } },
        user ?? keeper(),
      ),
    /** The layout of an account whose cheques nobody has measured yet. */
    layout: (bank: string, user = keeper()) =>
      fixture.db.as(
        user,
        `insert into public.cheque_layouts (project_id, id, ${Object.keys(MEASURES).join(', ')})
         values ($1::uuid, $2::uuid, ${Object.values(MEASURES).join(', ')}) returning 1`,
        [fixture[project], bank],
      ),
    /** Runs a command on a cheque, at its current version. */
    async send(name: string, cheque: string, more: object = {}, user?: string) {
      const [{ version } = { version: 0 }] = await fixture.db.sql<{ version: number }>(
        'select version from public.issued_cheques where id = $1::uuid',
        [cheque],
      )
      const by = name === 'stale' ? fixture.role['finance admin'] : clerk()
      const args = { p_cheque: cheque, p_version: Number(version), ...more }
      return t.rpc<Record<string, string>>(`${name}_issued_cheque`, args, user ?? by)
    },
    /** The bank paid these. */
    async clear(cheques: string[], cleared_on: string | null = null, user?: string) {
      const seen = await fixture.db.sql<{ id: string; version: number }>(
        'select id, version from public.issued_cheques where id = any (string_to_array($1, $2)::uuid[])',
        [cheques.join(','), ','],
      )
      const p_cleared = { cleared_on, cheques: seen }
      return t.rpc('clear_issued_cheques', { p_cleared }, user ?? fixture.role['finance admin'])
    },
    /** The live cheque of a voucher, else the last one that it had. */
    async of(voucher: string) {
      const [cheque] = await fixture.db.sql<{ id: string; cheque_no: string; state: string }>(
        `select id, cheque_no, state from public.issued_cheques where voucher_id = $1::uuid
         order by state in ('void', 'stale'), id desc limit 1`,
        [voucher],
      )
      return cheque!
    },
    /** Numbers under a tab, in its order. */
    async tab(tab: string, filters: object = {}): Promise<string[]> {
      const found = await fixture.db.as<{ cheque_no: string }>(
        clerk(),
        'select cheque_no from public.issued_register($1::uuid, $2::text::jsonb)',
        [fixture[project], JSON.stringify({ tab, ...filters })],
      )
      return found.map((row) => row.cheque_no)
    },
    /** Number and sum under each tab, as "2 30.00". */
    async totals(filters: object = {}): Promise<Record<string, string>> {
      const found = await fixture.db.as<{ tab: string; told: string }>(
        clerk(),
        `select tab, concat_ws(' ', cheques, amount) as told from public.issued_totals($1::uuid, $2::text::jsonb)`,
        [fixture[project], JSON.stringify(filters)],
      )
      return Object.fromEntries(found.map(({ tab, told }) => [tab, told]))
    },
    /** The register of an account by number: "0101 unused". */
    async register(bank: string): Promise<string[]> {
      const found = await fixture.db.sql<{ line: string }>(
        `select concat_ws(' ', cheque_no, state) as line from public.issued_cheques where bank_id = $1::uuid order by no_key`,
        [bank],
      )
      return found.map(({ line }) => line)
    },
  }
}
