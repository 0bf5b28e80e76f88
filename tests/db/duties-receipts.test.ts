import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

/** Who records a receipt does not approve it (docs/permissions.md, Separation of duties). */
const fixture = testFixture()
const shop = trade(fixture)
const desk = treasury(fixture, shop)
const staff = () => fixture.role['special access 1']
const finance = () => fixture.role['finance admin']
const byAnother = { code: 'P0001', hint: 'maker_checker' }
let product: string
let customer: string

beforeAll(async () => {
  product = await shop.product('10.00', 1000)
  customer = await shop.customer()
})
afterEach(() => setRules(fixture, 'a', { receipts_maker_checker: true }))

const statusOf = async (id: string) =>
  (
    await fixture.db.sql<{ approval_status: string }>(
      'select approval_status from public.collections where id = $1::uuid',
      [id],
    )
  )[0]!.approval_status
const collect = (more: Record<string, unknown> = {}, user = staff()) =>
  shop.rpc<{ id: string; version: number }>(
    'record_collection',
    {
      p_collection: {
        customer_id: customer,
        amount: '10.00',
        cr_no: `CR-${randomUUID()}`,
        ...more,
      },
    },
    user,
  )
/** Gives a person another role in the project. */
const become = (user: string, role: string) =>
  fixture.db.sql(
    'update public.memberships set role = $3 where project_id = $1::uuid and user_id = $2::uuid',
    [fixture.a, user, role],
  )

describe('a receipt', () => {
  it.each([{}, { collection_type: 'withholding' }])(
    'is not approved by who recorded it: %j',
    async (more) => {
      const made = await collect(more)
      await expect(shop.approve(made.id, made.version, staff())).rejects.toMatchObject({
        ...byAnother,
        message: expect.stringContaining('another user'),
      })
      expect(await statusOf(made.id)).toBe('pending')
      await shop.approve(made.id, made.version, finance())
      expect(await statusOf(made.id)).toBe('approved')
    },
  )

  it('is not approved by its recorder after somebody else named the account of a transfer', async () => {
    const bank = await desk.bank()
    const made = await collect({ collection_type: 'bank_transfer', bank_id: bank })
    const named = await shop.rpc<{ version: number }>(
      'set_collection_bank',
      { p_collection: made.id, p_version: made.version, p_bank: bank },
      finance(),
    )
    await expect(shop.approve(made.id, named.version, staff())).rejects.toMatchObject(byAnother)
    await shop.approve(made.id, named.version, finance())
  })

  it('waits for another user when its recorder or collector has moved to finance', async () => {
    const agent = await fixture.addAgent('a')
    const own = await collect({ collector_id: agent })
    const [theirs] = [await shop.customer()]
    await fixture.db.sql('update public.customers set agent_id = $2::uuid where id = $1::uuid', [
      theirs,
      agent,
    ])
    const field = await collect({ customer_id: theirs }, agent)
    await become(agent, 'finance admin')
    for (const each of [own, field])
      await expect(shop.approve(each.id, each.version, agent)).rejects.toMatchObject(byAnother)
    for (const each of [own, field]) await shop.approve(each.id, each.version, finance())
  })

  it('waits for approval when it replaces a cheque, and the debt with it', async () => {
    const sale = await desk.owing(customer, product, 1, '10.00')
    const cheque = await desk.cheque(customer, '10.00', [[sale.id, '10.00']], await desk.day())
    expect((await shop.booking(sale.id)).balance).toBe('0.00')
    const replaced = await shop.rpc<{ id: string; version: number; approval_status: string }>(
      'replace_cheque',
      {
        p_collection: cheque.id,
        p_version: cheque.version,
        p_receipt: { collection_type: 'cash', cr_no: `CR-${randomUUID()}`, amount: '10.00' },
      },
    )
    expect(replaced.approval_status).toBe('pending')
    expect((await shop.booking(sale.id)).balance).toBe('10.00')
    // The cash is in the office from now on, and confirmed once it is approved.
    expect(
      await fixture.db.sql(
        `select kind, place, amount::text, confirmed_amount::text from public.money_entries
         where collection_id = $1::uuid`,
        [replaced.id],
      ),
    ).toEqual([{ kind: 'receipt', place: 'office', amount: '10.00', confirmed_amount: '0.00' }])
    await expect(shop.approve(replaced.id, replaced.version, staff())).rejects.toMatchObject(
      byAnother,
    )
    await shop.approve(replaced.id, replaced.version, finance())
    expect((await shop.booking(sale.id)).balance).toBe('0.00')
  })

  it('is withdrawn by its recorder while it counts nowhere; once approved somebody else cancels it', async () => {
    const pending = await collect()
    await shop.cancelCollection(pending.id, pending.version, staff())
    const made = await collect()
    const { version } = await shop.approve(made.id, made.version)
    await expect(shop.cancelCollection(made.id, version, staff())).rejects.toMatchObject(byAnother)
    expect(await statusOf(made.id)).toBe('approved')
    await shop.cancelCollection(made.id, version, finance())
    expect(await statusOf(made.id)).toBe('cancelled')
  })

  it('recorded again by who may approve is theirs then', async () => {
    const first = await collect()
    await shop.cancelCollection(first.id, first.version, finance())
    const again = await collect({}, finance())
    await expect(shop.approve(again.id, again.version, finance())).rejects.toMatchObject(byAnother)
    await shop.approve(again.id, again.version, staff())
  })

  it('shows in the inbox of its recorder as one that somebody else decides', async () => {
    const made = await collect()
    const seen = async (user: string, mine: boolean) =>
      (
        await fixture.db.as<{ id: string }>(
          user,
          `select id from public.inbox($1::uuid, jsonb_build_object('kind', 'collection', 'mine', $2::text::boolean, 'limit', 100))`,
          [fixture.a, String(mine)],
        )
      ).some(({ id }) => id === made.id)
    expect(await seen(staff(), true)).toBe(true)
    expect(await seen(staff(), false)).toBe(false)
    expect(await seen(finance(), false)).toBe(true)
    await setRules(fixture, 'a', { receipts_maker_checker: false })
    expect(await seen(staff(), false)).toBe(true)
  })
})

describe('the switch', () => {
  it('lets one person do both, and the trail tells who switched it and when', async () => {
    await setRules(fixture, 'a', { receipts_maker_checker: false })
    const made = await collect()
    const { version } = await shop.approve(made.id, made.version, staff())
    await shop.cancelCollection(made.id, version, staff())
    const [entry] = await fixture.db.sql<Record<string, unknown>>(
      `select user_id, before -> 'settings' -> 'maker_checker' ->> 'receipts' as was,
         after -> 'settings' -> 'maker_checker' ->> 'receipts' as is, created_at is not null as dated
       from public.audit_log where table_name = 'projects' and row_id = $1 order by id desc limit 1`,
      [fixture.a],
    )
    expect(entry).toEqual({ user_id: fixture.admin, was: 'true', is: 'false', dated: true })
  })

  it('is on where the settings do not name it, and takes only yes or no', async () => {
    await fixture.db.sql(
      "update public.projects set settings = settings #- '{maker_checker}' where id = $1::uuid",
      [fixture.a],
    )
    const made = await collect()
    await expect(shop.approve(made.id, made.version, staff())).rejects.toMatchObject(byAnother)
    for (const value of ['no', null, 0])
      await expect(setRules(fixture, 'a', { receipts_maker_checker: value })).rejects.toMatchObject(
        { detail: 'receipts_maker_checker' },
      )
  })

  it('is not within reach of staff', async () => {
    for (const user of [staff(), fixture.role.Owner])
      await expect(
        fixture.db.rpc(user, 'update_project', {
          p_project: fixture.a,
          p_idempotency_key: randomUUID(),
          p_version: 1,
          p_details: { receipts_maker_checker: false },
        }),
      ).rejects.toMatchObject({ code: '42501' })
  })
})
