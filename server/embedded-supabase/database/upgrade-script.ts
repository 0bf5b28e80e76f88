import { type CodeObject, withoutBreaks } from './code-objects.ts'
import type { DeclaredState } from './declared-state.ts'
import type { OwnerSql } from './owner-sql.ts'

type Query = Pick<OwnerSql, 'query'>

/** A code object as a database records it. */
interface RecordedObject {
  kind: CodeObject['kind']
  name: string
  hash: string
  signature: string
  position: number
  /** The statement; null but for grants, which are taken back by it. */
  text: string | null
}

/** The statements that replace the code of a database, before and after the tables change. */
export interface CodeChanges {
  before: string[]
  after: string[]
}

/** Returns the words by which an object is dropped, as `function private.sort_key`. */
export const keyOf = ({ kind, name }: Pick<CodeObject, 'kind' | 'name'>) => `${kind} ${name}`

/**
 * Plans how the code of a database becomes that of the declared state. An object whose text is the recorded one stays as it
 * is. One with another signature is dropped with whatever depends on it, and these are made again.
 *
 * @param deltas The text of the migrations that are applied in between: what they drop is made again.
 * @throws Error when a table depends on what would be dropped: that takes a migration.
 */
export async function planCode(
  sql: Query,
  { objects }: DeclaredState,
  deltas: string,
): Promise<CodeChanges> {
  const recorded = await recordedObjects(sql)
  const was = new Map(recorded.map((each) => [keyOf(each), each]))
  const is = new Map(objects.map((each) => [keyOf(each), each]))
  const dropped = droppedBy(deltas)
  const isSame = (each: CodeObject) =>
    was.get(keyOf(each))?.hash === each.hash && !dropped.has(keyOf(each))

  const gone = recorded.filter((each) => !is.has(keyOf(each)))
  const changed = objects.filter((each) => !isSame(each))
  const obsolete = [...gone.filter(isDroppable), ...changed.filter((each) => mustDrop(each, was))]
  const lost = await withDependents(
    sql,
    obsolete.filter((each) => !dropped.has(keyOf(each))),
  )
  const unknown = [...lost].filter((key) => !was.has(key) && !is.has(key))
  for (const key of unknown) if (!key.startsWith('trigger ')) throw pinned(key)

  const made = objects.filter(
    (each) =>
      !isSame(each) ||
      lost.has(keyOf(each)) ||
      lost.has(`function ${each.exposes}`) ||
      // A call has made these triggers, and makes those that are declared now.
      (each.kind === 'call' && unknown.length > 0),
  )
  if (made.length + gone.length === 0) return { before: [], after: [] }
  const position = (key: string) =>
    was.get(key)?.position ?? objects.findIndex((each) => keyOf(each) === key)
  const tied = lost.size > 0 ? await tiedFunctions(sql) : new Set()
  const inOrder = [...lost].sort((a, b) => rank(a) - rank(b) || position(b) - position(a))
  const mayWait = (key: string) => key.startsWith('function ') && !tied.has(key)
  const isTold = (each: CodeObject) => lost.has(each.name) || lost.has(targetOf(each))
  const comments = objects.filter(
    (each) => each.kind === 'comment' && (!isSame(each) || isTold(each)),
  )
  return {
    before: [
      ...gone.filter(({ kind }) => kind === 'grant').map(({ text }) => takenBack(text!)),
      ...gone
        .filter(({ kind }) => kind === 'comment')
        .filter((each) => is.has(each.name))
        .map(uncommented),
      ...inOrder.filter((key) => !mayWait(key)).map(dropOf),
    ],
    after: [
      ...inOrder.filter(mayWait).map(dropOf),
      ...made
        .filter(({ kind }) => kind !== 'rows' && kind !== 'grant' && kind !== 'comment')
        .flatMap(makingOf),
      ...made.filter(({ kind }) => kind === 'rows').flatMap(makingOf),
      ...objects.filter(({ kind }) => kind === 'grant').map(({ text }) => text),
      ...comments.map(({ text }) => text),
    ],
  }
}

/** Returns the code objects that a database records; none of a version that recorded none. */
export async function recordedObjects(sql: Query): Promise<RecordedObject[]> {
  const [there] = await sql.query(
    `select from pg_catalog.pg_class where oid = to_regclass('private.code_objects')`,
  )
  if (!there) return []
  return sql.query<RecordedObject>('select * from private.code_objects order by position')
}

/** The schema "known" is made of everything else: it goes before an upgrade, and is made again after it. */
export const [DROP_KNOWN, MAKE_KNOWN] = [
  'drop schema if exists known cascade;',
  'select private.make_known();',
]

/** Returns the statements that record the code objects of a database, so that the next upgrade finds what has changed. */
export function recordCode({ objects }: DeclaredState): string[] {
  const rows = objects.map(({ kind, name, hash, signature, text }, position) => ({
    ...{ kind, name, hash, signature, position },
    text: kind === 'grant' ? withoutBreaks(text) : null,
  }))
  return [
    'delete from private.code_objects;',
    `insert into private.code_objects (kind, name, hash, signature, position, text)
select r.kind, r.name, r.hash, r.signature, r.position, r.text
from jsonb_to_recordset(${literal(JSON.stringify(rows))}::jsonb)
  r (kind text, name text, hash text, signature text, position int, text text);`,
  ]
}

/** Escapes a text as a string of SQL. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Returns the objects that migrations drop, so that they are made again where they are still declared. */
function droppedBy(deltas: string): Set<string> {
  const found = new Set<string>()
  const drop =
    /\bdrop (function|view|policy|trigger) (?:if exists )?"?(\w+)"?(?:\."?(\w+)"?)?(?:\([^;]*?\))?(?: on "?(\w+)"?\."?(\w+)"?)?/gi
  for (const [, kind, first, second, schema, table] of deltas.matchAll(drop)) {
    const name = second ? `${first}.${second}` : first!
    found.add(`${kind!.toLowerCase()} ${schema ? `${name} on ${schema}.${table}` : name}`)
  }
  return found
}

const isDroppable = ({ kind }: Pick<CodeObject, 'kind'>) =>
  kind === 'function' || kind === 'view' || kind === 'policy' || kind === 'trigger'

/** Functions are replaced in place while arguments and result stay; views, policies and triggers never. */
function mustDrop(each: CodeObject, was: ReadonlyMap<string, RecordedObject>): boolean {
  const before = was.get(keyOf(each))
  if (!before || !isDroppable(each)) return false
  return each.kind !== 'function' || before.signature !== each.signature
}

/**
 * Returns the keys of functions that depend on tables or views, by their body or the rows that they take or return. Others are
 * dropped after the tables have changed, since triggers may call them until then.
 */
export async function tiedFunctions(sql: Query): Promise<Set<string>> {
  const rows = await sql.query<{ key: string }>(`
    with recursive tied as (
      select p.oid from pg_proc p
      where exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass)
        or exists (select from pg_type t left join pg_type e on e.oid = t.typelem
          where t.oid = any (array_append(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.prorettype))
            and (t.typrelid <> 0 or e.typrelid <> 0))
      union
      select d.objid from tied t join pg_depend d on d.refclassid = 'pg_proc'::regclass and d.refobjid = t.oid
      where d.classid = 'pg_proc'::regclass
    )
    select format('function %s.%s', n.nspname, p.proname) as key
    from tied t join pg_proc p on p.oid = t.oid join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private')`)
  return new Set(rows.map(({ key }) => key))
}

/** Policies and triggers go first: they use functions, and nothing uses them. */
const rank = (key: string) => (/^(policy|trigger) /.test(key) ? 0 : 1)

/** `function private.sort_key` and `policy customers_select on public.customers` are dropped by these words. */
const dropOf = (key: string) => `drop ${key};`

/** Views, policies and triggers of a version that recorded none may be there already. */
function makingOf({ kind, name, text }: CodeObject): string[] {
  if (kind === 'policy' || kind === 'trigger' || kind === 'view')
    return [`drop ${kind} if exists ${name};`, text]
  if (kind !== 'rows') return [text]
  const table = name.split('.')[1]!
  return [
    `create temporary table ${table}_declared (like ${name}) on commit drop;`,
    text.replace(name, `${table}_declared`),
    `select private.replace_rows(${literal(name)}, '${table}_declared');`,
  ]
}

/** `grant … to …;` becomes `revoke … from …;`, and the other way round. */
function takenBack(grant: string): string {
  const [is, becomes] = /^grant/i.test(grant) ? GIVEN : [...GIVEN].reverse()
  const roles = grant.toLowerCase().lastIndexOf(` ${is!.to} `)
  const what = grant.slice(is!.verb.length, roles)
  return `${becomes!.verb}${what} ${becomes!.to} ${grant.slice(roles + is!.to.length + 2)}`
}
const GIVEN = [
  { verb: 'grant', to: 'to' },
  { verb: 'revoke', to: 'from' },
]

const uncommented = ({ name }: RecordedObject) => `comment on ${name} is null;`

/** The key of the object that a comment is about. */
const targetOf = ({ kind, name }: CodeObject) => (kind === 'comment' ? name : '')

function pinned(key: string): Error {
  return new Error(
    `${key} depends on code that changes, and is no code object: write a migration that drops it and makes it again.`,
  )
}

/** Returns the keys of code objects that are there, with those of everything that depends on them. */
async function withDependents(
  sql: Query,
  obsolete: readonly Pick<CodeObject, 'kind' | 'name'>[],
): Promise<Set<string>> {
  if (obsolete.length === 0) return new Set()
  const rows = await sql.query<{ key: string }>(DEPENDENTS, [JSON.stringify(obsolete.map(keyOf))])
  return new Set(rows.map(({ key }) => key))
}

/** Names an object of the catalogue by its key; $1 is a list of keys. */
const DEPENDENTS = `
with recursive named as (
  select 'pg_proc'::regclass as class, p.oid, format('function %s.%s', n.nspname, p.proname) as key
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private', 'known')
  union all
  select 'pg_class'::regclass, c.oid, format('%s %s.%s', case c.relkind when 'v' then 'view' else 'table' end, n.nspname, c.relname)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'private', 'known')
  union all
  select 'pg_policy'::regclass, p.oid, format('policy %s on %s.%s', p.polname, n.nspname, c.relname)
  from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
  union all
  select 'pg_trigger'::regclass, t.oid, format('trigger %s on %s.%s', t.tgname, n.nspname, c.relname)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal
  union all
  select 'pg_constraint'::regclass, k.oid, format('constraint %s on %s', k.conname, k.conrelid::regclass) from pg_constraint k where k.conrelid <> 0
  union all
  select 'pg_attrdef'::regclass, a.oid, format('default of column %s of %s', a.adnum, a.adrelid::regclass) from pg_attrdef a
), lost as (
  select n.class, n.oid from named n where n.key in (select jsonb_array_elements_text($1::text::jsonb))
  union
  select d.class, d.oid from lost l
  cross join lateral (
    select case when d.classid = 'pg_rewrite'::regclass then 'pg_class'::regclass else d.classid::regclass end as class,
      case when d.classid = 'pg_rewrite'::regclass then (select r.ev_class from pg_rewrite r where r.oid = d.objid) else d.objid end as oid
    from pg_depend d where d.refclassid = l.class and d.refobjid = l.oid and d.deptype in ('n', 'a')
    union all
    -- Functions that take or return a row of a view
    select d.classid::regclass, d.objid from pg_type t
    join pg_depend d on d.refclassid = 'pg_type'::regclass and d.refobjid in (t.oid, t.typarray) and d.deptype = 'n'
    where l.class = 'pg_class'::regclass and t.typrelid = l.oid) d
  where d.oid <> l.oid
)
select distinct coalesce(n.key, format('%s %s', l.class, l.oid)) as key from lost l left join named n using (class, oid)
where n.key is null or n.key not like '% known.%'`
