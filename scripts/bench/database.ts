import postgres, { type Sql } from 'postgres'

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

/** Calls functions directly, each in a transaction that is sent with its beginning and its end, as the data API does. */
export interface Direct {
  /** Runs a statement with the user's rights, under row-level security. */
  as(user: string, text: string): Promise<unknown>
  /** Runs it as the same user, but with the owner's rights: no policy applies. */
  unguarded(user: string, text: string): Promise<unknown>
  sql: Sql
  close(): Promise<void>
}

/** Opens a direct connection to a database. */
export function openDirect(url: string): Direct {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const run = async (user: string, role: string, text: string) => {
    const line = await sql.reserve()
    const claims = JSON.stringify({ sub: user, role: 'authenticated' })
    try {
      const [, made] = await Promise.all([
        line
          .unsafe(
            `begin; select set_config('request.jwt.claim.sub', '${user}', true), set_config('request.jwt.claims', '${claims}', true)${role}`,
          )
          .execute(),
        line.unsafe(text).execute(),
        line.unsafe('commit').execute(),
      ])
      return made
    } catch (error) {
      await line.unsafe('rollback')
      throw error
    } finally {
      line.release()
    }
  }
  return {
    as: (user, text) => run(user, '; set local role authenticated', text),
    unguarded: (user, text) => run(user, '', text),
    sql,
    close: () => sql.end(),
  }
}
