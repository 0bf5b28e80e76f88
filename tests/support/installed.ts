import { appendFileSync, cpSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readDeclaredState } from '../../server/embedded-supabase/database/declared-state.ts'
import { headOf } from '../../server/embedded-supabase/database/program.ts'
import { releasedFolder } from './released.ts'

/** The changes of a later version. */
export interface Later {
  /** The statements of its migration on tables and rows. */
  tables: string
  /** Its additions to the declared state. */
  declares?: string
}

export const LATER = '29990101000001_later.sql'

/** Installs this program in another folder, as a later version would be. */
export async function installedLater(
  folder: string,
  { tables, declares = tables }: Later,
): Promise<string> {
  const supabase = path.join(folder, 'supabase')
  cpSync(await releasedFolder(), supabase, { recursive: true })
  for (const part of ['build', 'node_modules', 'package.json', 'public'])
    symlinkSync(path.resolve(part), path.join(folder, part))
  appendFileSync(path.join(supabase, 'schemas/home/choices.sql'), `\n${declares}\n`)
  const { hash } = readDeclaredState(supabase)
  writeFileSync(
    path.join(supabase, 'migrations', LATER),
    `${headOf('9.0.0', hash)}\n$tables$\n${tables}\n$tables$\n`,
  )
  return folder
}
