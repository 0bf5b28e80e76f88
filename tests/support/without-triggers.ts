import type { Fixture } from './fixture.ts'

/** Acts on a table while some of its triggers do not run, which no person can do. */
export async function withoutTriggers(
  { db }: Pick<Fixture, 'db'>,
  table: string,
  triggers: string,
  act: () => Promise<unknown>,
): Promise<void> {
  await db.sql(`alter table ${table} disable trigger ${triggers}`)
  try {
    await act()
  } finally {
    await db.sql(`alter table ${table} enable trigger ${triggers}`)
  }
}
