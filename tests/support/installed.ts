import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Installs this program in another folder, with more migrations, as a later version would have them. */
export function installed(folder: string, more: Record<string, string>): string {
  cpSync('supabase', path.join(folder, 'supabase'), { recursive: true })
  for (const part of ['build', 'node_modules', 'package.json', 'public'])
    symlinkSync(path.resolve(part), path.join(folder, part))
  for (const [file, text] of Object.entries(more))
    writeFileSync(path.join(folder, 'supabase/migrations', file), text)
  return folder
}
