import { randomUUID, type UUID } from 'node:crypto'
import { addDays } from '../../app/platform/values/dates.ts'
import type { Fixture } from './fixture.ts'
import type { trade } from './trade.ts'

/** The answer of an import. */
export interface ImportAnswer {
  id?: string
  version?: number
  rows: number
  errors: { row: number; field: string; message: string }[]
  changes?: { row: number; field: string; old: string | null; new: string | null }[]
  seen?: string
}

type Row = Record<string, string | undefined>

/** Imports as the tests of their kinds send them. */
export function imports(
  fixture: Fixture,
  shop: ReturnType<typeof trade>,
  kind: string,
  by?: string,
) {
  const send = (p_import: object, p_check = false, user = by, key: UUID = randomUUID()) =>
    shop.rpc<ImportAnswer>(`import_${kind}`, { p_import, p_check }, user, key)
  return {
    take: (rows: Row[], check = false, user = by) => send({ rows }, check, user),
    send,
    undo: (made: ImportAnswer, user = by) =>
      shop.rpc('undo_import', { p_import: made.id, p_version: made.version }, user),
    /** The cells that are wrong: "2 cost". */
    async wrong(rows: Row[]): Promise<string[]> {
      const { errors } = await send({ rows })
      return errors.map(({ row, field }) => `${row} ${field}`)
    },
    async count(sql: string, ...params: string[]): Promise<number> {
      const [found] = await fixture.db.sql<{ n: number }>(
        `select count(*)::int as n ${sql}`,
        params,
      )
      return found!.n
    },
    async day(ago = 0): Promise<string> {
      const [found] = await fixture.db.sql<{ day: string }>(
        'select private.business_date($1::uuid)::text as day',
        [fixture.a],
      )
      return addDays(found!.day as never, -ago)
    },
    /** A new product of 12 pieces in a case, and its code. */
    async newProduct(caseConfig = 12): Promise<{ id: string; code: string }> {
      const id = await shop.product('10.00', 0, caseConfig)
      return { id, code: (await one(fixture, 'products', id)).material_code! }
    },
    async newCustomer(): Promise<{ id: string; name: string }> {
      const id = await shop.customer()
      const name = `Outlet ${randomUUID().slice(0, 8)}`
      await fixture.db.sql('update public.customers set name = $2 where id = $1::uuid', [id, name])
      return { id, name }
    },
    record: (table: string, id: string) => one(fixture, table, id),
  }
}

async function one(fixture: Fixture, table: string, id: string): Promise<Record<string, string>> {
  const [found] = await fixture.db.sql<{ row: Record<string, string> }>(
    `select to_jsonb(t) as row from public.${table} t where id = $1::uuid`,
    [id],
  )
  return found!.row
}
