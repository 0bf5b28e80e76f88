import postgres, { type ReservedSql, type Sql } from 'postgres'
import { asOwner } from '../../tools/cluster.ts'

/** Drops a database of the benchmarks. */
export async function dropDatabase(cluster: string, name: string): Promise<void> {
  await asOwner(cluster, `drop database if exists "${name}" with (force)`)
}

/** Names the documents of one known company that the benchmarks read. */
export interface BenchCompany {
  id: string
  /** Holds today in the project's time zone. */
  today: string
  owner: string
  salesAdmin: string
  agent: string
  /** Lists customers without a credit line; the first stands for one. */
  customers: string[]
  customer: string
  /** Marks the middle of the history, where a page deep in the list begins. */
  deep: { date: string; id: string; cursor: string }
  /** Lists the newest delivered bookings. */
  bookings: string[]
  /** Holds products with their live prices, which a booking is not below without an override. */
  products: { id: string; srp: string }[]
}

/** Reads what the benchmarks need to know of `Company <no>`. */
export async function readCompany(sql: Sql, no: number): Promise<BenchCompany> {
  const person = (slug: string) => `${slug}@p${no}.bench.test`
  const [row] = await sql.unsafe(
    `select p.id, (now() at time zone p.time_zone)::date::text as today,
       (select user_id from public.profiles where email = $2) as owner, (select user_id from public.profiles where email = $3) as sales_admin,
       (select user_id from public.profiles where email = $4) as agent,
       array(select c.id from public.customers c where c.project_id = p.id and c.credit_line is null order by c.sort_key limit 50) as customers,
       array(select b.id from public.bookings b where b.project_id = p.id and b.stage in ('delivered', 'paid') order by b.date_added desc, b.id desc limit 20) as bookings,
       array(select json_build_object('id', g.id, 'srp', i.current_srp::text) from public.products g
         join public.inventory i on i.project_id = g.project_id and i.product_id = g.id
         where g.project_id = p.id order by g.sort_key limit 20) as products,
       d.date_added::text as deep_date, d.id as deep_id, (d.date_added - date '2000-01-01') || '~~' || d.id as deep_cursor
     from public.projects p
     cross join lateral (select b.date_added, b.id from public.bookings b where b.project_id = p.id
       order by b.date_added desc, b.id desc offset (p.booking_count / 2) limit 1) d
     where p.name = $1`,
    [
      `Company ${String(no).padStart(2, '0')}`,
      person('owner'),
      person('sales-admin'),
      person('agent-1'),
    ],
  )
  if (!row) throw new Error(`There is no company ${no} in this database.`)
  return {
    id: row.id,
    today: row.today,
    owner: row.owner,
    salesAdmin: row.sales_admin,
    agent: row.agent,
    customers: row.customers,
    customer: row.customers[0],
    deep: { date: row.deep_date, id: row.deep_id, cursor: row.deep_cursor },
    bookings: row.bookings,
    products: row.products,
  }
}

/** Sends a statement; with values ($1, …) it is prepared once a connection, as PostgREST does. */
type Ask = (text: string, values?: readonly string[]) => Promise<unknown>

/** Runs queries directly: as a signed-in user, as the data API does, and as the owner, without row-level security. */
export interface Direct {
  /** Runs with the user's rights and row-level security. */
  as<T>(user: string, work: (ask: Ask) => Promise<T>): Promise<T>
  /** Runs as the same user for functions that check the caller, but with the owner's rights: no policy applies. */
  unguarded<T>(user: string, work: (ask: Ask) => Promise<T>): Promise<T>
  /** Runs one statement so. It is sent with the beginning and the end of its transaction, as the data API sends a call. */
  act(user: string, text: string): Promise<unknown>
  sql: Sql
  close(): Promise<void>
}

/** Opens direct connections to a database. */
export function openDirect(url: string, connections = 1): Direct {
  const sql = postgres(url, { max: connections, onnotice: () => {} })
  /** Lends a connection; `work` sends whatever it sends behind the beginning, without waiting for it. */
  const begun = async <T>(
    user: string,
    role: string | null,
    work: (line: ReservedSql) => Promise<T>,
  ): Promise<T> => {
    const line = await sql.reserve()
    const claims = JSON.stringify({ sub: user, role: 'authenticated' })
    const beginning = line
      .unsafe(
        `begin; select set_config('request.jwt.claim.sub', '${user}', true), set_config('request.jwt.claims', '${claims}', true)${role ? `; set local role ${role}` : ''}`,
      )
      .execute()
    try {
      const [, made] = await Promise.all([beginning, work(line)])
      return made
    } catch (error) {
      await line.unsafe('rollback')
      throw error
    } finally {
      line.release()
    }
  }
  const whole = <T>(user: string, role: string | null, work: (ask: Ask) => Promise<T>) =>
    begun(user, role, async (line) => {
      const made = await work((text, values) =>
        line.unsafe(text, values as string[] | undefined, { prepare: values !== undefined }),
      )
      await line.unsafe('commit')
      return made
    })
  return {
    as: (user, work) => whole(user, 'authenticated', work),
    unguarded: (user, work) => whole(user, null, work),
    act: (user, text) =>
      begun(user, null, async (line) => {
        const [made] = await Promise.all([
          line.unsafe(text).execute(),
          line.unsafe('commit').execute(),
        ])
        return made
      }),
    sql,
    close: () => sql.end(),
  }
}
