import path from 'node:path'
import { type DeclaredState, readDeclaredState } from './declared-state.ts'
import { type Migration, readMigrations } from './migrations.ts'

/** The database that this program needs: its declared state, and the migrations that lead older databases to it. */
export interface Program {
  migrations: readonly Migration[]
  declared: DeclaredState
  /** The newest migration leads to the declared state: false between two releases. */
  isReleased: boolean
}

/** Reads the folder `supabase` of a program. */
export function readProgram(supabase: string): Program {
  const migrations = readMigrations(path.join(supabase, 'migrations'))
  const declared = readDeclaredState(supabase)
  const newest = migrations.at(-1)
  return { migrations, declared, isReleased: !!newest && stateOf(newest) === declared.hash }
}

/** Returns the hash of the declared state to which a migration leads, which its first line names. */
const stateOf = ({ text }: Migration) => /^-- .*\bstate ([0-9a-f]{64})/.exec(text)?.[1] ?? null

/**
 * Returns the statements of a migration that change tables and rows. What it says of code is for the Supabase CLI alone: this
 * program takes code from the declared state.
 */
export function tablesOf({ text }: Migration): string {
  return /\$tables\$([\s\S]*)\$tables\$/.exec(text)?.[1] ?? ''
}

/** Returns the statements of a migration that drop functions once tables and rows have changed. */
export function goneOf({ text }: Migration): string {
  return /\$gone\$([\s\S]*)\$gone\$/.exec(text)?.[1] ?? ''
}

/** Returns the first line of a migration that leads to a declared state. */
export const headOf = (version: string, state: string) =>
  `-- Version ${version}, state ${state}. Written by \`npm run release\`.`
