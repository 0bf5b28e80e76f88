import type { Fixture } from './fixture.ts'

/** Calls functions as the web server does, which has the secret key. */
export const asServerOf =
  (fixture: Fixture) =>
  async <T>(call: string, params: unknown[] = []): Promise<T> => {
    const [row] = await fixture.db.sql<{ answer: T }>(
      `with k as materialized (select set_config('role', 'service_role', true))
       select ${call} as answer from k`,
      params,
    )
    return row!.answer
  }
