import { type Permission, ROLES, type Scope } from '../../app/platform/access/permissions.ts'
import type { Fixture } from '../support/fixture.ts'
import { ask, type Probe } from '../support/probe.ts'
import { TABLES } from './access-tables.ts'
import { identities, scopeOfRole, type TestIdentity } from './identities.ts'
import { rowsFor } from './reach.ts'

/** Tables whose rows belong to people and to no project. */
export const OF_PEOPLE = ['profiles', 'push_subscriptions']

/** The column that says whose row it is. */
export const key = (table: string) =>
  table === 'projects' ? 'id' : OF_PEOPLE.includes(table) ? 'user_id' : 'project_id'

/**
 * Returns the people who read other rows of a table than declared: everyone, in their own and in
 * the other project, row by row against reach.ts.
 */
export async function wrongReads(fixture: Fixture, table: string): Promise<string[]> {
  if (table === 'profiles') return wrongNames(fixture)
  if (OF_PEOPLE.includes(table)) return wrongOwn(fixture, table)
  const access = TABLES[table]!
  const from = `select ${await nameOfRow(fixture, table)} as row from public.${table} t where t.${key(table)} = $1::uuid`
  const cells = everywhere(fixture).map(({ who, project }) => ({
    cell: `${who.name} reads ${table} of ${project}`,
    who,
    params: [fixture[project], who.user],
    seen: from,
    declared: `${from} and (${rowsFor(table, access, who, who[project])})`,
  }))
  return differences(fixture, cells)
}

/** Returns the people who see other rows than their own in a table without projects. */
async function wrongOwn(fixture: Fixture, table: string): Promise<string[]> {
  const rows = `select t.id as row from public.${table} t`
  const cells = identities(fixture).map((who) => ({
    cell: `${who.name} reads ${table}`,
    who,
    params: [who.user],
    seen: `${rows} where $1::uuid is not null`,
    declared: `${rows} where t.user_id = $1::uuid`,
  }))
  return differences(fixture, cells)
}

/**
 * Returns the people who see names other than their own, those of colleagues where the role may,
 * and those of a Manager's agents.
 */
async function wrongNames(fixture: Fixture): Promise<string[]> {
  const roles = (scope: Scope) => ROLES.filter((role) => scopeOfRole(role, 'people.read') === scope)
  const names = 'select t.user_id as row from public.profiles t'
  const cells = identities(fixture).map((who) => ({
    cell: `${who.name} reads profiles`,
    who,
    params: [
      who.user,
      String(Boolean(who.admin)),
      JSON.stringify(roles('all')),
      JSON.stringify(roles('team')),
    ],
    seen: names,
    declared: `${names} where $2::boolean or (t.user_id = $1::uuid and t.status = 'active') or t.user_id in (
      select m.user_id from public.memberships mine
      join public.projects p on p.id = mine.project_id and p.status = 'active'
      join public.memberships m on m.project_id = p.id
      where mine.user_id = $1::uuid and mine.status = 'active' and (mine.role in (select jsonb_array_elements_text($3::jsonb))
        or (mine.role in (select jsonb_array_elements_text($4::jsonb)) and m.manager_id = $1::uuid)))`,
  }))
  return differences(fixture, cells)
}

/**
 * The rows that one person sees in one table of one project, and the rows that are declared, each
 * as a query for `row`.
 */
interface ReadCell {
  cell: string
  who: TestIdentity
  params: (string | null)[]
  seen: string
  declared: string
}

/** The cells in which the two differ; whoever is not signed in is refused. */
async function differences(fixture: Fixture, cells: ReadCell[]): Promise<string[]> {
  const rows = (query: string) =>
    `select string_agg(q.row::text, ' ' order by q.row::text) from (${query}) q`
  const answers = await ask(
    fixture.db,
    cells.flatMap(({ who, params, seen, declared }): Probe[] => [
      { who: who.user, text: rows(seen), params },
      { who: 'owner', text: rows(declared), params },
    ]),
  )
  return cells.flatMap(({ cell, who }, n) => {
    const seen = answers[2 * n]!
    const should = who.user ? answers[2 * n + 1]! : '42501'
    return seen === should ? [] : [`${cell}: ${seen}, expected ${should}`]
  })
}

/**
 * Returns the expression that identifies a row of a table `t`: its primary key, which everybody
 * who sees rows may read.
 */
async function nameOfRow(fixture: Fixture, table: string): Promise<string> {
  const [found] = await fixture.db.sql<{ name: string }>(
    `select format('concat_ws(''|'', %s)', string_agg('t.' || quote_ident(a.attname), ', ' order by a.attnum)) as name
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indisprimary and i.indrelid = format('public.%I', $1::text)::regclass`,
    [table],
  )
  return found!.name
}

/**
 * Returns the people who write a table otherwise than declared. A refused write must leave the
 * table unchanged; a person who may insert passes the policy and is stopped by a missing column.
 */
export async function wrongWrites(fixture: Fixture, table: string): Promise<string[]> {
  const all = everywhere(fixture).map((each) => ({ ...each, ...writes(fixture, table, each) }))
  const tries = all.flatMap(({ who, project, insert, remove, update, mayInsert, mayUpdate }) => {
    const named = (verb: string) => `${who.name} ${verb} ${table} of ${project}`
    const unseen = TABLES[table]!.update && who.user ? '0' : '42501'
    return [
      { cell: named('inserts into'), probe: insert, expected: mayInsert ? '23502' : '42501' },
      { cell: named('deletes from'), probe: remove, expected: '42501' },
      ...(mayUpdate ? [] : [{ cell: named('updates'), probe: update, expected: unseen }]),
    ]
  })
  for (const who of identities(fixture))
    tries.push({
      cell: `${who.name} empties ${table}`,
      probe: { who: who.user, text: `truncate public.${table} cascade`, silent: true },
      expected: '42501',
    })
  const print = fingerprint(table)
  const probes = tries.map(({ probe }) => probe)
  const [before, ...answers] = await ask(fixture.db, [print, ...probes, print])
  const cells = tries.flatMap(({ cell, expected }, n) =>
    answers[n] === expected ? [] : [`${cell}: ${answers[n]}`],
  )
  if (answers.at(-1) !== before) cells.push(`${table} has changed`)
  const writers = all.filter(({ mayUpdate }) => mayUpdate)
  const changed = await ask(
    fixture.db,
    writers.map(({ update }) => update),
  )
  return [
    ...cells,
    ...writers.flatMap(({ who, project }, n) =>
      /^[1-9]\d{0,3}$/.test(changed[n]!)
        ? []
        : [`${who.name} may update ${table} of ${project}: ${changed[n]}`],
    ),
  ]
}

/** Lists all people, each in their own and in the other project. */
const everywhere = (fixture: Fixture): Cell[] =>
  identities(fixture).flatMap((who) => [
    { who, project: 'a' },
    { who, project: 'b' },
  ])

interface Cell {
  who: TestIdentity
  project: 'a' | 'b'
}

/** The statements on the rows of a project, and whether this person's role may. */
function writes(fixture: Fixture, table: string, { who, project }: Cell) {
  const access = TABLES[table]!
  const column = key(table)
  const set = access.update ? `${access.update.column} = 'changed'` : `${column} = ${column}`
  const may = (permission?: Permission) =>
    permission !== undefined && scopeOfRole(who[project], permission) === 'all'
  const probe = (statement: string): Probe => ({
    who: who.user,
    text: `with done as (${statement} returning 1) select count(*) from done`,
    params: [OF_PEOPLE.includes(table) ? fixture.staffB : fixture[project]],
  })
  return {
    insert: probe(`insert into public.${table} (${column}) values ($1::uuid)`),
    update: probe(`update public.${table} set ${set} where ${column} = $1::uuid`),
    remove: probe(`delete from public.${table} where ${column} = $1::uuid`),
    mayInsert: may(access.insert),
    mayUpdate: may(access.update?.permission),
  }
}

const fingerprint = (table: string): Probe => ({
  who: 'owner',
  text: `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from public.${table} t`,
})
