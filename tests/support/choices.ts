import type { Fixture } from './fixture.ts'

/** Reads a list of `choices` as a person. */
export async function choicesOf<T = Record<string, unknown>>(
  fixture: Fixture,
  list: object,
  user: string,
  project = fixture.a,
): Promise<T[]> {
  const [found] = await fixture.db.as<{ rows: T[][] }>(
    user,
    'select public.choices($1::uuid, $2::text::jsonb) as rows',
    [project, JSON.stringify([list])],
  )
  return found!.rows[0]!
}
