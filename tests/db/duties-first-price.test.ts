import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

/** The user who sets the first SRP of a product does not validate what relies on it (docs/permissions.md). */
const fixture = testFixture()
const shop = trade(fixture)
/** Holds products.write, purchases.write, bookings.write and bookings.validate, and so could do all of it. */
const staff = () => fixture.role['special access 1']
const seller = () => fixture.role['sales admin']
const invoicer = () => fixture.role['invoice admin']
const owner = () => fixture.role.Owner
const byAnother = { code: 'P0001', hint: 'maker_checker' }
const tooLow = { code: 'P0001', hint: 'below_price_floor' }
let customer: string

beforeAll(async () => {
  customer = await shop.customer()
})
afterEach(() =>
  setRules(fixture, 'a', { price_floor_percent: '70', credit_override_maker_checker: true }),
)

type Made = { id: string; version: number }
/** Adds a product by a row of the table, as the screen and the API do. */
async function add(srp: string | null, user = staff()): Promise<string> {
  const id = randomUUID()
  await fixture.db.as(
    user,
    `insert into public.products (project_id, id, description, material_code, def_cost, def_srp)
     values ($1::uuid, $2::uuid, $3, $3, '0.01', coalesce($4::text::numeric, 0))`,
    [fixture.a, id, id, srp],
  )
  return id
}
const buy = (product_id: string, prod_srp: string | null, user = staff()) =>
  shop.rpc<Made & { lines?: unknown }>(
    'create_purchase',
    {
      p_purchase: {
        po_no: randomUUID(),
        supplier: 'Supplier',
        lines: [{ product_id, quantity: 100, cost: '0.01', prod_srp }],
      },
    },
    user,
  )
async function imported(def_srp: string): Promise<string> {
  const code = randomUUID()
  const row = { description: code, material_code: code, def_cost: '0.01', def_srp }
  await shop.rpc('import_products', { p_import: { rows: [row] } }, staff())
  const [found] = await fixture.db.sql<{ id: string }>(
    'select id from public.products where material_code = $1',
    [code],
  )
  return found!.id
}
const book = (product: string, price: string) => shop.book(customer, [[product, 1, price]])
const validate = ({ id, version }: Made, user = staff(), reason: string | null = null) =>
  shop.validate(id, version, reason, user)

describe('one person cannot set the first SRP of a product and sell at it', () => {
  it.each<[string, () => Promise<string>]>([
    [
      'added with it',
      async () => {
        const id = await add('0.01')
        await buy(id, null)
        return id
      },
    ],
    [
      'imported with it',
      async () => {
        const id = await imported('0.01')
        await buy(id, '0.01')
        return id
      },
    ],
    [
      'imported, the import undone, and imported anew',
      async () => {
        await imported('10.00')
        const [last] = await fixture.db.sql<Made>(
          'select id, version from public.imports order by id desc limit 1',
        )
        await shop.rpc('undo_import', { p_import: last!.id, p_version: last!.version }, staff())
        const id = await imported('0.01')
        await buy(id, null)
        return id
      },
    ],
    [
      'added without one, then set by a purchase',
      async () => {
        const id = await add(null)
        await buy(id, '0.01')
        return id
      },
    ],
    [
      'added by somebody else without one, then set by a purchase',
      async () => {
        const id = await add(null, seller())
        await buy(id, '0.01')
        return id
      },
    ],
    [
      'set in steps, high first',
      async () => {
        const id = await add('10.00')
        for (const srp of ['20.00', '5.00', '0.01']) await buy(id, srp)
        return id
      },
    ],
    [
      'bought by somebody else at the same SRP',
      async () => {
        const id = await add('0.01')
        await buy(id, '0.01', seller())
        return id
      },
    ],
  ])('%s', async (_name, make) => {
    const product = await make()
    const made = await book(product, '0.01')
    await expect(validate(made)).rejects.toMatchObject({
      ...byAnother,
      detail: 'lines[0].agent_srp',
      message: expect.stringMatching(/set or lowered the current SRP.*Another user must validate/),
    })
    expect((await shop.booking(made.id)).stage).toBe('pending')
    await validate(made, invoicer())
    expect((await shop.booking(made.id)).stage).toBe('validated')
  })

  it('at any price, until somebody else has validated a booking of the product, or set its SRP', async () => {
    const [seen, priced] = [await add('10.00'), await add('10.00')]
    for (const id of [seen, priced]) {
      await buy(id, null)
      await expect(validate(await book(id, '10.00'))).rejects.toMatchObject(byAnother)
    }
    await validate(await book(seen, '10.00'), invoicer())
    await buy(priced, '12.00', seller())
    await validate(await book(seen, '7.00'))
    await validate(await book(priced, '8.40'))
  })

  it('nor lower it after somebody else has seen it, nor use a price that was overridden once', async () => {
    const id = await add('10.00')
    await buy(id, null)
    await validate(await book(id, '1.00'), owner(), 'Samples')
    await validate(await book(id, '7.00'))
    await buy(id, '1.00')
    await expect(validate(await book(id, '1.00'))).rejects.toMatchObject(byAnother)
    await expect(validate(await book(id, '6.99'))).rejects.toMatchObject(byAnother)
    await validate(await book(id, '7.00'))
  })

  it('nor sell for less than what somebody else validated, when the first SRP was lower than that', async () => {
    const id = await add('0.01')
    await buy(id, null)
    await validate(await book(id, '10.00'), invoicer())
    await expect(validate(await book(id, '0.01'))).rejects.toMatchObject(byAnother)
    await validate(await book(id, '7.00'))
  })

  it('whatever role they hold then; each who sets prices is held to those of others', async () => {
    const id = await add('10.00', seller())
    await buy(id, null)
    await validate(await book(id, '7.00'))
    await expect(validate(await book(id, '7.00'), seller())).resolves.toBeDefined()
    const fresh = await add('10.00', seller())
    await buy(fresh, null)
    const become = (role: string) =>
      fixture.db.sql(
        'update public.memberships set role = $3 where project_id = $1::uuid and user_id = $2::uuid',
        [fixture.a, seller(), role],
      )
    const made = await book(fresh, '10.00')
    try {
      for (const role of ['invoice admin', 'Owner']) {
        await become(role)
        await expect(validate(made, seller(), 'My own')).rejects.toMatchObject(byAnother)
      }
    } finally {
      await become('sales admin')
    }
  })
})

describe('a booking that is entered before the price is lowered', () => {
  it('and updated to the lower price after it is held, by the entry or by the edit', async () => {
    const id = await shop.product('10.00', 100)
    const made = await book(id, '10.00')
    await buy(id, '0.01')
    const p_details = { lines: [{ product_id: id, quantity: 1, agent_srp: '0.01' }] }
    const args = { p_booking: made.id, p_version: made.version, p_details }
    const { version } = await shop.rpc<Made>('update_booking', args, staff())
    await expect(validate({ ...made, version })).rejects.toMatchObject(byAnother)
    await buy(id, '10.00')
    await expect(validate({ ...made, version })).rejects.toMatchObject(tooLow)
  })

  it('and entered by an Agent at the lower price is held for who lowered it', async () => {
    const id = await shop.product('10.00', 100)
    await buy(id, '0.01')
    const lines = [{ product_id: id, quantity: 1, agent_srp: '0.01' }]
    const made = await shop.rpc<Made>(
      'create_booking',
      { p_booking: { customer_id: customer, lines } },
      fixture.role.Agent,
    )
    await expect(validate(made)).rejects.toMatchObject(byAnother)
    await validate(made, seller())
  })
})

describe('a product edit request', () => {
  it('sets the live SRP in the name of who approves it, who is another than who asked', async () => {
    const id = await add('10.00')
    const { id: purchase } = await buy(id, '10.00')
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.purchase_lines where purchase_id = $1::uuid',
      [purchase],
    )
    const asked = await shop.rpc<Made>(
      'request_product_edit',
      {
        p_request: {
          purchase_line_id: line!.id,
          item_to_edit: 'prod_srp',
          what_edit: '5.00',
          is_change_live_srp: true,
          reason: 'New price',
        },
      },
      staff(),
    )
    const decision = { p_request: asked.id, p_version: asked.version, p_decision: 'approved' }
    const decide = (user: string) => shop.rpc('decide_product_edit', decision, user)
    await expect(decide(staff())).rejects.toMatchObject({ code: '42501' })
    await expect(validate(await book(id, '5.00'))).rejects.toMatchObject(tooLow)
    await decide(owner())
    await validate(await book(id, '5.00'))
  })
})

describe('a product without an SRP', () => {
  it('has nothing to compare with: each price needs an SRP, or an override', async () => {
    const id = await add(null, seller())
    await buy(id, null)
    const made = await book(id, '10.00')
    for (const user of [staff(), seller(), invoicer()])
      await expect(validate(made, user)).rejects.toMatchObject({
        ...tooLow,
        message: expect.stringContaining('no SRP to compare with'),
      })
    await validate(made, owner(), 'New product')
  })
})

it('the rule is off with its switch, and where the company compares no prices', async () => {
  const id = await add('10.00')
  await buy(id, null)
  const [first, second, third] = [
    await book(id, '10.00'),
    await book(id, '10.00'),
    await book(id, '0.00'),
  ]
  await setRules(fixture, 'a', { credit_override_maker_checker: false })
  await validate(first)
  await setRules(fixture, 'a', { credit_override_maker_checker: true, price_floor_percent: '0' })
  await validate(second)
  await expect(validate(third)).rejects.toMatchObject(tooLow)
})

it('the lists tell who set the price that somebody else validates', async () => {
  const id = await add('10.00')
  await buy(id, null)
  const made = await book(id, '10.00')
  const check = async (user: string) =>
    (
      await fixture.db.as<{ by_another: string | null; below_floor: string[] }>(
        user,
        'select by_another, below_floor from public.validation_checks($1::uuid, array[$2::uuid])',
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
    ).find((each) => each.id === made.id)?.mine
  expect(await check(staff())).toEqual({ by_another: 'live_srp', below_floor: [] })
  expect(await check(invoicer())).toEqual({ by_another: null, below_floor: [] })
  expect([await mine(staff()), await mine(invoicer())]).toEqual([true, false])
})
