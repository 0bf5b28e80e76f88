import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'smol-toml'

/** The folder of the declared state: what the database is, file by file. */
const SCHEMAS = 'supabase/schemas'
/**
 * Returns the files of the declared state in their order, which is that of `schema_paths` in supabase/config.toml.
 *
 * @throws Error when a file and the list disagree.
 */
export function declaredFiles(): string[] {
  const config = parse(readFileSync('supabase/config.toml', 'utf8')) as {
    db: { migrations: { schema_paths: string[] } }
  }
  const listed = config.db.migrations.schema_paths.map((file) => path.join('supabase', file))
  const there = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => path.join(SCHEMAS, file))
  const unlisted = there.filter((file) => !listed.includes(file))
  if (unlisted.length > 0)
    throw new Error(`Add to schema_paths in supabase/config.toml: ${unlisted.join(', ')}.`)
  const missing = listed.filter((file) => !there.includes(file))
  if (missing.length > 0)
    throw new Error(`supabase/config.toml names files that do not exist: ${missing.join(', ')}.`)
  if (new Set(listed).size < listed.length)
    throw new Error('schema_paths in supabase/config.toml names a file twice.')
  return listed
}

/** Returns the declared state as one text, each part after the name of its file. */
export function declaredState(): string {
  const parts = declaredFiles().map(
    (file) => `\n-- ${file}\n\n${readFileSync(file, 'utf8').replaceAll('\r\n', '\n')}`,
  )
  return parts.join('')
}
