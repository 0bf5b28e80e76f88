import type { TestDatabase } from './database.ts'

type Sql = TestDatabase['sql']

/** Names and types as the catalogue has them. */
type Typed = Record<string, string>

/** The names and values that a generated request may use. */
export interface Vocabulary {
  /** Columns of each table. */
  tables: Record<string, Typed>
  /** Arguments of each function, and the words in its source: keys of its JSON, states, sort orders. */
  functions: Record<string, { args: Typed; words: string[] }>
  /** Ids of rows of both companies. */
  ids: string[]
  /** The caller's own first. */
  projects: string[]
}

/** The depth to which the functions that a function calls are searched for words. */
const DEPTH = 3

/**
 * Reads every table, function, argument and word of the database's API, and some ids of each
 * table.
 */
export async function readVocabulary(sql: Sql, projects: string[]): Promise<Vocabulary> {
  const tables: Vocabulary['tables'] = {}
  for (const { name, column, type } of await sql<Record<'name' | 'column' | 'type', string>>(
    `select c.relname as name, a.attname as column, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by 1, a.attnum`,
  ))
    tables[name] = { ...tables[name], [column]: type }
  const ids = new Set<string>()
  for (const name of Object.keys(tables).filter((table) => tables[table]!.id === 'uuid'))
    for (const project of projects)
      for (const { id } of await sql<{ id: string }>(
        `select id from public.${name} where to_jsonb(${name}) ->> 'project_id' = $1 order by id limit 2`,
        [project],
      ))
        ids.add(id)
  return { tables, functions: await readFunctions(sql), ids: [...ids], projects }
}

/** A function as the catalogue has it; `args` is null where it takes none. */
interface FunctionSource {
  schema: string
  name: string
  source: string
  args: Typed | null
}

/** Reads all functions with their arguments and sources, and the sources of those in `private` by name. */
export async function readSources(sql: Sql) {
  const all = await sql<FunctionSource & Record<string, unknown>>(
    `select f.pronamespace::regnamespace::text as schema, f.proname as name, pg_get_functiondef(f.oid) as source,
       (select jsonb_object_agg(a.name, format_type(a.type, null))
        from unnest(f.proargnames[1:f.pronargs], f.proargtypes::oid[]) as a (name, type) where a.name <> '') as args
     from pg_proc f where f.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and f.prokind = 'f' order by 1, 2`,
  )
  const behind = new Map(
    all.filter(({ schema }) => schema === 'private').map(({ name, source }) => [name, source]),
  )
  return { all, behind }
}

async function readFunctions(sql: Sql): Promise<Vocabulary['functions']> {
  const { all, behind } = await readSources(sql)
  const sources = (source: string, depth: number): string =>
    [...new Set([...source.matchAll(/private\.(\w+)\(/g)].map(([, name]) => name!))]
      .filter(() => depth > 0)
      .map((name) => sources(behind.get(name) ?? '', depth - 1))
      .concat(source)
      .join('\n')
  return Object.fromEntries(
    all
      .filter(({ schema }) => schema === 'public')
      .map(({ name, source, args }) => {
        const words = [...sources(source, DEPTH).matchAll(/'([a-z][a-z0-9_ ]{1,30})'/g)]
        return [name, { args: args ?? {}, words: [...new Set(words.map(([, word]) => word!))] }]
      }),
  )
}

/** Texts that identify a row: its id, or a unique name. */
export interface Marks {
  size: number
  /** Returns the marks that a text contains. */
  in(text: string): string[]
}

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g
const NAME =
  /(?<="(?:name|customer_name|description|display_name|supplier|tin_no|email)": ")[^"\\]{8,}(?=")/g

/** Marks of rows of these projects that no row of the others has, and that no request says. */
export async function marksOf(
  sql: Sql,
  { ids, projects: named }: Vocabulary,
  projects: string[],
  others: string[],
): Promise<Marks> {
  const of = async (wanted: string[], mark: RegExp) =>
    new Set((await projectRows(sql, wanted)).flatMap(({ row }) => row.match(mark) ?? []))
  const alone = async (mark: RegExp) => {
    const known = await of(others, mark)
    const said = new Set([...known, ...ids, ...named])
    return [...(await of(projects, mark))].filter((one) => !said.has(one))
  }
  const [rows, names] = [new Set(await alone(ID)), await alone(NAME)]
  return {
    size: rows.size + names.length,
    in: (text) => [
      ...(text.match(ID) ?? []).filter((id) => rows.has(id)),
      ...names.filter((name) => text.includes(name)),
    ],
  }
}

/** Returns all rows of some projects as text, without the columns in which a server notes its own mails and jobs. */
export async function projectRows(
  sql: Sql,
  projects: string[],
): Promise<{ table: string; row: string }[]> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const found: { table: string; row: string }[] = []
  for (const { name } of tables)
    for (const { row } of await sql<{ row: string }>(
      `select (r.row - '{mail_job,push_job,next_at}'::text[])::text as row from (select to_jsonb(t) as row from public.${name} t) r
       where coalesce(r.row ->> 'project_id', case '${name}' when 'projects' then r.row ->> 'id' end) = any ($1::text[]) order by 1`,
      [projects],
    ))
      found.push({ table: name, row })
  return found
}
