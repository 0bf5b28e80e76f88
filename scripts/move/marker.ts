import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Secrets } from '../../server/data-folder.ts'
import { ConfigurationError } from '../../server/env.ts'
import type { Progress, Totals } from './copy.ts'
import type { Side } from './sides.ts'

/** Says in the target whose companies are moved there, how far that is, and the totals with which it ended. */
const TABLE = `
create schema if not exists kalakal_server;
revoke all on schema kalakal_server from public;
create table if not exists kalakal_server.move (source text primary key, done timestamptz, totals jsonb);
alter table kalakal_server.move add column if not exists copied jsonb not null default '{}', add column if not exists guards jsonb;`

/** Held for a whole move, so that a second one waits. */
const LOCK = 'select pg_advisory_lock(6120419)'

/** Returns what tells the companies of a data folder from others, wherever the folder lies. */
export function sourceOf(folder: string): string {
  const { jwtSecret } = JSON.parse(
    readFileSync(path.join(folder, 'secrets.json'), 'utf8'),
  ) as Secrets
  return createHash('sha256').update(`move of ${jwtSecret}`).digest('hex')
}

/**
 * Takes an empty database for the move of a source, or one in which it was cut off.
 *
 * @param requireEmpty refuses a database that is not marked and holds anything.
 * @returns the totals of the move if it has been done; null where it is still to be done.
 * @throws ConfigurationError when the database holds anything else.
 */
export async function takeTarget(
  target: Side,
  source: string,
  requireEmpty: () => Promise<void>,
): Promise<Totals | null> {
  const { query } = target
  await query(LOCK)
  const [found] = await query<{ marked: boolean }>(
    `select to_regclass('kalakal_server.move') is not null as marked`,
  )
  if (!found!.marked) await requireEmpty()
  await query(TABLE)
  const [other] = await query('select 1 from kalakal_server.move where source <> $1', [source])
  if (other)
    throw new ConfigurationError(
      'The database of --to belongs to the move of another data folder. Make a new one.',
    )
  await query('insert into kalakal_server.move values ($1) on conflict do nothing', [source])
  const [row] = await query<{ totals: Totals | null; begun: boolean }>(
    'select totals, guards is not null as begun from kalakal_server.move',
  )
  if (!row!.begun) await requireNobody(target)
  return row!.totals
}

/** Reads how far the move into a database is. */
export async function readProgress({ query }: Side): Promise<Progress> {
  const [row] = await query<Pick<Progress, 'copied' | 'guards'>>(
    'select copied, guards from kalakal_server.move',
  )
  return {
    ...row!,
    save: async (side, { copied, guards }) => {
      await side.query(
        'update kalakal_server.move set copied = $1::text::jsonb, guards = $2::text::jsonb',
        [JSON.stringify(copied), JSON.stringify(guards)],
      )
    },
  }
}

/** @throws ConfigurationError when a database has tables of anybody. */
export async function requireEmptyDatabase({ query }: Side): Promise<void> {
  const [found] = await query<{ filled: boolean }>(
    `select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema') as filled`,
  )
  if (found!.filled)
    throw new ConfigurationError('The database of --to is not empty. Make a new one for the move.')
}

/** A server may have been started on a database that got its tables, before the first of them was emptied for the move. */
async function requireNobody({ query }: Side): Promise<void> {
  const [there] = await query<{ users: boolean }>(
    `select to_regclass('auth.users') is not null as users`,
  )
  if (!there!.users) return
  const [person] = await query('select 1 from auth.users limit 1')
  if (person)
    throw new ConfigurationError(
      'The database of --to has people of its own since the move was cut off. Make a new one for the move.',
    )
}

/** Notes that a move is done, with the rows. */
export async function noteDone(side: Side, totals: Totals): Promise<void> {
  await side.query(
    `update kalakal_server.move set done = now(), totals = $1::text::jsonb, copied = '{}'`,
    [JSON.stringify(totals)],
  )
}
