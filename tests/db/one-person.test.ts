import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

/** One person does the whole trade of a company, and is held by the rules again when others join. */
const fixture = testFixture()
const shop = trade(fixture)
const desk = treasury(fixture, shop)
const office = disburse(fixture)
type Made = { id: string; version: number }

const me = () => fixture.role['one-person office']
const send = <T = Made>(name: string, args: Record<string, unknown>) =>
  shop.rpc<T>(name, args, me())
const at = async (table: string, id: string, key: string) => {
  const [row] = await fixture.db.sql<{ version: number }>(
    `select version from public.${table} where id = $1::uuid`,
    [id],
  )
  return { [key]: id, p_version: row!.version }
}
let product: string
let customer: string
let today: string

beforeAll(async () => {
  today = await desk.day()
})

/** Books two pieces at 10.00 for the customer. */
const book = () =>
  send('create_booking', {
    p_booking: {
      customer_id: customer,
      lines: [{ product_id: product, quantity: 2, agent_srp: '10.00' }],
    },
  })
const validate = (booking: Made) =>
  send('validate_booking', {
    ...{ p_booking: booking.id, p_version: booking.version, p_override_reason: null },
  })

describe('a one-person office', () => {
  it('is told that no rule of two people holds', async () => {
    const rulesOf = async (person: string) => {
      const [row] = await fixture.db.as<{ rules: Record<string, boolean> }>(
        person,
        `select public.current_identity() -> 'memberships' -> 0 -> 'settings' -> 'maker_checker' as rules`,
        [],
      )
      return new Set(Object.values(row!.rules))
    }
    expect(await rulesOf(me())).toEqual(new Set([false]))
    expect(await rulesOf(fixture.role.Owner)).toEqual(new Set([true]))
  })

  it('owns a customer, buys, books, validates, delivers, invoices and is paid', async () => {
    product = randomUUID()
    await fixture.db.as(
      me(),
      `insert into public.products (project_id, id, description, material_code, def_srp)
       values ($1::uuid, $2::uuid, $3, $3, 10)`,
      [fixture.a, product, product],
    )
    const supplier = randomUUID()
    await send('create_purchase', {
      p_purchase: {
        ...{ po_no: randomUUID(), supplier },
        lines: [{ product_id: product, quantity: 100, cost: '6.00', prod_srp: '10.00' }],
      },
    })
    const added = await send('request_customer', {
      p_customer: { name: randomUUID(), credit_line: null, terms_days: '30', agent_id: me() },
    })
    customer = added.id
    const booking = await book()
    const { version } = await validate(booking)
    await send('deliver_booking', {
      ...{ p_booking: booking.id, p_version: version, p_lines: null, p_date: null },
    })
    await send('set_invoice', {
      ...(await at('bookings', booking.id, 'p_booking')),
      ...{ p_invoice_no: randomUUID().slice(0, 20), p_date: today },
    })
    const receipt = await send('record_collection', {
      p_collection: {
        ...{ amount: '20.00', cr_no: randomUUID(), customer_id: customer },
        allocations: [{ booking_id: booking.id, amount: '20.00' }],
      },
    })
    await send('approve_collection', { p_collection: receipt.id, p_version: receipt.version })
    const now = await shop.booking(booking.id)
    expect([now.stage, now.balance]).toEqual(['paid', '0.00'])
    expect((await shop.stock(product)).on_hand).toBe(98)
  })

  it('decides what two people decide elsewhere', async () => {
    const voucher = await send('create_voucher', { p_voucher: await office.typed('50000.01') })
    await send('approve_voucher', { p_voucher: voucher.id, p_version: voucher.version })
    const sheet = await send('open_stock_count', { p_count: { title: 'Own count' } })
    const { version } = await send('enter_stock_count', {
      ...{ p_count: sheet.id, p_version: sheet.version, p_submit: true },
      p_lines: { lines: [{ product_id: product, counted: '90' }] },
    })
    await send('post_stock_count', { p_count: sheet.id, p_version: version, p_reason: 'Lost' })
    expect((await shop.stock(product)).on_hand).toBe(90)
    const payee = await office.payee(randomUUID(), '111-1')
    await fixture.db.as(me(), `update public.payees set account_no = '6' where id = $1::uuid`, [
      payee,
    ])
    await send('confirm_payee_account', await at('payees', payee, 'p_payee'))
  })

  it('is marked in the trail, and held by the rules once the role is Owner', async () => {
    const pending = await book()
    const receipt = await send('record_collection', {
      p_collection: { amount: '20.00', cr_no: randomUUID(), customer_id: customer },
    })
    const trail = async () => {
      const found = await fixture.db.as<{ alone: boolean; user_id: string; document_id: string }>(
        fixture.role['General Manager'],
        'select alone, user_id::text, document_id::text from public.audit_trail($1::uuid, $2::text::jsonb)',
        [fixture.a, JSON.stringify({ limit: 1000 })],
      )
      return found
    }
    const before = await trail()
    expect(before.some(({ user_id }) => user_id === me())).toBe(true)
    expect(before.filter(({ alone, user_id }) => alone !== (user_id === me()))).toEqual([])

    const become = (role: string) =>
      fixture.db.sql(
        'update public.memberships set role = $3 where project_id = $1::uuid and user_id = $2::uuid',
        [fixture.a, me(), role],
      )
    await become('special access 1')
    await expect(
      send('approve_collection', { p_collection: receipt.id, p_version: receipt.version }),
    ).rejects.toMatchObject({ hint: 'maker_checker' })
    await send('cancel_booking', {
      ...{ p_booking: pending.id, p_version: pending.version, p_reason: 'Not needed' },
    })
    const after = await trail()
    const since = after.slice(0, after.length - before.length)
    expect(since.filter(({ user_id }) => user_id === me()).length).toBeGreaterThan(0)
    // Acts of another role have no mark; those from before keep theirs.
    expect(since.filter(({ alone }) => alone)).toEqual([])
    expect(after.slice(since.length).map(({ alone }) => alone)).toEqual(
      before.map(({ alone }) => alone),
    )
    await become('one-person office')
    await send('approve_collection', { p_collection: receipt.id, p_version: receipt.version })
  })

  it('is made by the administrator alone, and changes no switch of the rules', async () => {
    const owner = fixture.role.Owner
    await expect(
      fixture.db.rpc(owner, 'update_member', {
        ...{ p_project: fixture.a, p_idempotency_key: randomUUID(), p_version: 1 },
        p_member: { user_id: fixture.role.warehouse, role: 'one-person office' },
      }),
    ).rejects.toMatchObject({ code: '22023', detail: 'role' })
    await expect(
      send('update_project', {
        p_version: 1,
        p_details: { credit_lines_maker_checker: false },
      }),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
