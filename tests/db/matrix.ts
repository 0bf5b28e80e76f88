import type { Permission } from '../../app/platform/permissions.ts'
import type { World } from '../support/world.ts'
import { TABLES } from './access.ts'
import { attempt, type Identity, identities, scopeOf } from './identities.ts'

/** The column that says whose row it is. */
export const key = (table: string) => (table === 'projects' ? 'id' : 'project_id')

/** Who reads other rows of a table than declared: everyone, in the own and the foreign project. */
export async function wrongReads(world: World, table: string): Promise<string[]> {
  const cells: string[] = []
  const access = TABLES[table]!
  for (const who of identities(world))
    for (const project of ['a', 'b'] as const) {
      const where = `from public.${table} where ${key(table)} = $1::uuid`
      const all = (await world.db.sql(`select 1 ${where}`, [world[project]])).length
      const seen = await attempt(world.db.as(who.user, `select 1 ${where}`, [world[project]]))
      const role = who[project]
      let expected: string
      if (who.user === null) expected = '42501'
      else if (access.select === 'member') expected = role || who.admin ? 'all' : 'none'
      else if (access.select === 'people') {
        const scope = scopeOf(role, 'people.read')
        expected = who.admin || scope === 'all' ? 'all' : role ? 'some' : 'none'
      } else {
        const held = typeof access.select === 'string' ? [access.select] : access.select
        const scope = held.map((permission) => scopeOf(role, permission)).find(Boolean)
        if (access.administration && who.admin) expected = 'some'
        else expected = scope === 'all' ? 'all' : scope ? 'some or none' : 'none'
      }
      const got = seen === '42501' ? '42501' : seen === 0 ? 'none' : seen === all ? 'all' : 'some'
      const fits =
        expected === 'some or none'
          ? got !== '42501'
          : expected === 'some'
            ? got === 'some' || got === 'all'
            : got === expected
      if (!fits)
        cells.push(`${who.name} reads ${table} of ${project}: ${got}, expected ${expected}`)
    }
  return cells
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
