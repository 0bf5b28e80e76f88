import type { trade } from './trade.ts'
import type { World } from './world.ts'

/** A layout that is within every border. */
const MEASURES = {
  ...{ offset_x: 0, offset_y: 0, letter_height: 4 },
  ...{ date_x: 148, date_y: 16, date_pitch: 5, date_gap: 3 },
  ...{ payee_x: 31, payee_y: 27, payee_width: 112 },
  ...{ figures_x: 154, figures_y: 27, figures_width: 42 },
  ...{ words_x: 19, words_y: 36, words_width: 172, words_step: 6 },
}

/** The company's own cheques: books of leaves, and where an account's forms have their lines. */
export function chequesOut(world: World, t: ReturnType<typeof trade>, project: 'a' | 'b' = 'a') {
  const keeper = () => (project === 'a' ? world.role['special access 1'] : world.staffB)
  return {
    book: (bank_id: string, first_no: string, last_no: string, user?: string) =>
      t.rpc<{ leaves: number }>(
        'add_cheque_book',
        { p_book: { bank_id, first_no, last_no } },
        user ?? keeper(),
      ),
    /** The layout of an account whose cheques nobody has measured yet. */
    layout: (bank: string, user = keeper()) =>
      world.db.as(
        user,
        `insert into public.cheque_layouts (project_id, id, ${Object.keys(MEASURES).join(', ')})
         values ($1::uuid, $2::uuid, ${Object.values(MEASURES).join(', ')}) returning 1`,
        [world[project], bank],
      ),
    /** The register of an account by number: "0101 unused". */
    async register(bank: string): Promise<string[]> {
      const found = await world.db.sql<{ line: string }>(
        `select concat_ws(' ', cheque_no, state) as line from public.issued_cheques where bank_id = $1::uuid order by no_key`,
        [bank],
      )
      return found.map(({ line }) => line)
    },
  }
}
