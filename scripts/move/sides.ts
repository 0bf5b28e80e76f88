import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { OwnerSql } from '../../server/embedded-supabase/database/owner-sql.ts'
import { connectionTo } from '../../server/embedded-supabase/database/pool.ts'
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
export async function withPostgresOf<T>(address: string, work: (side: Side) => Promise<T>) {
  const { pooled, ...connection } = connectionTo(address)
  if (pooled)
    throw new ConfigurationError(
      'A move takes one long transaction: name PostgreSQL itself, not a pooler (no pgbouncer=true).',
    )
  // Copied rows are a part of their statement, behind which nothing else is sent.
  const client = new pg.Client({ ...connection, pipeline: false })
  // Each statement tells of a lost connection itself.
  client.on('error', () => {})
  try {
    await client.connect().catch((error: Error) => {
      throw new ConfigurationError(`${nameOf(address)} does not answer: ${error.message}.`)
    })
    return await work({
      query: async <Row>(text: string, params?: unknown[]) =>
        (await client.query(text, params)).rows as Row[],
      read: async (text) => {
        const { rows } = await client.query<(string | null)[]>({
          ...{ text, rowMode: 'array' as const },
          types: { getTypeParser: () => (field: string) => field } as pg.CustomTypesConfig,
        })
        return [Buffer.from(rows.map(lineOf).join(''))]
      },
      write: (table, rows) =>
        new Promise<void>((resolve, reject) => {
          client.query(copyInto(table, rows, (error) => (error ? reject(error) : resolve())))
        }),
    })
  } finally {
    await client.end()
  }
}

/** Is a statement that sends rows as a part of it; the driver's interface for statements of others. */
function copyInto(table: string, rows: Uint8Array[], callback: (error?: Error) => void) {
  return {
    callback,
    submit: (connection: pg.Connection) => connection.query(`copy ${table} from stdin`),
    handleCopyInResponse(connection: CopyingConnection) {
      // The driver takes no other array of bytes.
      for (const { buffer, byteOffset, byteLength } of rows)
        connection.sendCopyFromChunk(Buffer.from(buffer, byteOffset, byteLength))
      connection.endCopyFrom()
    },
    handleCommandComplete() {},
    handleError: (error: Error) => callback(error),
    handleReadyForQuery: () => callback(),
  }
}

interface CopyingConnection {
  sendCopyFromChunk(part: Buffer): void
  endCopyFrom(): void
}

/** Runs the work in one transaction of a PostgreSQL, which sees one moment of it. */
export async function inPostgres<T>(side: Side, work: (side: Side) => Promise<T>): Promise<T> {
  await side.query('begin isolation level repeatable read')
  try {
    await side.query(
      'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    const done = await work(side)
    await side.query('commit')
    return done
  } catch (error) {
    // The first error says why; a lost connection cannot be rolled back.
    await side.query('rollback').catch(() => {})
    throw error
  }
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Writes a row in the text form of `copy`. */
function lineOf(row: (string | null)[]): string {
  const fields = row.map((field) =>
    field === null ? '\\N' : field.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character]!),
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
