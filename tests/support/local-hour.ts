import type { Fixture } from './fixture.ts'

/** Gives the first project the time zone in which it is this hour now, so that its day does not end within a test. */
export const setHour = ({ db, a }: Fixture, hour: number) =>
  db.sql(
    `update public.projects set time_zone = (select z.name from pg_timezone_names z
       where z.name ~ '^Etc/GMT[+-][0-9]+$'
         and extract(hour from now() at time zone z.name) = $2::text::int limit 1) where id = $1::uuid`,
    [a, String(hour)],
  )
