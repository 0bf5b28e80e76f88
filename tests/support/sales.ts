import { listCategories } from './categories.ts'
import type { Fixture } from './fixture.ts'
import type { trade } from './trade.ts'
import type { warehouse } from './warehouse.ts'

/**
 * What reports of sales are about: a line of a booking as it was ordered (`date_added`), or what left the warehouse and
 * came back of it on a day (`date_delivered`).
 */
export interface SoldLine {
  booking_id: string
  so_no: string
  customer_id: string
  agent_id: string
  manager_id: string | null
  approval_status: string
  date_added: string | null
  date_delivered: string | null
  product_id: string
  category1: string | null
  category2: string | null
  category3: string | null
  line_no: number
  case_config: number
  /** Whole centavos, like every amount here. */
  price: number
  quantity: number
  released: number
  returned: number
  /** Thousandths of a liter. */
  millilitres: number
}

/** Makes half a year of trade and reads it from the tables, without any function of the product. */
export function salesHistory(
  fixture: Fixture,
  shop: ReturnType<typeof trade>,
  store: ReturnType<typeof warehouse>,
) {
  const customers: string[] = []
  const products: string[] = []
  const agents: string[] = []

  async function product(
    category1: string | null,
    category2: string | null,
    category3: string | null,
    perCase: number,
  ) {
    const id = await shop.product('10.00', 100_000, perCase)
    await fixture.db.sql(
      `update public.products set category1 = $2, category2 = $3, category3 = $4, category_from = '1990-01-01', liters_per_case = '7.25' where id = $1::uuid`,
      [id, category1, category2, category3],
    )
    products.push(id)
  }

  async function customer(agent: string) {
    const id = await shop.customer()
    await fixture.db.sql('update public.customers set agent_id = $2::uuid where id = $1::uuid', [
      id,
      agent,
    ])
    customers.push(id)
  }

  return {
    customers,
    products,
    agents,

    /**
     * Makes three agents, one of them without a manager; products of two categories and of none;
     * and bookings in every state: pending, validated, delivered in parts, returned, cancelled,
     * archived.
     */
    async make() {
      agents.push(
        fixture.role.Agent,
        await fixture.addAgent('a', 'Berta Agent'),
        await fixture.addAgent('a', 'Carl Agent'),
      )
      await fixture.db.sql(
        'update public.memberships set manager_id = $2::uuid where project_id = $1::uuid and user_id = $3::uuid',
        [fixture.a, fixture.role.Manager, agents[1]],
      )
      await listCategories(fixture, ['Drinks', 'Snacks'], ['Soda', 'Water', 'Nuts'], ['Big'])
      for (const [category1, category2, category3, perCase] of [
        ['Drinks', 'Soda', null, 12],
        ['Drinks', 'Water', 'Big', 24],
        ['Snacks', null, 'Big', 6],
        [null, null, null, 1],
        ['Snacks', 'Nuts', 'Big', 10],
      ] as const)
        await product(category1, category2, category3, perCase)
      for (let n = 0; n < 8; n++) await customer(agents[n % 3]!)
      for (let n = 0; n < 30; n++) await this.book(n)
    },

    /** Booking `n`; what becomes of it follows from the number. */
    async book(n: number) {
      const added = `2025-0${1 + (n % 6)}-${String(1 + ((n * 7) % 25)).padStart(2, '0')}`
      // The last customer never buys, the one before it only in January.
      const who = n % 6 === 0 ? n % 7 : n % 6
      const made = await shop.rpc<{ id: string; so_no: string; version: number }>(
        'create_booking',
        {
          p_booking: {
            customer_id: customers[who],
            agent_id: agents[n % 5 === 0 ? 2 : who % 3],
            date_added: added,
            lines: Array.from({ length: 1 + (n % 3) }, (_, line) => ({
              product_id: products[(n + line) % 4],
              quantity: 5 + ((n * 11 + line * 5) % 40),
              agent_srp: `${8 + (n % 4)}.${(n * 7) % 100}`.replace(/\.(\d)$/, '.0$1'),
            })),
          },
        },
      )
      if (n % 10 === 9) return
      const { version } = await shop.validate(made.id, made.version)
      if (n % 10 === 8) return void (await this.cancel(made.id, version))
      if (n % 10 === 7) return
      const line = await store.lineOf(made.id)
      const day = `${added.slice(0, 8)}${String(Number(added.slice(8)) + 3).padStart(2, '0')}`
      if (n % 10 === 6) {
        await shop.deliver(
          made.id,
          version,
          { lines: [{ line_id: line, quantity: 3 }], remainder: 'release' },
          day,
        )
        return
      }
      await shop.deliver(made.id, version, null, day)
      if (n % 10 === 5)
        await store.decide(await store.ask(made.id, 'take_back', [[line, 4]]), 'approved')
      // The booking is returned in full: a customer without another booking has bought nothing.
      if (n % 10 === 4) {
        const [{ quantity } = { quantity: 0 }] = await fixture.db.sql<{ quantity: number }>(
          'select quantity from public.booking_lines where id = $1::uuid',
          [line],
        )
        await store.decide(await store.ask(made.id, 'take_back', [[line, quantity]]), 'approved')
      }
      if (n % 10 === 3)
        await shop.rpc(
          'archive_bookings',
          { p_so_nos: { so_nos: [made.so_no] }, p_status: 'archived' },
          fixture.role.Owner,
        )
    },

    cancel: (booking: string, version: number) =>
      shop.rpc('cancel_booking', { p_booking: booking, p_version: version, p_reason: 'Wrong' }),

    /** Seals the months, and opens every third of them, so that reports of a period add up both. */
    async sealMonths() {
      await fixture.db.sql(
        `select private.seal_months($1::uuid, array(
           select m from private.months_to_seal($1::uuid) m where m <= current_date - interval '2 months'))`,
        [fixture.a],
      )
      await fixture.db.sql(
        `insert into private.opened_months (project_id, month)
         select project_id, month from private.sealed_months where extract(month from month)::int % 3 = 0`,
      )
    },

    /** Reads every line of every booking, and what the stock ledger says of each on each day, by plain SQL. */
    lines: async () => [...(await ordered()), ...(await moved())],
  }

  /** The lines of bookings, with what came back of them since. */
  function ordered() {
    return fixture.db.sql<SoldLine & Record<string, unknown>>(
      `select b.id as booking_id, b.so_no, b.customer_id, b.agent_id, m.manager_id, b.approval_status,
           b.date_added::text as date_added, null as date_delivered, l.product_id, p.category1, p.category2, p.category3, l.line_no,
           l.case_config, (l.agent_srp * 100)::int as price, l.quantity, l.quantity_released as released,
           coalesce((select sum(k.quantity) from public.booking_credits k where k.line_id = l.id and k.kind = 'returned'), 0)::int as returned,
           (round((l.quantity - l.quantity_released - coalesce((select sum(k.quantity) from public.booking_credits k
             where k.line_id = l.id and k.kind = 'returned'), 0)) * p.liters_per_case / p.case_config, 3) * 1000)::int as millilitres
         from public.bookings b
         join public.booking_lines l on l.booking_id = b.id
         join public.products p on p.id = l.product_id
         join public.memberships m on m.project_id = b.project_id and m.user_id = b.agent_id
         where b.project_id = $1::uuid`,
      [fixture.a],
    )
  }

  /** Pieces of each line that left the warehouse on a day, and those that came back on it. */
  function moved() {
    return fixture.db.sql<SoldLine & Record<string, unknown>>(
      `select b.id as booking_id, b.so_no, b.customer_id, b.agent_id, m.manager_id, b.approval_status,
         null as date_added, s.on_date::text as date_delivered, l.product_id, p.category1, p.category2, p.category3, l.line_no,
         l.case_config, (l.agent_srp * 100)::int as price, s.out as quantity, 0 as released, s.back as returned,
         (round((s.out - s.back) * p.liters_per_case / p.case_config, 3) * 1000)::int as millilitres
       from (
         select source_line, on_date, -coalesce(sum(quantity) filter (where kind = 'issue'), 0)::int as out,
           coalesce(sum(quantity) filter (where kind = 'return_credit'), 0)::int as back
         from public.stock_movements where project_id = $1::uuid and kind in ('issue', 'return_credit') group by source_line, on_date) s
       join public.booking_lines l on l.id = s.source_line
       join public.bookings b on b.id = l.booking_id
       join public.products p on p.id = l.product_id
       join public.memberships m on m.project_id = b.project_id and m.user_id = b.agent_id
       where s.out <> 0 or s.back <> 0`,
      [fixture.a],
    )
  }
}

export type SalesFilters = Record<string, string | boolean>

/** The lines that a report with these filters is about, whatever its period. */
export const chosenOf = (lines: readonly SoldLine[], filters: SalesFilters = {}) =>
  lines.filter(
    (line) =>
      line.approval_status !== 'cancelled' &&
      ['agent_id', 'manager_id', 'customer_id', 'product_id', 'category1', 'category2'].every(
        (key) => !filters[key] || line[key as keyof SoldLine] === filters[key],
      ),
  )

/** Returns the lines that were delivered, or added, in these days. */
export const within = (lines: readonly SoldLine[], basis: unknown, from: string, to: string) =>
  lines.filter((line) => {
    const day = basis === 'added' ? line.date_added : line.date_delivered
    return day !== null && day >= from && day <= to
  })

export const centsText = (cents: number) => (cents / 100).toFixed(2)
export const percent = (part: number, whole: number) =>
  whole ? ((part * 100) / whole).toFixed(2) : null
export const sumOfLines = (lines: readonly SoldLine[], of: (line: SoldLine) => number) =>
  lines.reduce((total, line) => total + of(line), 0)
export const distinct = (lines: readonly SoldLine[], key: keyof SoldLine) =>
  new Set(lines.map((line) => line[key])).size
/** The bookings that were ordered or delivered: goods that came back are no booking of their day. */
export const bookingsOf = (lines: readonly SoldLine[], key: keyof SoldLine = 'booking_id') =>
  distinct(
    lines.filter(({ quantity }) => quantity > 0),
    key,
  )
/** Pieces that were sold in the end. */
export const sold = (line: SoldLine) => line.quantity - line.released - line.returned
export const net = (lines: readonly SoldLine[]) =>
  sumOfLines(lines, (line) => sold(line) * line.price)

export function group(lines: readonly SoldLine[], key: (line: SoldLine) => string) {
  const found = new Map<string, SoldLine[]>()
  for (const line of lines) found.set(key(line), [...(found.get(key(line)) ?? []), line])
  return found
}
