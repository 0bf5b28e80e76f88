import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Backend } from './backend.ts'
import {
  compareMigrations,
  isOfVersion1,
  type Migration,
  pendingAmong,
  type Recorded,
} from './embedded-supabase/database/migrations.ts'
import { type Program, readProgram } from './embedded-supabase/database/program.ts'
import { ConfigurationError } from './env.ts'
import { accountClient } from './supabase.ts'

const TIMEOUT_MS = 3000
/** A project that is paused or starts just now may answer a moment later. */
const TRIES = 3
const PAUSE_MS = 1000
/** PostgREST says so of a function that it does not find. */
const NO_FUNCTION = 'PGRST202'

let read: Program | null = null

/** Returns the program as it was when it started: files of the next version may lie there later. */
export function ownProgram(): Program {
  read ??= readProgram(path.resolve('supabase'))
  return read
}

const ownMigrations = () => ownProgram().migrations

/**
 * Refuses a database that another version has upgraded since this server began, by the answer of `current_identity`.
 *
 * @throws Error for the 503 page.
 */
export function requireOwnState(identity: unknown): void {
  const state = (identity as { state?: string | null } | null)?.state
  if (state && state !== ownProgram().declared.hash)
    throw new Error('The database belongs to another version now.')
}

/** Asks a hosted project for the migrations that it records, oldest first; an older one has no function for it. */
async function askRecorded(
  backend: Backend,
): Promise<{ recorded: Recorded[]; refusal: null } | { recorded: null; refusal: string }> {
  const { data, error } = await accountClient(backend)
    .rpc('recorded_migrations')
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
  if (error && error.code !== NO_FUNCTION) return { recorded: null, refusal: error.message }
  const told = data as { migrations: Recorded[] } | null
  return { recorded: told?.migrations ?? [], refusal: null }
}

/** Reads the migrations that a hosted project records, and the files that it lacks; null where it does not tell. */
export async function hostedMigrations(
  backend: Backend,
): Promise<{ recorded: Recorded[]; pending: string[] } | null> {
  const { recorded } = await askRecorded(backend)
  if (!recorded) return null
  const pending = pendingAmong(recorded, ownMigrations())
  return { recorded, pending: pending.map(({ file }) => file) }
}

/**
 * Compares the migrations of a hosted project with those of this program. A project that does not answer is only told in
 * the log: pages say so themselves, and it may be back soon.
 *
 * @throws ConfigurationError when the project lacks migrations, is newer, or has others.
 */
export async function requireHostedMigrations(backend: Backend, log: Logger): Promise<void> {
  const migrations = ownMigrations()
  for (let left = TRIES; ; left--) {
    const { recorded, refusal } = await askRecorded(backend)
    if (recorded) {
      const [first, ...more] = compareMigrations(recorded, migrations)
      if (first && isOfVersion1(recorded)) throw notRepaired(migrations[0]!)
      if (first) throw lacking(first.file, more.length + 1)
      return
    }
    if (left === 1) {
      log.warn(
        { refusal },
        'The Supabase project does not answer: its migrations are not compared.',
      )
      return
    }
    await sleep(PAUSE_MS)
  }
}

/** The commands by which a hosted project of version 1.2.0 gets the history of version 2. */
export const repairCommands = ({ version }: Pick<Migration, 'version'>) => [
  'npx supabase migration repair --status reverted',
  `npx supabase migration repair --status applied ${version}`,
  'npx supabase db push',
]

function notRepaired(baseline: Migration): ConfigurationError {
  return new ConfigurationError(
    `The Supabase project is of version 1.2.0. Run ${repairCommands(baseline).join(', then ')}, then start again: docs/operations.md, "Upgrades".`,
  )
}

function lacking(first: string, count: number): ConfigurationError {
  return new ConfigurationError(
    `The Supabase project lacks ${count} ${count === 1 ? 'migration' : 'migrations'} of this version, from ${first} on. Run npx supabase db push, then start again: docs/operations.md, "Upgrades".`,
  )
}
