import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { statementsOf } from '../../server/embedded-supabase/database/code-objects.ts'
import { declaredFiles } from '../../server/embedded-supabase/database/declared-state.ts'

/**
 * The folders of supabase/schemas by level: a file uses names of its own folder and of those of the levels above it in
 * this list, never of a folder beside or below it.
 */
const LEVELS = [
  ['foundation'],
  ['projects'],
  ['tables'],
  ['documents'],
  ['ledgers'],
  ['accounting'],
  ['customers', 'expenses', 'administration'],
  ['sales'],
  ['receivables'],
  ['treasury', 'memos'],
  ['inventory'],
  ['imports', 'field'],
  ['reports'],
  ['home', 'audit'],
  ['notifications'],
  ['jobs'],
  ['generated'],
]

const MOST_LETTERS = 140
const MOST_LINES = 80
const MOST_LINES_OF_FILE = 400

interface File {
  /** `sales/bookings.sql` */
  name: string
  text: string
  /** Its statements without the comments of SQL. */
  statements: string[]
}

/** A quoted text, or a comment to the end of its line. */
const withoutComments = (sql: string) =>
  sql.replaceAll(/('(?:[^']|'')*')|--[^\n]*/g, (_, quoted?: string) => quoted ?? '').trim()

const files: File[] = declaredFiles().map((file) => {
  const text = readFileSync(file, 'utf8')
  const name = path.relative(path.join('supabase', 'schemas'), file).replaceAll(path.sep, '/')
  return { name, text, statements: statementsOf(text).map(withoutComments) }
})

/** Functions, tables and views by name, with the first file that makes them. */
function definitionsOf(files: readonly File[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { name, statements } of files)
    for (const statement of statements) {
      const [, exposed] = /^select private\.expose\('(\w+)'/.exec(statement) ?? []
      const [, made = exposed && `public.${exposed}`] =
        /^create (?:or replace )?(?:unlogged )?(?:function|table|view) ([\w.]+)/.exec(statement) ??
        []
      if (made && !found.has(made)) found.set(made, name)
    }
  return found
}

/** Names that a file uses and another one makes. Grants, and comments on objects, use nothing. */
function usesOf(files: readonly File[]): { from: string; to: string; name: string }[] {
  const definitions = definitionsOf(files)
  return files.flatMap(({ name: from, statements }) => {
    const text = statements.filter((each) => !/^(comment on|grant|revoke)\b/.test(each)).join('\n')
    const names = new Set([...text.matchAll(/\b(?:private|public)\.\w+/g)].map(([name]) => name))
    return [...names].flatMap((name) => {
      const to = definitions.get(name)
      return to && to !== from ? { from, to, name } : []
    })
  })
}

const folderOf = (file: string) => file.split('/')[0]!
const levelOf = (file: string) => LEVELS.findIndex((level) => level.includes(folderOf(file)))

/** Uses of a name from a level above, or from a folder beside. */
const wrongUses = (files: readonly File[]) =>
  usesOf(files)
    .filter(({ from, to }) => folderOf(from) !== folderOf(to) && levelOf(to) >= levelOf(from))
    .map(({ from, to, name }) => `${from} uses ${name} of ${to}`)

/** Uses of a name of a later file: a circle of files has at least one. */
function earlyUses(files: readonly File[]): string[] {
  const places = new Map(files.map(({ name }, at) => [name, at]))
  return usesOf(files)
    .filter(({ from, to }) => places.get(to)! > places.get(from)!)
    .map(({ from, to, name }) => `${from} uses ${name} of ${to}, a later file`)
}

const fileOf = (name: string, sql: string): File => ({
  name,
  text: sql,
  statements: statementsOf(sql).map(withoutComments),
})

describe('the direction of SQL', () => {
  it('knows the level of every folder, and files are listed by level', () => {
    expect([...new Set(files.map(({ name }) => folderOf(name)))].sort()).toEqual(
      LEVELS.flat().sort(),
    )
    const levels = files.map(({ name }) => levelOf(name))
    expect(levels).toEqual([...levels].sort((a, b) => a - b))
  })

  it('has the levels that docs/architecture.md shows', () => {
    const page = readFileSync('docs/architecture.md', 'utf8')
    const [, table = ''] = /\| Level +\| Folders of SQL .*\n\| -.*\n((?:\|.*\n)+)/.exec(page) ?? []
    const shown = [...table.matchAll(/^\| \w+ +\| (.*?) +\|$/gm)].flatMap(([, level = '']) =>
      level.split('; then ').map((folders) => folders.replace(/ \(.*\)/, '').split(', ')),
    )
    expect(shown).toEqual(LEVELS)
  })

  it('reads the names that files use', () => {
    expect(definitionsOf(files).size).toBeGreaterThan(900)
    expect(usesOf(files).length).toBeGreaterThan(2000)
  })

  it('goes from a folder to lower levels only', () => {
    expect(wrongUses(files)).toEqual([])
  })

  it('has no circle of files: each uses names of files before it', () => {
    expect(earlyUses(files)).toEqual([])
  })

  it('finds a use of a level above, of a folder beside, and a circle', () => {
    const made = [
      fileOf('tables/a.sql', 'create table public.a (id uuid); -- private.c()'),
      fileOf('sales/b.sql', 'create function private.b() returns text as $$ private.c() $$;'),
      fileOf(
        'home/c.sql',
        `create function private.c() returns text as $$ '--', private.b(), private.d() $$;
        comment on function private.c is 'See private.d.';`,
      ),
      fileOf('audit/d.sql', 'create function private.d() returns public.a as $$ $$;'),
    ]
    expect(wrongUses(made)).toEqual([
      'sales/b.sql uses private.c of home/c.sql',
      'home/c.sql uses private.d of audit/d.sql',
    ])
    expect(earlyUses(made)).toEqual([
      'sales/b.sql uses private.c of home/c.sql, a later file',
      'home/c.sql uses private.d of audit/d.sql, a later file',
    ])
  })
})

describe('the size of SQL', () => {
  it(`has no line over ${MOST_LETTERS} letters`, () => {
    const long = files.flatMap(({ name, text }) =>
      text
        .split('\n')
        .flatMap((line, at) => (line.length > MOST_LETTERS ? `${name}:${at + 1}` : [])),
    )
    expect(long).toEqual([])
  })

  it(`has no function over ${MOST_LINES} lines`, () => {
    const long = files.flatMap(({ text }) =>
      statementsOf(text)
        .map((statement) => statement.replace(/^(?:\s+|--[^\n]*(?:\n|$))+/, ''))
        .filter((statement) => statement.split('\n').length > MOST_LINES)
        .flatMap((statement) => /^create or replace function ([\w.]+)/.exec(statement)?.[1] ?? []),
    )
    expect(long).toEqual([])
  })

  it(`has no file over ${MOST_LINES_OF_FILE} lines`, () => {
    const long = files.filter(({ text }) => text.trimEnd().split('\n').length > MOST_LINES_OF_FILE)
    expect(long.map(({ name }) => name)).toEqual([])
  })
})
