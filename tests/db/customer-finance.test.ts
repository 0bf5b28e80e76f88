import { describe, expect, it } from 'vitest'
import { brokenInvariants, testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const finance = () => fixture.role['finance admin']

const customer = async (id: string) =>
  (
    await fixture.db.sql<Record<string, string>>(
      'select version, tin_no, business_style, credit_line::text, terms_days, approval_status, agent_id from public.customers where id = $1::uuid',
      [id],
    )
  )[0]!
const command = async (name: string, id: string, args: object, user = finance()) =>
  shop.rpc(name, { p_customer: id, p_version: (await customer(id)).version, ...args }, user)
const trail = async (id: string) =>
  (
    await fixture.db.sql<{ type: string; details: Record<string, unknown> }>(
      'select type, details from public.customer_finance_events where customer_id = $1::uuid order by id',
      [id],
    )
  ).map(({ type, details }) => [type, details])

describe('finance and customers', () => {
  it('changes tax details and credit, each with before and after in the trail', async () => {
    const id = await shop.customer('1000.00', 15)
    await command('update_customer_tax', id, {
      p_tin_no: '123-456-789-000',
      p_business_style: 'Sari-sari',
    })
    await command('set_credit_line', id, { p_credit_line: '2500.50', p_terms_days: '30' })
    expect(await customer(id)).toMatchObject({
      tin_no: '123-456-789-000',
      business_style: 'Sari-sari',
      credit_line: '2500.50',
      terms_days: 30,
    })
    const events = await trail(id)
    expect(events.slice(-2)).toEqual([
      ['tax', { tin_no: [null, '123-456-789-000'], business_style: [null, 'Sari-sari'] }],
      ['credit', { credit_line: [1000, 2500.5], terms_days: [15, 30] }],
    ])
    for (const [name, args, field] of [
      ['update_customer_tax', { p_tin_no: '12', p_business_style: '' }, 'tin_no'],
      ['set_credit_line', { p_credit_line: '-1', p_terms_days: '0' }, 'credit_line'],
      ['set_credit_line', { p_credit_line: '1.005', p_terms_days: '0' }, 'credit_line'],
      ['set_credit_line', { p_credit_line: null, p_terms_days: '366' }, 'terms_days'],
    ] as const)
      await expect(command(name, id, args)).rejects.toMatchObject({ detail: field })
    await expect(
      shop.rpc(
        'set_credit_line',
        { p_customer: id, p_version: 1, p_credit_line: null, p_terms_days: 0 },
        finance(),
      ),
    ).rejects.toMatchObject({ hint: 'stale_version' })
    await expect(
      command(
        'set_credit_line',
        id,
        { p_credit_line: null, p_terms_days: 0 },
        fixture.role['sales admin'],
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('lowers a credit line below what is owed: it counts from the next validation, and the books stay right', async () => {
    const product = await shop.product('10.00', 20)
    const id = await shop.customer('100.00')
    const sell = async () => {
      const { id: booking, version } = await shop.book(id, [[product, 5, '10.00']])
      return shop.validate(booking, version).then(() => booking)
    }
    const sold = await sell()
    const paid = await shop.collect(id, '50.00', [[sold, '50.00']])
    await shop.approve(paid.id)
    await sell()
    await command('set_credit_line', id, { p_credit_line: '10.00', p_terms_days: 30 })
    await expect(sell()).rejects.toMatchObject({ hint: 'credit_exceeded' })
    expect(await brokenInvariants(fixture.db)).toEqual([])
    // Nor does a receipt that is cancelled after the next sale.
    await shop.cancelCollection(paid.id, paid.version + 1)
    expect(await shop.position(id)).toMatchObject({ exposure: '100.00', credit_left: '-90.00' })
    expect(await brokenInvariants(fixture.db)).toEqual([])
  })

  it('takes a customer out of sale: nothing new is validated, what is owed is collected', async () => {
    const product = await shop.product('10.00', 50)
    const id = await shop.customer()
    const owed = await shop.book(id, [[product, 2, '10.00']])
    await shop.validate(owed.id, owed.version)
    const waiting = await shop.book(id, [[product, 1, '10.00']])
    await command('deactivate_customer', id, { p_reason: 'Closed' })
    await expect(shop.book(id, [[product, 1, '10.00']])).rejects.toMatchObject({
      hint: 'customer_not_approved',
    })
    await expect(shop.validate(waiting.id, waiting.version)).rejects.toMatchObject({
      hint: 'customer_not_approved',
    })
    await shop.approve((await shop.collect(id, '20.00', [[owed.id, '20.00']])).id)
    await expect(command('deactivate_customer', id, { p_reason: 'Again' })).rejects.toMatchObject({
      hint: 'wrong_state',
    })
    await command('deactivate_customer', id, { p_reason: 'Open again', p_active: true })
    await shop.validate(waiting.id, waiting.version)
    expect((await trail(id)).filter(([type]) => /activated/.test(String(type)))).toEqual([
      ['deactivated', { reason: 'Closed' }],
      ['reactivated', { reason: 'Open again' }],
    ])
    await expect(command('deactivate_customer', id, { p_reason: '' })).rejects.toMatchObject({
      detail: 'reason',
    })
  })
})

describe('requests', () => {
  it('wait for a decision that is made once, on what the decider saw', async () => {
    const request = (details: object) =>
      shop.rpc<{ id: string; approval_status: string }>(
        'request_customer',
        { p_customer: { name: 'Asked for', ...details } },
        fixture.role.Agent,
      )
    for (const tin_no of ['12', '123-456-78', '123-456-789-0', 'abc-def-ghi'])
      await expect(request({ tin_no })).rejects.toMatchObject({ detail: 'tin_no' })
    const wanted = await request({ tin_no: '123456789-00001' })
    expect(wanted.approval_status).toBe('pending')
    const decide = (decision: string, version: number, user = finance()) =>
      shop.rpc(
        'decide_customer',
        {
          p_customer: wanted.id,
          p_version: version,
          p_decision: decision,
          p_credit_line: '500.00',
          p_terms_days: 15,
          p_reason: null,
        },
        user,
      )
    await expect(decide('approved', 9)).rejects.toMatchObject({ hint: 'stale_version' })
    await expect(decide('rejected', 1)).rejects.toMatchObject({ detail: 'reason' })
    await expect(decide('approved', 1, fixture.role['sales admin'])).rejects.toMatchObject({
      code: '42501',
    })
    await decide('approved', 1)
    await expect(decide('approved', 2)).rejects.toMatchObject({ hint: 'wrong_state' })
    expect(await customer(wanted.id)).toMatchObject({
      approval_status: 'approved',
      credit_line: '500.00',
      terms_days: 15,
    })
  })
})

describe('transfers', () => {
  const transfer = (p_transfer: object, user = finance()) =>
    shop.rpc<{ customers: number; bookings: number }>('transfer_customers', { p_transfer }, user)

  it('move customers and, if asked, what is pending; past sales stay', async () => {
    const product = await shop.product('10.00', 50)
    const [one, two] = [await shop.customer(), await shop.customer()]
    const sold = await shop.book(one, [[product, 1, '10.00']])
    await shop.validate(sold.id, sold.version)
    const pending = await shop.book(one, [[product, 1, '10.00']])
    const kept = await shop.book(two, [[product, 1, '10.00']])
    const target = await fixture.addAgent('a')
    expect(
      await transfer({
        customer_ids: [one],
        target_agent_id: target,
        move_pending: true,
        reason: 'New route',
      }),
    ).toEqual({ customers: 1, bookings: 1 })
    expect(await transfer({ customer_ids: [two], target_agent_id: target })).toEqual({
      customers: 1,
      bookings: 0,
    })
    const agentOf = async (booking: string) =>
      (
        await fixture.db.sql('select agent_id from public.bookings where id = $1::uuid', [booking])
      )[0]!.agent_id
    expect([await agentOf(sold.id), await agentOf(pending.id), await agentOf(kept.id)]).toEqual([
      fixture.role.Agent,
      target,
      fixture.role.Agent,
    ])
    expect((await customer(one)).agent_id).toBe(target)
    // The new agent sees the customer at once, the old one no longer.
    const seenBy = (user: string) =>
      fixture.db.as(user, 'select id from public.customers where id = $1::uuid', [one])
    expect(await seenBy(target)).toHaveLength(1)
    expect(await seenBy(fixture.role.Agent)).toHaveLength(0)
    const [row] = await fixture.db.sql(
      'select from_agent_id, target_agent_id, finance_id, reason from public.agent_customer_transfers where customer_id = $1::uuid',
      [one],
    )
    expect(row).toEqual({
      from_agent_id: fixture.role.Agent,
      target_agent_id: target,
      finance_id: finance(),
      reason: 'New route',
    })
  })

  it('are previewed: balances, uncleared cheques, pending bookings of the present agent', async () => {
    const product = await shop.product('10.00', 50)
    const [one, two] = [await shop.customer(), await shop.customer()]
    const sold = await shop.book(one, [[product, 3, '10.00']])
    const validated = await shop.validate(sold.id, sold.version)
    await shop.invoice(sold.id, validated.version, `INV-PREVIEW-${one.slice(0, 8)}`)
    await shop.book(one, [[product, 2, '10.00']])
    const cheque = await shop.rpc<{ id: string }>('record_collection', {
      p_collection: {
        customer_id: one,
        collection_type: 'cheque',
        amount: '12.00',
        cr_no: `CR-PREVIEW-${one.slice(0, 8)}`,
        cheque_bank: 'BPI',
        cheque_no: one.slice(0, 8),
        cheque_date: '2026-01-01',
        allocations: [{ booking_id: sold.id, amount: '12.00' }],
      },
    })
    await shop.approve(cheque.id)
    const foreign = await trade(fixture, 'b').customer()
    const look = (user = finance()) =>
      fixture.db.as<Record<string, unknown>>(
        user,
        `select customer_id, agent_id, collectibles::text, uncleared::text, pending, pending_total::text
         from public.transfer_preview($1::uuid, jsonb_build_object('customer_ids', jsonb_build_array($2::text, $3::text, $4::text, 'x'))) order by pending desc`,
        [fixture.a, one, two, foreign],
      )
    expect(await look()).toEqual([
      {
        customer_id: one,
        agent_id: fixture.role.Agent,
        collectibles: '18.00',
        uncleared: '12.00',
        pending: 1,
        pending_total: '20.00',
      },
      {
        customer_id: two,
        agent_id: fixture.role.Agent,
        collectibles: '0.00',
        uncleared: '0.00',
        pending: 0,
        pending_total: '0.00',
      },
    ])
    await expect(look(fixture.role['sales admin'])).rejects.toMatchObject({ code: '42501' })
  })

  it('take effect at once, on a day that follows the last transfer', async () => {
    const [first, second] = [await fixture.addAgent('a'), await fixture.addAgent('a')]
    const id = await shop.customer()
    const days = async (offset: number) =>
      (
        await fixture.db.sql<{ day: string }>(
          'select (private.business_date($1::uuid) + $2::text::int)::text as day',
          [fixture.a, String(offset)],
        )
      )[0]!.day
    await expect(
      transfer({ customer_ids: [id], target_agent_id: first, effective_on: await days(1) }),
    ).rejects.toMatchObject({ hint: 'not_in_future', detail: 'effective_on' })
    // The cheque's date of receipt moves ten days into the past.
    await fixture.db.sql(
      'update public.customers set date_added = date_added - 10 where id = $1::uuid',
      [id],
    )
    await transfer({ customer_ids: [id], target_agent_id: first, effective_on: await days(-3) })
    expect((await customer(id)).agent_id).toBe(first)
    await expect(
      transfer({ customer_ids: [id], target_agent_id: second, effective_on: await days(-4) }),
    ).rejects.toMatchObject({
      detail: 'effective_on',
      message: expect.stringContaining('assigned to its current agent since'),
    })
    await transfer({ customer_ids: [id], target_agent_id: second, effective_on: await days(-3) })
    expect((await customer(id)).agent_id).toBe(second)
  })

  it('may begin before the customer was typed, but not before the last transfer', async () => {
    const [first, second] = [await fixture.addAgent('a'), await fixture.addAgent('a')]
    const id = await shop.customer()
    await transfer({ customer_ids: [id], target_agent_id: first, effective_on: '2001-01-01' })
    expect((await customer(id)).agent_id).toBe(first)
    await expect(
      transfer({ customer_ids: [id], target_agent_id: second, effective_on: '2000-12-31' }),
    ).rejects.toMatchObject({ detail: 'effective_on' })
  })

  it('are all or none', async () => {
    const target = await fixture.addAgent('a')
    const [one, two] = [await shop.customer(), await shop.customer()]
    const foreign = await trade(fixture, 'b').customer()
    await transfer({ customer_ids: [two], target_agent_id: target })
    for (const [ids, refusal] of [
      [[one, foreign], { code: 'P0002' }],
      [[one, 'nonsense'], { code: 'P0002' }],
      [[one, two], { hint: 'wrong_state' }],
      [[], { detail: 'customer_ids' }],
    ] as const)
      await expect(transfer({ customer_ids: ids, target_agent_id: target })).rejects.toMatchObject(
        refusal,
      )
    for (const [wrong, field] of [
      [{ target_agent_id: fixture.agentB }, 'target_agent_id'],
      [{ target_agent_id: fixture.role.Manager }, 'target_agent_id'],
      [{ effective_on: '2999-01-01' }, 'effective_on'],
      [{ effective_on: '1989-12-31' }, 'effective_on'],
    ] as const)
      await expect(
        transfer(Object.assign({ customer_ids: [one], target_agent_id: target }, wrong)),
      ).rejects.toMatchObject({ detail: field })
    expect((await customer(one)).agent_id).toBe(fixture.role.Agent)
    await expect(
      transfer({ customer_ids: [one], target_agent_id: target }, fixture.role['sales admin']),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
