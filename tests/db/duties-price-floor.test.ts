import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

/** A price below a share of the live SRP needs an override (docs/domain.md, Order to cash). */
const fixture = testFixture()
const shop = trade(fixture)
const staff = () => fixture.role['special access 1']
const seller = () => fixture.role['sales admin']
const owner = () => fixture.role.Owner
const tooLow = { code: 'P0001', hint: 'below_price_floor' }
const byAnother = { code: 'P0001', hint: 'maker_checker' }
let customer: string

beforeAll(async () => {
  customer = await shop.customer()
  await setRules(fixture, 'a', { price_floor_percent: '70' })
})
afterEach(() =>
  setRules(fixture, 'a', { price_floor_percent: '70', credit_override_maker_checker: true }),
)

type Booking = { id: string; version: number }
/** A product with stock whose live SRP the sales admin set. */
async function product(srp: string): Promise<string> {
  const id = await shop.product(srp, 0)
  await buy(id, srp, seller())
  return id
}
const buy = (id: string, prod_srp: string | null, user: string) =>
  shop.rpc(
    'create_purchase',
    {
      p_purchase: {
        po_no: `PO-${randomUUID()}`,
        supplier: 'Supplier',
        lines: [{ product_id: id, quantity: 100, cost: '1.00', prod_srp }],
      },
    },
    user,
  )
const validate = ({ id, version }: Booking, user = staff(), reason: string | null = null) =>
  shop.validate(id, version, reason, user)
const stageOf = async ({ id }: Booking) => (await shop.booking(id)).stage
const edit = (made: Booking, product_id: string, agent_srp: string, user = staff()) =>
  shop.rpc<Booking>(
    'update_booking',
    {
      p_booking: made.id,
      p_version: made.version,
      p_details: { lines: [{ product_id, quantity: 1, agent_srp }] },
    },
    user,
  )

describe('a price', () => {
  it('at the floor is validated; a centavo below it needs an override with a reason', async () => {
    const soap = await product('10.00')
    await validate(await shop.book(customer, [[soap, 1, '7.00']]))
    const low = await shop.book(customer, [
      [soap, 1, '10.00'],
      [soap, 1, '6.99'],
    ])
    await expect(validate(low)).rejects.toMatchObject({
      ...tooLow,
      detail: 'lines[1].agent_srp',
      message: expect.stringMatching(/at 6\.99 \(floor 7\.00\).*General Manager or Owner/),
    })
    // A reason of somebody who may not override is none.
    await expect(validate(low, staff(), 'A friend')).rejects.toMatchObject(tooLow)
    await expect(validate(low, owner())).rejects.toMatchObject({ code: '42501' })
    await validate(low, owner(), 'Near expiry')
    expect(await stageOf(low)).toBe('validated')
    const [row] = await fixture.db.sql<{ override_reason: string; validated_by: string }>(
      'select override_reason, validated_by from public.bookings where id = $1::uuid',
      [low.id],
    )
    expect(row).toEqual({ override_reason: 'Near expiry', validated_by: owner() })
  })

  it.each([
    ['0', '10.00', '0.01', null],
    ['0', '10.00', '0.00', 'below_price_floor'],
    ['100', '10.00', '9.99', 'below_price_floor'],
    ['33.33', '10.00', '3.34', null],
    ['33.33', '10.00', '3.33', 'below_price_floor'],
    // Without an SRP there is nothing to compare with, unless the company compares nothing.
    ['70', '0.00', '10.00', 'below_price_floor'],
    ['0', '0.00', '0.01', null],
    ['0', '0.00', '0.00', 'below_price_floor'],
    ['70', '0.01', '0.01', null],
  ])('with a floor of %s%% of %s, booked at %s: %s', async (percent, srp, price, hint) => {
    const soap = await shop.product(srp, 10)
    await setRules(fixture, 'a', { price_floor_percent: percent })
    const made = await shop.book(customer, [[soap, 1, price]])
    if (hint) await expect(validate(made)).rejects.toMatchObject({ hint })
    else await validate(made)
    expect(await stageOf(made)).not.toBe(hint ? 'validated' : 'pending')
  })

  it('is checked in bookings of agents and in edits as well', async () => {
    const soap = await product('10.00')
    const p_booking = {
      customer_id: customer,
      lines: [{ product_id: soap, quantity: 1, agent_srp: '0.00' }],
    }
    const given = await shop.rpc<Booking>('create_booking', { p_booking }, fixture.role.Agent)
    await expect(validate(given)).rejects.toMatchObject(tooLow)
    const raised = await edit(given, soap, '10.00')
    const lowered = await edit({ ...given, version: raised.version }, soap, '1.00')
    await expect(validate({ ...given, version: lowered.version })).rejects.toMatchObject(tooLow)
    const again = await edit({ ...given, version: lowered.version }, soap, '8.00')
    await validate({ ...given, version: again.version })
  })

  it('is measured by the live SRP of the day of validation', async () => {
    const soap = await product('10.00')
    const made = await shop.book(customer, [[soap, 1, '8.00']])
    await buy(soap, '20.00', seller())
    await expect(validate(made)).rejects.toMatchObject(tooLow)
    await buy(soap, '11.00', seller())
    await validate(made)
  })

  it('below the floor is overridden by nobody who entered or edited the booking', async () => {
    const soap = await product('10.00')
    const made = await shop.book(customer, [[soap, 1, '1.00']])
    const changed = await edit(made, soap, '2.00', seller())
    const now = { ...made, version: changed.version }
    for (const user of [staff(), seller()]) {
      const role = user === staff() ? 'special access 1' : 'sales admin'
      const become = (next: string) =>
        fixture.db.sql(
          'update public.memberships set role = $3 where project_id = $1::uuid and user_id = $2::uuid',
          [fixture.a, user, next],
        )
      await become('Owner')
      await expect(validate(now, user, 'My own')).rejects.toMatchObject(byAnother)
      await become(role)
    }
    await validate(now, owner(), 'Samples')
  })

  it('beyond the credit line as well needs one override for both', async () => {
    const soap = await product('10.00')
    const cash = await shop.customer('0.00')
    const made = await shop.book(cash, [[soap, 1, '1.00']])
    await expect(validate(made)).rejects.toMatchObject({ hint: 'credit_exceeded' })
    await validate(made, owner(), 'Samples on credit')
    expect(await stageOf(made)).toBe('validated')
  })
})

describe('a user who lowered the live SRP', () => {
  it('does not validate what needs the lower floor; somebody else does, without an override', async () => {
    const soap = await product('10.00')
    await buy(soap, '0.02', staff())
    const made = await shop.book(customer, [[soap, 1, '0.02']])
    await expect(validate(made)).rejects.toMatchObject({
      ...byAnother,
      message: expect.stringContaining('lowered the current SRP'),
    })
    await validate(await shop.book(customer, [[soap, 1, '7.00']]))
    await validate(made, seller())
  })

  it('in steps, or from the first price of a product, is the same', async () => {
    const soap = await product('10.00')
    for (const srp of ['8.00', '5.00', '2.00']) await buy(soap, srp, staff())
    const made = await shop.book(customer, [[soap, 1, '2.00']])
    await expect(validate(made)).rejects.toMatchObject(byAnother)
    const first = await shop.product('10.00', 10)
    await buy(first, '1.00', staff())
    await expect(validate(await shop.book(customer, [[first, 1, '1.00']]))).rejects.toMatchObject(
      byAnother,
    )
    await setRules(fixture, 'a', { credit_override_maker_checker: false })
    await validate(made)
  })
})

describe('free goods', () => {
  it('whose SRP somebody lowered count at the former one for them, and are validated by somebody else', async () => {
    const [soap, soda] = [await product('10.00'), await product('12.00')]
    await buy(soda, '5.00', staff())
    const booked = await shop.rpc<Booking>('create_booking', {
      p_booking: {
        customer_id: customer,
        lines: [
          { product_id: soap, quantity: 10, agent_srp: '7.50' },
          { product_id: soda, quantity: 1, free_of: 1 },
        ],
      },
    })
    // 75.00 pay for ten at 7.00 and one at 3.50, not for one at 8.40.
    await expect(validate(booked)).rejects.toMatchObject(byAnother)
    await validate(booked, seller())
    expect(await stageOf(booked)).toBe('validated')
  })
})

describe('the lists', () => {
  it('shows the price and its floor, and is an override for who may', async () => {
    const soap = await product('10.00')
    const made = await shop.book(customer, [[soap, 1, '5.00']])
    const [check] = await fixture.db.as<{ below_floor: string[]; by_another: string | null }>(
      seller(),
      'select below_floor, by_another from public.validation_checks($1::uuid, array[$2::uuid])',
      [fixture.a, made.id],
    )
    expect(check).toEqual({
      below_floor: [expect.stringMatching(/at 5\.00 \(floor 7\.00\)$/)],
      by_another: null,
    })
    const kindFor = async (user: string) =>
      (
        await fixture.db.as<{ id: string; kind: string; mine: boolean }>(
          user,
          'select id, kind, mine from private.pending_decisions($1::uuid)',
          [fixture.a],
        )
      ).find(({ id }) => id === made.id)
    expect(await kindFor(owner())).toMatchObject({ kind: 'override', mine: false })
    expect(await kindFor(seller())).toMatchObject({ kind: 'booking', mine: false })
    const [item] = await fixture.db.as<{ facts: { below_floor: string[] } }>(
      owner(),
      `select facts from public.inbox($1::uuid, '{"kind": "override", "limit": 100}') where id = $2::uuid`,
      [fixture.a, made.id],
    )
    expect(item!.facts.below_floor).toEqual(check!.below_floor)
  })

  it('takes a percentage from 0 to 100, in the trail with who set it', async () => {
    for (const value of ['-1', '101', '100.01', '7.123', 'x', '', null])
      await expect(setRules(fixture, 'a', { price_floor_percent: value })).rejects.toMatchObject({
        detail: 'price_floor_percent',
      })
    await setRules(fixture, 'a', { price_floor_percent: '55.5' })
    const [entry] = await fixture.db.sql<Record<string, unknown>>(
      `select user_id, before #>> '{settings,price_floor_percent}' as was,
         after #>> '{settings,price_floor_percent}' as is
       from public.audit_log where table_name = 'projects' and row_id = $1 order by id desc limit 1`,
      [fixture.a],
    )
    expect(entry).toEqual({ user_id: fixture.admin, was: '70', is: '55.5' })
  })
})
