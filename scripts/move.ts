import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigurationError, type Env, NO_FOLDER, readEnv } from '../server/env.ts'
import type { Totals } from './move/copy.ts'
import { copyDown } from './move/down.ts'
import type { Project } from './move/project.ts'
import { nameOf } from './move/sides.ts'
import { moveUp } from './move/up.ts'

const USAGE = `Usage:
  npm run move -- --to postgres://…                 the embedded companies of the data folder into an empty PostgreSQL
  npm run move -- --from postgres://… --to <folder> a copy of those of a PostgreSQL into a new folder
For a Supabase add --supabase https://… (the address of its API) and set SUPABASE_SECRET_KEY.`

/** `npm run move` takes companies from the embedded database to a PostgreSQL, or makes an embedded copy of them. */
async function main(): Promise<void> {
  const { from, to, project } = readOptions()
  const env = readEnv()
  const tell = (line: string) => console.log(`${line}.`)
  if (from) {
    const folder = path.resolve(to)
    const files = env.KALAKAL_DATA_DIR ?? NO_FOLDER
    report(await copyDown({ url: from, project, files }, folder, tell))
    console.log(`Done: the copy is in ${folder}. Start a server with KALAKAL_DATA_DIR=${folder}.`)
    return
  }
  const folder = sourceFolder(env)
  report(await moveUp(folder, { url: to, project }, tell))
  console.log(
    project
      ? `Done: start the server with SUPABASE_URL=${project.url}, its keys and SESSION_SECRET. Everybody signs in again.`
      : `Done: start the server with DATABASE_URL=${nameOf(to)} (and its password) and
KALAKAL_DATA_DIR=${folder}, which goes on holding keys and files. Everybody signs in again.`,
  )
}

function readOptions(): { from: string | undefined; to: string; project: Project | null } {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({ options: { from: text, to: text, supabase: text } })
    const isAddress = (value: string) => /^postgres(ql)?:\/\//.test(value)
    const { from, to, supabase } = values
    if (to && (from ? isAddress(from) && !isAddress(to) : isAddress(to)))
      return { from, to, project: supabase === undefined ? null : projectOf(supabase) }
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    // An unknown option.
  }
  throw new ConfigurationError(USAGE)
}

function projectOf(address: string): Project {
  const secretKey = process.env.SUPABASE_SECRET_KEY
  if (!secretKey || !/^https?:\/\//.test(address))
    throw new ConfigurationError(
      '--supabase is the address of the API, such as https://….supabase.co, and SUPABASE_SECRET_KEY its secret key.',
    )
  return { url: address, secretKey }
}

function sourceFolder({ DATABASE_URL, SUPABASE_URL, KALAKAL_DATA_DIR }: Env): string {
  if (DATABASE_URL || SUPABASE_URL || !KALAKAL_DATA_DIR || KALAKAL_DATA_DIR === NO_FOLDER)
    throw new ConfigurationError(
      'Only an embedded database is moved: set KALAKAL_DATA_DIR to its folder, and neither DATABASE_URL nor SUPABASE_URL.',
    )
  return KALAKAL_DATA_DIR
}

/** Prints what was compared: the rows of each table that has some, and the faults that the books had before. */
function report(totals: Totals): void {
  const { compared, tables, rows, faults } = summaryOf(totals)
  for (const line of compared) console.log(line)
  console.log(`${tables} tables and sequences are equal, ${rows} rows by count and checksum.`)
  console.log(
    faults.length === 0
      ? 'Verify books finds nothing wrong.'
      : `Verify books finds the same as before: ${faults.join(', ')}.`,
  )
}

function summaryOf(totals: Totals) {
  const entries = Object.entries(totals)
  const faults = entries.filter(([name]) => name.startsWith('Verify books: '))
  const data = entries.filter(([name]) => !name.startsWith('Verify books: '))
  const counts = data
    // A sequence has "true" or "false" in the second place.
    .filter(([, value]) => /^\d+ -?\d+$/.test(value))
    .map(([name, value]) => ({ name, count: Number(value.split(' ')[0]) }))
  return {
    compared: counts
      .filter(({ count }) => count > 0)
      .map(({ name, count }) => `  ${name}: ${count} rows, equal`),
    tables: data.length,
    rows: counts.reduce((sum, { count }) => sum + count, 0),
    faults: faults.map(([name, count]) => `${name.replace('Verify books: ', '')} (${count})`),
  }
}

main().catch((error: Error) => {
  console.error(error instanceof ConfigurationError ? error.message : error.stack)
  process.exitCode = 1
})
