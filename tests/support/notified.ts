import { randomUUID } from 'node:crypto'
import type { Fixture } from './fixture.ts'

/** Every way to be told. */
export const WAY = { in_app: true, by_mail: true, by_push: true }

/** The settings and the membership of people in company A, on which hangs what they are told. */
export function notified(fixture: Fixture) {
  return {
    choose: (user: string, settings: object) =>
      fixture.db.as(
        user,
        'select public.save_notification_settings($1::uuid, $2::uuid, $3::text::jsonb)',
        [fixture.a, randomUUID(), JSON.stringify(settings)],
      ),
    change: (user: string, set: string) =>
      fixture.db.sql(
        `update public.memberships set ${set} where project_id = $1::uuid and user_id = $2::uuid`,
        [fixture.a, user],
      ),
  }
}
