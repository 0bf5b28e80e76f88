import { randomUUID } from 'node:crypto'
import type { ActKind } from '../../../app/platform/field/acts.ts'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import type { StoredAct } from '../field-history.ts'
import type { connect } from '../warm-servers.ts'
import type { Role } from './steps.ts'

/** A person of the field with customers of their own. */
interface Person {
  id: string
  email: string
  customers: string[]
}

/** Goods of the first person's that a customer may give back. */
interface Delivered {
  booking: string
  product: string
}

/** The ids of documents, by the kind of the acts that make them. */
export type Documents = Record<ActKind, string[]>

const DOCUMENTS: Record<ActKind, string> = {
  booking: 'select id from public.bookings where project_id = $1',
  booking_cancel: "select id from public.bookings where project_id = $1 and stage = 'cancelled'",
  customer: 'select id from public.customers where project_id = $1',
  receipt: 'select distinct receipt_id as id from public.collections where project_id = $1',
  remittance: 'select id from public.remittances where project_id = $1',
  return: 'select id from public.warehouse_requests where project_id = $1',
  visit: 'select id from public.visits where project_id = $1',
}

const KINDS = Object.keys(DOCUMENTS) as ActKind[]

/** Returns the documents of the office as its answers to accepted acts name them. */
export function documentsOf(written: readonly StoredAct[]): Documents {
  const of = (kind: string) =>
    written.flatMap((act) => (act.kind === kind && act.state === 'accepted' ? act.answer!.id : []))
  return Object.fromEntries(KINDS.map((kind) => [kind, of(kind).sort()])) as Documents
}

/** Returns the documents that are new. */
export function since(before: Documents, now: Documents): Documents {
  const found = KINDS.map((kind) => {
    const known = new Set(before[kind])
    return [kind, now[kind].filter((id) => !known.has(id))]
  })
  return Object.fromEntries(found) as Documents
}

/** The company in which histories play, seen by the owner of its database. */
export class World {
  private constructor(
    private readonly owner: ReturnType<typeof connect>,
    readonly first: Person,
    readonly second: Person,
    private readonly collector: Person,
    readonly product: string,
    readonly delivered: readonly Delivered[],
    /** The number of a receipt that the office has. */
    readonly taken: string,
  ) {}

  static async open(owner: ReturnType<typeof connect>): Promise<World> {
    const person = async (email: string): Promise<Person> => {
      const own = await owner.unsafe<{ id: string; user_id: string }[]>(
        `select c.id, p.user_id from public.customers c join public.profiles p on p.user_id = c.agent_id
         where c.project_id = $1 and p.email = $2 and c.approval_status = 'approved' order by c.name limit 3`,
        [DEMO_ID, email],
      )
      return { id: own[0]!.user_id, email, customers: own.map(({ id }) => id) }
    }
    const [product] = await owner.unsafe<{ description: string }[]>(
      `select p.description from public.products p where p.project_id = $1 and p.status = 'active' order by p.description limit 1`,
      [DEMO_ID],
    )
    const first = await person('agent@demo.test')
    // Stops of every day, so that they can be skipped.
    await owner.unsafe(
      `insert into public.routes (project_id, agent_id, weekday, customer_id, place, from_date)
       select $1, $2, d.day, c.id, 100 + c.place::int, '2020-01-01'
       from generate_series(1, 7) d (day), unnest($3::uuid[]) with ordinality c (id, place)
       on conflict do nothing`,
      [DEMO_ID, first.id, first.customers],
    )
    const delivered = await owner.unsafe<Delivered[]>(
      `select b.id as booking, p.description as product from public.bookings b
       join public.booking_lines l on l.project_id = b.project_id and l.booking_id = b.id and l.free_of is null
       join public.products p on p.project_id = b.project_id and p.id = l.product_id and p.status = 'active'
       where b.project_id = $1 and b.agent_id = $2 and b.stage = 'delivered' and b.balance > 0 and l.quantity_delivered > 0
       order by l.quantity_delivered desc, b.id, l.line_no limit 5`,
      [DEMO_ID, first.id],
    )
    const second = await person('agent-2@demo.test')
    const email = 'collector@demo.test'
    const [found] = await owner.unsafe<{ user_id: string }[]>(
      'select user_id from public.profiles where email = $1',
      [email],
    )
    const collector = { id: found!.user_id, email, customers: first.customers }
    const [taken] = await owner.unsafe<{ cr_no: string }[]>(
      'select cr_no from public.collections where project_id = $1 and cr_no is not null order by cr_no limit 1',
      [DEMO_ID],
    )
    return new World(
      ...([owner, first, second, collector] as const),
      ...([product!.description, delivered, taken!.cr_no] as const),
    )
  }

  /** The same company, with the phones of a person of this role. */
  of(role: Role): World {
    const { owner, first, second, collector, product, delivered, taken } = this
    const whose = role === 'Agent' ? first : collector
    return new World(owner, whose, second, collector, product, delivered, taken)
  }

  /** Approves or deactivates a customer of the first person, or gives it to the second. */
  async set(customer: string, becomes: 'approved' | 'inactive' | "a colleague's"): Promise<void> {
    const away = becomes === "a colleague's"
    await this.owner.unsafe(
      'update public.customers set approval_status = $2, agent_id = $3 where id = $1',
      [customer, away ? 'approved' : becomes, away ? this.second.id : this.first.id],
    )
  }

  /** Lets 40 days pass over an act that the office has: its form's key is forgotten, as the clean-up does it. */
  async age(key: string): Promise<void> {
    await this.owner.unsafe('delete from private.idempotency_keys')
    await this.owner.unsafe(
      "update public.field_acts set received_at = received_at - interval '40 days' where id = $1",
      [key],
    )
  }

  /** The acts that the office has. */
  acts() {
    return this.owner.unsafe<{ id: string; kind: string; state: string; made_at: Date }[]>(
      'select id, kind, state, made_at from public.field_acts where project_id = $1 order by id',
      [DEMO_ID],
    )
  }

  /** The documents that the office has, of all kinds that acts make. */
  async documents(): Promise<Documents> {
    const found = Object.entries(DOCUMENTS).map(async ([kind, sql]) => {
      const rows = await this.owner.unsafe<{ id: string }[]>(sql, [DEMO_ID])
      return [kind, rows.map(({ id }) => id).sort()] as const
    })
    return Object.fromEntries(await Promise.all(found)) as Documents
  }

  /** A number that no receipt has. */
  readonly number = () => `C-${randomUUID().slice(0, 8)}`
}
