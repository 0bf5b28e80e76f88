import type { Side } from './sides.ts'

/**
 * Takes foreign keys, indexes and triggers away from tables that rows are copied into. The first and the last would refuse or compute
 * rows that come one table after the other; indexes are made faster from all rows. A superuser could switch keys off; an owner of
 * tables cannot.
 *
 * @param scope Which tables, as a condition on a relation `c` and its schema `n`.
 * @returns the statements that put all back and thereby check the keys, for {@link putGuards}.
 */
export async function takeGuards(side: Side, scope: string): Promise<string[]> {
  const keys = await side.query<{ drop: string; make: string }>(
    `select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
       format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as make
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and ${scope}`,
  )
  const indexes = await side.query<{ drop: string; make: string }>(
    `select format('drop index %I.%I', n.nspname, i.relname) as drop, pg_get_indexdef(i.oid) as make
     from pg_index x join pg_class i on i.oid = x.indexrelid
       join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${scope}
       and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))`,
  )
  const triggers = await side.query<{ drop: string; make: string }>(
    `select format('alter table %I.%I disable trigger user', n.nspname, c.relname) as drop,
       format('alter table %I.%I enable trigger user', n.nspname, c.relname) as make
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and ${scope}`,
  )
  for (const { drop } of [...keys, ...indexes, ...triggers]) await side.query(drop)
  // A foreign key may need an index.
  return [...indexes, ...keys, ...triggers].map(({ make }) => make)
}

/** Runs the statements of {@link takeGuards}. */
export async function putGuards(side: Side, statements: readonly string[]): Promise<void> {
  await side.query(`select set_config('maintenance_work_mem', '256MB', true)`)
  for (const statement of statements) await side.query(statement)
}
