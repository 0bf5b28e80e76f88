import { type Permission, ROLES, type Scope } from '../../app/platform/access/permissions.ts'
import type { SqlError } from '../support/database.ts'
import type { World } from '../support/world.ts'
import { TABLES } from './access.ts'
import { attempt, type Identity, identities, scopeOf } from './identities.ts'
import { rowsFor } from './reach.ts'

/** The column that says whose row it is. */
export const key = (table: string) => (table === 'projects' ? 'id' : 'project_id')

/**
 * Who reads other rows of a table than declared: everyone, in the own and the foreign project, row by row
 * against reach.ts.
 */
export async function wrongReads(world: World, table: string): Promise<string[]> {
  if (table === 'profiles') return wrongNames(world)
  const cells: string[] = []
  const access = TABLES[table]!
  const from = `select ${await nameOfRow(world, table)} as row from public.${table} t where t.${key(table)} = $1::uuid`
  for (const who of identities(world))
    for (const project of ['a', 'b'] as const) {
      const of = world[project]
      const seen = await rowsOrRefusal(world.db.as(who.user, from, [of]))
      const should = who.user
        ? await rowsOrRefusal(
            world.db.sql(
              // Both parameters have a type, whether the condition names them or not.
              `${from} and (${rowsFor(table, access, who, who[project])}) and $2::uuid is not null`,
              [of, who.user],
            ),
          )
        : '42501'
      if (seen !== should)
        cells.push(`${who.name} reads ${table} of ${project}: ${seen}, expected ${should}`)
    }
  return cells
}

/** Who sees other names than one's own, those of colleagues where the role may, and those of a Manager's agents. */
async function wrongNames(world: World): Promise<string[]> {
  const cells: string[] = []
  const roles = (scope: Scope) => ROLES.filter((role) => scopeOf(role, 'people.read') === scope)
  for (const who of identities(world)) {
    const names = 'select t.user_id as row from public.profiles t'
    const seen = await rowsOrRefusal(world.db.as(who.user, names))
    const should = who.user
      ? await rowsOrRefusal(
          world.db.sql(
            `${names} where $2::boolean or (t.user_id = $1::uuid and t.status = 'active') or t.user_id in (
              select m.user_id from public.memberships mine
              join public.projects p on p.id = mine.project_id and p.status = 'active'
              join public.memberships m on m.project_id = p.id
              where mine.user_id = $1::uuid and mine.status = 'active' and (mine.role in (select jsonb_array_elements_text($3::text::jsonb))
                or (mine.role in (select jsonb_array_elements_text($4::text::jsonb)) and m.manager_id = $1::uuid)))`,
            [
              who.user,
              Boolean(who.admin),
              JSON.stringify(roles('all')),
              JSON.stringify(roles('team')),
            ],
          ),
        )
      : '42501'
    if (seen !== should) cells.push(`${who.name} reads profiles: ${seen}, expected ${should}`)
  }
  return cells
}

/** What tells one row of a table `t` from another: its primary key, which whoever sees rows may read. */
async function nameOfRow(world: World, table: string): Promise<string> {
  const [found] = await world.db.sql<{ name: string }>(
    `select format('concat_ws(''|'', %s)', string_agg('t.' || quote_ident(a.attname), ', ' order by a.attnum)) as name
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indisprimary and i.indrelid = format('public.%I', $1::text)::regclass`,
    [table],
  )
  return found!.name
}

/** Which rows a query answers, or the code it is refused with. */
async function rowsOrRefusal(act: Promise<{ row?: unknown }[]>): Promise<string> {
  try {
    return (await act)
      .map(({ row }) => String(row))
      .sort()
      .join(' ')
  } catch (error) {
    return (error as SqlError).code
  }
}

/**
 * Who writes a table otherwise than declared. What is refused must leave the table as it was; whoever may insert
 * gets past the policy and is stopped by a missing column.
 */
export async function wrongWrites(world: World, table: string): Promise<string[]> {
  const cells: string[] = []
  const before = await fingerprint(world, table)
  for (const who of identities(world)) {
    const run = (text: string, params: unknown[] = []) =>
      attempt(world.db.as(who.user, text, params))
    for (const project of ['a', 'b'] as const) {
      const cell = (verb: string, got: string | number, expected: string | number) => {
        if (got !== expected) cells.push(`${who.name} ${verb} ${table} of ${project}: ${got}`)
      }
      const { insert, update, remove, value, mayInsert, mayUpdate } = writes(
        world,
        table,
        who,
        project,
      )
      cell('inserts into', await run(insert, [value]), mayInsert ? '23502' : '42501')
      cell('deletes from', await run(remove, [value]), '42501')
      if (!mayUpdate)
        cell('updates', await run(update, [value]), TABLES[table]!.update && who.user ? 0 : '42501')
    }
    const emptied = await run(`truncate public.${table} cascade`)
    if (emptied !== '42501') cells.push(`${who.name} empties ${table}: ${emptied}`)
  }
  if ((await fingerprint(world, table)) !== before) cells.push(`${table} has changed`)
  for (const who of identities(world))
    for (const project of ['a', 'b'] as const) {
      const { update, value, mayUpdate } = writes(world, table, who, project)
      if (!mayUpdate) continue
      const changed = await attempt(world.db.as(who.user, update, [value]))
      if (typeof changed !== 'number' || changed === 0)
        cells.push(`${who.name} may update ${table} of ${project}: ${changed}`)
    }
  return cells
}

/** The statements on the rows of a project, and whether this person's role may. */
function writes(world: World, table: string, who: Identity, project: 'a' | 'b') {
  const access = TABLES[table]!
  const profiles = table === 'profiles'
  const column = profiles ? 'user_id' : key(table)
  const set = access.update ? `${access.update.column} = 'changed'` : `${column} = ${column}`
  const may = (permission?: Permission) =>
    permission !== undefined && scopeOf(who[project], permission) === 'all'
  return {
    value: profiles ? world.staffB : world[project],
    insert: `insert into public.${table} (${column}) values ($1::uuid) returning 1`,
    update: `update public.${table} set ${set} where ${column} = $1::uuid returning 1`,
    remove: `delete from public.${table} where ${column} = $1::uuid returning 1`,
    mayInsert: may(access.insert),
    mayUpdate: may(access.update?.permission),
  }
}

async function fingerprint(world: World, table: string): Promise<string> {
  const [row] = await world.db.sql<{ sum: string }>(
    `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from public.${table} t`,
  )
  return row!.sum
}
