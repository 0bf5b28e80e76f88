import { randomUUID } from 'node:crypto'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import type { connect } from '../warm-servers.ts'

/** A person of the field with customers of their own. */
interface Person {
  id: string
  email: string
  customers: string[]
}

/** The company in which histories play, seen by the owner of its database. */
export class World {
  private constructor(
    private readonly owner: ReturnType<typeof connect>,
    readonly first: Person,
    readonly second: Person,
    readonly product: string,
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
    return new World(owner, first, await person('agent-2@demo.test'), product!.description)
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

  /** The acts of the office whose facts have a tag. */
  acts(tag: string) {
    return this.owner.unsafe<
      { id: string; kind: string; state: string; user_id: string; device: string }[]
    >(
      'select id, kind, state, user_id, device from public.field_acts where project_id = $1 and facts::text like $2',
      [DEMO_ID, `%${tag}%`],
    )
  }

  /** Tells whether the office has an act by its key. */
  async has(key: string): Promise<boolean> {
    const found = await this.owner.unsafe('select from public.field_acts where id = $1', [key])
    return found.length > 0
  }

  /** The texts with a tag in documents of the office: each is of one act. */
  async documents(
    tag: string,
  ): Promise<Record<'booking' | 'receipt' | 'booking_cancel', string[]>> {
    const texts = async (sql: string) =>
      (await this.owner.unsafe<{ text: string }[]>(sql, [DEMO_ID, `${tag}%`]))
        .map(({ text }) => text)
        .sort()
    return {
      booking: await texts(
        'select remarks as text from public.bookings where project_id = $1 and remarks like $2',
      ),
      receipt: await texts(
        'select remarks as text from public.collections where project_id = $1 and remarks like $2 and part_no = 1',
      ),
      booking_cancel: await texts(
        'select cancel_reason as text from public.bookings where project_id = $1 and cancel_reason like $2',
      ),
    }
  }

  /** A number that no receipt has. */
  readonly number = () => `C-${randomUUID().slice(0, 8)}`
}
