import { createHash } from 'node:crypto'

/**
 * The kinds of code objects. `call` calls a function that makes triggers or functions of a table and may be called again;
 * `rows` are rows that belong to the program, such as roles.
 */
type CodeKind = 'function' | 'view' | 'policy' | 'trigger' | 'call' | 'rows' | 'grant' | 'comment'

/** A statement of the declared state that makes code, which no data depends on. */
export interface CodeObject {
  kind: CodeKind
  /** `private.sort_key`; of a policy or trigger `customers_select on public.customers`. */
  name: string
  text: string
  /** SHA-256 of the text; of a call also of the function that it calls. */
  hash: string
  /** Arguments and result of a function: with others it has to be dropped first. Empty for the other kinds. */
  signature: string
  /** The function of private that a function of public calls, which `private.expose` makes. */
  exposes?: string
}

/** A comment, a quoted text or name, a dollar quote, a semicolon, or whatever stands between them. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'"$/-]+|[^;]/g

/** Separates a script at the semicolons that stand outside of comments, quotes and bodies of functions. */
export function statementsOf(script: string): string[] {
  const found: string[] = []
  let statement = ''
  for (const [token] of script.matchAll(TOKEN)) {
    const isInBody = /\bbegin atomic\b/i.test(statement) && !/\bend\s*$/i.test(statement)
    if (token !== ';' || isInBody) {
      statement += token
      continue
    }
    found.push(`${statement.trim()};`)
    statement = ''
  }
  if (withoutComments(statement)) found.push(`${statement.trim()};`)
  return found.filter((text) => withoutComments(text) !== ';')
}

/** Removes the comments before a statement. */
const withoutComments = (text: string) => text.replace(/^(?:\s+|--[^\n]*(?:\n|$))+/, '')

/** A function of public, with the name of the function of private that it calls. */
const EXPOSED = /^select private\.expose\('(\w+)'/

const OBJECTS: readonly [CodeKind, RegExp][] = [
  ['function', /^create (?:or replace )?function ([\w.]+)/i],
  ['function', EXPOSED],
  ['view', /^create (?:or replace )?view ([\w.]+)/i],
  ['policy', /^create policy (\w+ on [\w.]+)/i],
  ['trigger', /^create (?:or replace )?(?:constraint )?trigger (\w+)\s[\s\S]*?\son ([\w.]+)/i],
  ['call', /^select private\.((?:guard_table|find_by|add_import_kind|notify_when)\([\s\S]*);$/i],
  ['rows', /^insert into (private\.[\w.]+)/i],
  ['grant', /^((?:grant|revoke)\s[\s\S]*);$/i],
  ['comment', /^comment on (\w+ [\w.]+)/i],
]

/** Returns the code objects among statements, in their order; tables, columns, constraints and indexes are none. */
export function codeObjectsOf(statements: readonly string[]): CodeObject[] {
  const found = statements.flatMap((statement): CodeObject[] => {
    const text = withoutComments(statement)
    for (const [kind, pattern] of OBJECTS) {
      const match = pattern.exec(text)
      if (!match) continue
      const name = withoutBreaks(match[2] ? `${match[1]} on ${match[2]}` : match[1]!)
      const signature = kind === 'function' ? signatureOf(text) : ''
      const made = { kind, text, hash: sha256(text), signature }
      return [pattern === EXPOSED ? exposed(made, name) : { ...made, name }]
    }
    return []
  })
  const functions = new Map(
    found.filter(({ kind }) => kind === 'function').map((each) => [each.name, each]),
  )
  return found.map((each) => {
    if (each.kind !== 'call' && !each.exposes) return each
    const called = [...each.text.matchAll(/(private\.\w+)(\(?)/g)]
      .filter(([, , bracket]) => bracket)
      .map(([, name = '']) => functions.get(name)?.hash)
    const { signature = '', text = '' } = functions.get(each.exposes ?? '') ?? {}
    const hash = sha256([each.hash, ...called, headOf(text)].join(' '))
    return each.exposes ? { ...each, hash, signature } : { ...each, hash }
  })
}

const exposed = (made: Omit<CodeObject, 'name'>, name: string): CodeObject => ({
  ...made,
  name: `public.${name}`,
  exposes: `private.${name}`,
})

/** Returns what stands before the body of a function: arguments with their defaults, result, rights and settings. */
const headOf = (text: string) => withoutBreaks(text.split(/\sas \$/)[0]!)

/** Returns what stands between the name of a function and its language. */
function signatureOf(text: string): string {
  const behind = text.slice(text.indexOf('('))
  const end = behind.search(/\slanguage\s/i)
  return end < 0 ? '' : withoutBreaks(behind.slice(0, end))
}

/** Writes a statement with single blanks. */
export const withoutBreaks = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
