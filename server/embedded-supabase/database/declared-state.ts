import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'smol-toml'
import { type CodeObject, codeObjectsOf, statementsOf } from './code-objects.ts'

/** The database of this program: the files of `supabase/schemas`, in their order. */
export interface DeclaredState {
  /** All statements of an empty database. */
  script: string
  /** The code objects among them, in the order in which they are made. */
  objects: readonly CodeObject[]
  /** SHA-256 of the script. */
  hash: string
}

/**
 * Returns the files of the declared state in their order, which is that of `schema_paths` in supabase/config.toml.
 *
 * @param supabase The folder `supabase` of the program.
 * @throws Error when a file and the list disagree.
 */
export function declaredFiles(supabase = 'supabase'): string[] {
  const config = parse(readFileSync(path.join(supabase, 'config.toml'), 'utf8')) as {
    db: { migrations: { schema_paths: string[] } }
  }
  const listed = config.db.migrations.schema_paths.map((file) => path.join(supabase, file))
  const there = readdirSync(path.join(supabase, 'schemas'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => path.join(supabase, 'schemas', file))
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

/** Reads the declared state, each part of its script after the name of its file. */
export function readDeclaredState(supabase = 'supabase'): DeclaredState {
  const parts = declaredFiles(supabase).map((file) => {
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
    return `\n-- ${path.relative(supabase, file)}\n\n${text}`
  })
  return declaredStateOf(parts.join(''))
}

/** Makes a declared state of its script. */
export function declaredStateOf(script: string): DeclaredState {
  const hash = createHash('sha256').update(script).digest('hex')
  let objects: readonly CodeObject[] | null = null
  return {
    script,
    hash,
    // A start that finds its database up to date needs the hash alone.
    get objects() {
      objects ??= codeObjectsOf(statementsOf(script))
      return objects
    },
  }
}
