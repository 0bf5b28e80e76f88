import { randomUUID } from 'node:crypto'
import type { Fixture } from './fixture.ts'

/** Changes settings of a project, as the administrator does: `{ receipts_maker_checker: false }`. */
export async function setRules(
  fixture: Fixture,
  project: 'a' | 'b',
  p_details: Record<string, unknown>,
): Promise<void> {
  const [{ version } = { version: 0 }] = await fixture.db.sql<{ version: number }>(
    'select version from public.projects where id = $1::uuid',
    [fixture[project]],
  )
  await fixture.db.rpc(fixture.admin, 'update_project', {
    p_project: fixture[project],
    p_idempotency_key: randomUUID(),
    p_version: version,
    p_details,
  })
}
