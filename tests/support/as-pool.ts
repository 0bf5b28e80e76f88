import type { PGlite } from '@electric-sql/pglite'
import type { Pool } from 'pg'

/** Returns the part of a pool of connections that a comparison of schemas asks for, on the one connection of PGlite. */
export function asPool(db: PGlite): Pool {
  const query = (text: string, values?: unknown[]) => db.query(text, values)
  return { query, connect: async () => ({ query, release: () => {} }) } as unknown as Pool
}
