import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { readDatabaseUrl } from '../../server/embedded-supabase/database/database-url.ts'
import { type OwnerSql, queryOn } from '../../server/embedded-supabase/database/owner-sql.ts'
import { ConfigurationError } from '../../server/env.ts'

/** One end of a move, within a transaction: what is asked there, and rows in the text form of `copy`. */
export interface Side {
  query: OwnerSql['query']
  /** Returns the rows of a query. */
  read(select: string): Promise<Uint8Array[]>
  /** Adds rows to a table, `name (columns)`. */
  write(table: string, rows: Uint8Array[]): Promise<void>
}

/** Opens the embedded database of a folder, whose lock the caller holds, and closes it after the work. */
export async function withEmbedded<T>(folder: string, work: (driver: PGlite) => Promise<T>) {
  const driver = await PGlite.create(path.join(folder, 'postgres')).catch((error: Error) => {
    throw new ConfigurationError(`The database in ${folder} cannot be opened: ${error.message}.`)
  })
  try {
    return await work(driver)
  } finally {
    await driver.close()
  }
}

/** Runs the work in one transaction of an embedded database. */
export async function inEmbedded<T>(driver: PGlite, work: (side: Side) => Promise<T>): Promise<T> {
  await driver.exec('begin')
  try {
    const done = await work({
      query: async <Row>(text: string, params: unknown[] = []) =>
        (await driver.query<Row>(text, params)).rows,
      read: async (select) => {
        const { blob } = await driver.query(`copy (${select}) to '/dev/blob'`)
        // There is none where no row was found.
        return blob ? [new Uint8Array(await blob.arrayBuffer())] : []
      },
      write: async (table, rows) => {
        await driver.query(`copy ${table} from '/dev/blob'`, [], {
          blob: new Blob(rows as BlobPart[]),
        })
      },
    })
    await driver.exec('commit')
    return done
  } catch (error) {
    await driver.exec('rollback')
    throw error
  }
}

/** Connects to a PostgreSQL as its owner, without limits of time, and disconnects after the work. */
export async function withPostgresOf<T>(
  address: string,
  work: (driver: postgres.Sql) => Promise<T>,
) {
  const { url, pooled } = readDatabaseUrl(address)
  if (pooled)
    throw new ConfigurationError(
      'A move takes one long transaction: name PostgreSQL itself, not a pooler (no pgbouncer=true).',
    )
  const driver = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 })
  try {
    await driver`select 1`.catch((error: Error) => {
      throw new ConfigurationError(`${nameOf(address)} does not answer: ${error.message}.`)
    })
    return await work(driver)
  } finally {
    await driver.end({ timeout: 5 })
  }
}

/** Runs the work in one transaction of a PostgreSQL, which sees one moment of it. */
export async function inPostgres<T>(
  driver: postgres.Sql,
  work: (side: Side) => Promise<T>,
): Promise<T> {
  return (await driver.begin('isolation level repeatable read', async (tx) => {
    await tx.unsafe(
      'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    return work({
      query: queryOn(tx),
      read: async (select) => {
        // The driver's own `copy … to stdout` leaves its connection paused at times.
        const rows = (await tx.unsafe(select).raw()) as unknown as (Uint8Array | null)[][]
        return [Buffer.from(rows.map(lineOf).join(''))]
      },
      write: async (table, rows) => {
        const into = await tx.unsafe(`copy ${table} from stdin`).writable()
        await new Promise<void>((resolve, reject) => {
          into.once('error', reject)
          into.once('finish', resolve)
          for (const part of rows) into.write(part)
          into.end()
        })
      },
    })
  })) as T
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Writes a row in the text form of `copy`. */
function lineOf(row: (Uint8Array | null)[]): string {
  const fields = row.map((field) =>
    field === null
      ? '\\N'
      : Buffer.from(field)
          .toString()
          .replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character]!),
  )
  return `${fields.join('\t')}\n`
}

/** Returns the address of a database without its password, for people. */
export function nameOf(address: string): string {
  const url = new URL(address)
  url.password = ''
  url.search = ''
  return url.href
}
