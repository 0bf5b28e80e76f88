import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

/** Who raises a credit line does not validate the booking that needed it (docs/permissions.md). */
const fixture = testFixture()
const shop = trade(fixture)
/** Holds bookings.validate and customers.decide, and so could do both. */
const staff = () => fixture.role['special access 1']
const finance = () => fixture.role['finance admin']
const seller = () => fixture.role['sales admin']
const byAnother = { code: 'P0001', hint: 'maker_checker' }
let product: string

beforeAll(async () => {
  product = await shop.product('10.00', 10_000)
})
afterEach(() => setRules(fixture, 'a', { credit_lines_maker_checker: true }))

/** Adds a customer as somebody, approved at once. */
async function customer(credit_line: string | null, user: string): Promise<string> {
  const p_customer = {
    name: `Store ${randomUUID()}`,
    agent_id: fixture.role.Agent,
    credit_line,
    terms_days: '30',
  }
  return (await shop.rpc<{ id: string }>('request_customer', { p_customer }, user)).id
}

/** Sets credit line and terms of a customer as it is now. */
async function setLine(id: string, line: string | null, user: string, terms = '30') {
  const [{ version } = { version: 0 }] = await fixture.db.sql<{ version: number }>(
    'select version from public.customers where id = $1::uuid',
    [id],
  )
  const args = { p_customer: id, p_version: version, p_credit_line: line, p_terms_days: terms }
  await shop.rpc('set_credit_line', args, user)
}

/** Books pieces of 10.00 each as staff. */
const book = (store: string, pieces: number) => shop.book(store, [[product, pieces, '10.00']])
type Booking = Awaited<ReturnType<typeof book>>
const validate = ({ id, version }: Booking, user = staff(), reason: string | null = null) =>
  shop.validate(id, version, reason, user)
const become = (user: string, role: string) =>
  fixture.db.sql(
    'update public.memberships set role = $3 where project_id = $1::uuid and user_id = $2::uuid',
    [fixture.a, user, role],
  )

describe('a booking that needs a raise', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['raised', (id) => setLine(id, '500.00', staff())],
    ['set to none', (id) => setLine(id, null, staff())],
    [
      'raised in steps',
      async (id) => {
        for (const line of ['150.00', '250.00', '500.00']) await setLine(id, line, staff())
      },
    ],
    [
      'lowered and raised',
      async (id) => {
        for (const line of ['0.00', '500.00']) await setLine(id, line, staff())
      },
    ],
    [
      'raised, and its terms changed by somebody else',
      async (id) => {
        await setLine(id, '500.00', staff())
        await setLine(id, '500.00', finance(), '60')
      },
    ],
  ])('by who validates it is refused: %s', async (_name, raise) => {
    const store = await customer('100.00', finance())
    const made = await book(store, 20)
    await expect(validate(made)).rejects.toMatchObject({ hint: 'credit_exceeded' })
    await raise(store)
    await expect(validate(made)).rejects.toMatchObject({
      ...byAnother,
      message: expect.stringContaining('another user must validate'),
    })
    // A booking within the line of before needs no raise.
    await validate(await book(store, 10))
    await expect(validate(await book(store, 1))).rejects.toMatchObject(byAnother)
    await validate(made, seller())
    expect((await shop.booking(made.id)).stage).toBe('validated')
  })

  it('is refused too when the raise comes first and the booking after it', async () => {
    const store = await customer('100.00', finance())
    await setLine(store, null, staff())
    await expect(validate(await book(store, 11))).rejects.toMatchObject(byAnother)
  })

  it('is validated by its raiser once somebody else set a line that holds it', async () => {
    const store = await customer('100.00', finance())
    await setLine(store, '500.00', staff())
    const made = await book(store, 20)
    await setLine(store, '400.00', finance())
    await validate(made)
  })

  it('counts what the customer owes already', async () => {
    const store = await customer('100.00', finance())
    await validate(await book(store, 8))
    await setLine(store, '500.00', staff())
    await validate(await book(store, 2))
    await expect(validate(await book(store, 1))).rejects.toMatchObject(byAnother)
  })

  it('belongs to the person, whatever role they hold then', async () => {
    const store = await customer('100.00', finance())
    await setLine(store, '500.00', finance())
    const made = await book(store, 20)
    await become(finance(), 'sales admin')
    try {
      await expect(validate(made, finance())).rejects.toMatchObject(byAnother)
      await become(finance(), 'Owner')
      await expect(validate(made, finance(), 'My own raise')).rejects.toMatchObject({
        code: 'P0001',
      })
    } finally {
      await become(finance(), 'finance admin')
    }
    expect((await shop.booking(made.id)).stage).toBe('pending')
  })
})

describe('the first line of a customer', () => {
  it.each([null, '500.00'])('belongs to who added it: %s', async (line) => {
    const store = await customer(line, staff())
    const made = await book(store, 1)
    await expect(validate(made)).rejects.toMatchObject(byAnother)
    await validate(made, seller())
  })

  it('belongs to who approved what an agent asked for', async () => {
    const asked = await shop.rpc<{ id: string; version: number }>(
      'request_customer',
      { p_customer: { name: `Store ${randomUUID()}` } },
      fixture.role.Agent,
    )
    const decision = { p_decision: 'approved', p_credit_line: null, p_terms_days: 30 }
    const args = { p_customer: asked.id, p_version: asked.version, ...decision }
    await shop.rpc('decide_customer', args, staff())
    const made = await book(asked.id, 1)
    await expect(validate(made)).rejects.toMatchObject(byAnother)
    await validate(made, seller())
  })

  it('belongs to who imported it, also after a raise of their own', async () => {
    const name = `Store ${randomUUID()}`
    const rows = [{ name, agent: 'A Agent', terms_days: '30', credit_line: '100.00' }]
    await shop.rpc('import_customers', { p_import: { rows } }, staff())
    const [{ id } = { id: '' }] = await fixture.db.sql<{ id: string }>(
      'select id from public.customers where name = $1',
      [name],
    )
    await expect(validate(await book(id, 1))).rejects.toMatchObject(byAnother)
    await setLine(id, '300.00', staff())
    await expect(validate(await book(id, 1))).rejects.toMatchObject(byAnother)
    // After a raise by somebody else, the line of the import belongs to who imported it still.
    await setLine(id, '20.00', finance())
    await validate(await book(id, 2))
    await expect(validate(await book(id, 1))).rejects.toMatchObject({ hint: 'credit_exceeded' })
  })

  it('is not needed by a booking of nothing, nor asked of another customer of the booking', async () => {
    const [theirs, own] = [await customer('100.00', finance()), await customer(null, staff())]
    const made = await book(theirs, 5)
    const moved = await shop.rpc<Booking>('update_booking', {
      p_booking: made.id,
      p_version: made.version,
      p_details: {
        customer_id: own,
        lines: [{ product_id: product, quantity: 5, agent_srp: '10.00' }],
      },
    })
    await expect(validate({ ...made, version: moved.version })).rejects.toMatchObject(byAnother)
  })
})

describe('the lists', () => {
  it('tells the raiser alone that somebody else validates it', async () => {
    const store = await customer('100.00', finance())
    await setLine(store, '500.00', staff())
    const made = await book(store, 20)
    const check = async (user: string) =>
      (
        await fixture.db.as<{ by_another: string | null; over_by: string | null }>(
          user,
          'select by_another, over_by::text from public.validation_checks($1::uuid, array[$2::uuid])',
          [fixture.a, made.id],
        )
      )[0]
    const mine = async (user: string) =>
      (
        await fixture.db.as<{ id: string; mine: boolean }>(
          user,
          'select id, mine from private.pending_decisions($1::uuid)',
          [fixture.a],
        )
      ).find(({ id }) => id === made.id)?.mine
    expect(await check(staff())).toEqual({ by_another: 'credit_line', over_by: null })
    expect(await check(seller())).toEqual({ by_another: null, over_by: null })
    expect([await mine(staff()), await mine(seller())]).toEqual([true, false])
    await setRules(fixture, 'a', { credit_lines_maker_checker: false })
    expect(await check(staff())).toEqual({ by_another: null, over_by: null })
    expect(await mine(staff())).toBe(false)
    await validate(made)
  })

  it('the switch is in the trail, with who switched it off', async () => {
    await setRules(fixture, 'a', { credit_lines_maker_checker: false })
    const [entry] = await fixture.db.sql<Record<string, unknown>>(
      `select user_id, before #>> '{settings,maker_checker,credit_lines}' as was,
         after #>> '{settings,maker_checker,credit_lines}' as is
       from public.audit_log where table_name = 'projects' and row_id = $1 order by id desc limit 1`,
      [fixture.a],
    )
    expect(entry).toEqual({ user_id: fixture.admin, was: 'true', is: 'false' })
  })
})

it('no staff writes a credit line by a row of the table', async () => {
  const store = await customer('100.00', finance())
  for (const user of [staff(), finance()])
    await expect(
      fixture.db.as(user, 'update public.customers set credit_line = null where id = $1::uuid', [
        store,
      ]),
    ).rejects.toMatchObject({ code: '42501' })
})
