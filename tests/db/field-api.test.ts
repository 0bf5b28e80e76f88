import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { row, rows } from '../../app/platform/db/command.server.ts'
import { readDeclaredState } from '../../server/embedded-supabase/database/declared-state.ts'
import { documentedRefusals, type FieldBooking, fieldFixture } from '../support/field.ts'

const fixture = fieldFixture()
const { people } = fixture

describe('an Agent', () => {
  it('learns who and where by one call', async () => {
    const { data } = await people.agent.db.rpc('current_identity')
    expect(data).toMatchObject({
      user_id: await fixture.idOf(people.agent),
      is_admin: false,
      memberships: [{ project_id: fixture.project, role: 'Agent', currency: 'PHP' }],
    })
  })

  it('requests a customer of the own, who waits for finance', async () => {
    const idempotencyKey = randomUUID()
    const wish = { p_customer: { name: 'Aling Bebang', tin_no: '123-456-789-000' } }
    const made = await people.agent.runCommand<{
      approval_status: string
      id: string
      version: number
    }>('request_customer', wish, idempotencyKey)
    expect(made.approval_status).toBe('pending')
    expect(await people.agent.runCommand('request_customer', wish, idempotencyKey)).toEqual(made)
    const found = rows(
      await people.agent.db.from('customers').select('id, agent_id').eq('name', 'Aling Bebang'),
    )
    expect(found).toEqual([{ id: made.id, agent_id: await fixture.idOf(people.agent) }])
    expect(rows(await people.second.db.from('customers').select('id').eq('id', made.id))).toEqual(
      [],
    )

    // A booking of the one who asked waits with the customer; a customer who is turned down buys nothing.
    const booking = { p_booking: { customer_id: made.id, lines: [fixture.line()] } }
    expect(await people.agent.runCommand('create_booking', booking)).toMatchObject({ version: 1 })
    await people.finance.runCommand('decide_customer', {
      ...{
        p_customer: made.id,
        p_version: made.version,
        p_decision: 'rejected',
        p_reason: 'Unknown',
      },
    })
    await people.agent.refused('create_booking', booking, {
      ...{ code: 'P0001', hint: 'customer_not_approved', details: 'customer_id' },
    })
    for (const [p_customer, refusal] of [
      [{ name: 'X', credit_line: '10.00' }, { code: '42501' }],
      [{ name: 'X', agent_id: await fixture.idOf(people.second) }, { code: '42501' }],
      [{ name: ' ' }, { code: '22023', details: 'name' }],
      [
        { name: 'X', tin_no: '12' },
        { code: '22023', details: 'tin_no' },
      ],
    ] as const)
      await people.agent.refused('request_customer', { p_customer }, refusal)
    await people.agent.refused(
      'decide_customer',
      { p_customer: made.id, p_version: 1, p_decision: 'approved' },
      { code: '42501', hint: 'not_allowed' },
    )
  })

  it('books for own customers, once however often it is sent', async () => {
    const store = await fixture.customer('Books once')
    const idempotencyKey = randomUUID()
    const answers = [
      await fixture.book(store, people.agent, idempotencyKey),
      await fixture.book(store, people.agent, idempotencyKey),
    ]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ so_no: expect.stringMatching(/^SO-\d{6}$/), total: '30.00' })
    await people.agent.refused(
      'create_booking',
      { p_booking: { customer_id: store, lines: [fixture.line(4)] } },
      { code: 'P0001', hint: 'idempotency_key_reused' },
      idempotencyKey,
    )
    const own = rows(
      await people.agent.db
        .from('bookings')
        .select('id, stage, total::text, booking_lines(quantity)')
        .eq('project_id', fixture.project)
        .eq('customer_id', store),
    )
    expect(own).toEqual([
      { id: answers[0]!.id, stage: 'pending', total: '30.00', booking_lines: [{ quantity: 3 }] },
    ])
  })

  it('is told at the field what is wrong with a booking', async () => {
    const customer_id = await fixture.customer('Wrong bookings')
    const foreign = await fixture.customer('Of the second', people.second)
    const tomorrow = '2999-01-01'
    for (const [p_booking, refusal] of [
      [
        { customer_id, lines: [] },
        { code: '22023', details: 'lines' },
      ],
      [
        { customer_id, lines: [fixture.line(1.5)] },
        { code: '22023', details: 'lines[0].quantity' },
      ],
      [
        { customer_id, lines: [fixture.line(), fixture.line(1, '-1')] },
        { code: '22023', details: 'lines[1].agent_srp' },
      ],
      [
        { customer_id, lines: [{ ...fixture.line(), product_id: randomUUID() }] },
        { code: '22023', details: 'lines[0].product_id' },
      ],
      [
        { customer_id: foreign, lines: [fixture.line()] },
        { code: '22023', details: 'customer_id' },
      ],
      [
        { customer_id, lines: [fixture.line()], date_added: tomorrow },
        { code: 'P0001', hint: 'not_in_future', details: 'date_added' },
      ],
      [{ customer_id, lines: [fixture.line()], date_added: '2026-01-05' }, { code: '42501' }],
      [
        { customer_id, lines: [fixture.line()], agent_id: await fixture.idOf(people.second) },
        { code: '42501' },
      ],
    ] as const)
      await people.agent.refused('create_booking', { p_booking }, refusal)
    await people.agent.refused('create_booking', { p_booking: {} }, { code: '22P02' }, 'no-uuid')
    const { error } = await people.agent.db.rpc('create_booking', {
      p_project: fixture.project,
    } as never)
    people.agent.expectRefusal(error, { code: 'PGRST202' })
  })

  it('changes and cancels only own bookings, while they are pending', async () => {
    const made = await fixture.book(await fixture.customer('Changes'))
    const change = { p_details: { lines: [fixture.line(5)], remarks: 'Call first' } }
    const edited = await people.agent.runCommand<FieldBooking>('update_booking', {
      ...fixture.at(made),
      ...change,
    })
    expect(edited).toMatchObject({ so_no: made.so_no, total: '50.00' })
    await people.agent.refused(
      'update_booking',
      { ...fixture.at(made), ...change },
      { code: 'P0001', hint: 'stale_version' },
    )
    // A user of another company does not find the booking with any version.
    for (const version of [edited.version, 99])
      for (const app of [people.second, people.stranger])
        await app.refused(
          'update_booking',
          { ...fixture.at({ id: made.id, version }), ...change },
          { code: 'P0002', hint: 'not_found' },
        )
    await people.second.refused(
      'cancel_booking',
      { ...fixture.at(edited), p_reason: 'X' },
      { code: 'P0002' },
    )
    const { version } = await people.staff.runCommand('validate_booking', fixture.at(edited))
    const now = fixture.at({ id: made.id, version })
    const late = { code: 'P0001', hint: 'wrong_state' }
    await people.agent.refused('update_booking', { ...now, ...change }, late)
    await people.agent.refused('cancel_booking', { ...now, p_reason: 'X' }, late)
    const another = await fixture.book(await fixture.customer('Cancels'))
    await people.agent.runCommand('cancel_booking', {
      ...fixture.at(another),
      p_reason: 'Ordered twice',
    })
    const { stage: cancelled } = row(
      await people.agent.db.from('bookings').select('stage').eq('id', another.id).single(),
    )
    expect(cancelled).toBe('cancelled')
  })

  it('decides nothing: no validation, invoice, delivery, approval, warehouse request', async () => {
    const pending = await fixture.book(await fixture.customer('Decides nothing'))
    const { id, version } = await fixture.sold(await fixture.customer('Sold'))
    const p_request = { booking_id: id, kind: 'hold', reason: 'X' }
    const denied = { code: '42501', hint: 'not_allowed' }
    await people.agent.refused('validate_booking', fixture.at(pending), denied)
    await people.agent.refused(
      'validate_booking',
      { ...fixture.at(pending), p_override_reason: 'X' },
      denied,
    )
    const sale = fixture.at({ id, version })
    await people.agent.refused('set_invoice', { ...sale, p_invoice_no: 'X', p_date: null }, denied)
    await people.agent.refused('deliver_booking', { ...sale, p_date: null }, denied)
    await people.agent.refused('create_warehouse_request', { p_request }, denied)
    for (const table of ['warehouse_requests', 'purchases', 'audit_log'] as const)
      expect(await people.agent.count(table)).toBe(0)
    const none = await people.agent.db.from('bookings').select('id').eq('id', randomUUID()).single()
    people.agent.expectRefusal(none.error, { code: 'PGRST116' })
    for (const { error } of [
      await people.agent.db.from('bookings').insert({ project_id: fixture.project } as never),
      await people.agent.db
        .from('bookings')
        .update({ remarks: 'X' } as never)
        .eq('id', id),
      await people.agent.db.from('bookings').delete().eq('id', id),
      await people.agent.db.from('collections').insert({ project_id: fixture.project } as never),
    ]) {
      people.agent.expectRefusal(error, { code: '42501' })
    }
  })

  it('records what a customer pays, which counts once finance approves it', async () => {
    const store = await fixture.customer('Pays')
    const { id } = await fixture.sold(store)
    const idempotencyKey = randomUUID()
    const paid = fixture.receipt(store, '30.00', {
      allocations: [{ booking_id: id, amount: '20.00' }],
    })
    const made = await people.agent.runCommand('record_collection', paid, idempotencyKey)
    expect(await people.agent.runCommand('record_collection', paid, idempotencyKey)).toEqual(made)
    const balance = async () =>
      row(await people.agent.db.from('bookings').select('balance::text').eq('id', id).single())
        .balance
    expect(await balance()).toBe('30.00')
    await people.agent.refused(
      'approve_collection',
      { p_collection: made.id, p_version: made.version },
      { code: '42501' },
    )
    await people.finance.runCommand('approve_collection', {
      p_collection: made.id,
      p_version: made.version,
    })
    expect(await balance()).toBe('10.00')
    const [position] = rows(
      await people.agent.db.rpc('customer_position', {
        p_project: fixture.project,
        p_customer: store,
      }),
    )
    expect(Number(position!.unapplied)).toBe(10)
    const { data } = await people.agent.db
      .from('collections')
      .select('approval_status, collection_allocations(so_no, amount::text)')
      .eq('id', made.id)
      .single()
    expect(data).toMatchObject({
      approval_status: 'approved',
      collection_allocations: [{ amount: '20.00' }],
    })
  })

  it('is told at the field what is wrong with a receipt', async () => {
    const store = await fixture.customer('Wrong receipts')
    const { id: booking_id } = await fixture.sold(store)
    const pending = await fixture.book(store)
    const first = fixture.receipt(store, '5.00')
    await people.agent.runCommand('record_collection', first)
    const cheque = {
      collection_type: 'cheque',
      cheque_bank: 'Bank of Luzon',
      cheque_no: '001',
      cheque_date: '2026-01-05',
    }
    await people.agent.runCommand('record_collection', fixture.receipt(store, '5.00', cheque))
    const part = (amount: string, id = booking_id) => ({
      allocations: [{ booking_id: id, amount }],
    })
    for (const [wrong, refusal] of [
      [first, { code: '23505', details: 'cr_no' }],
      [fixture.receipt(store, '5.00', cheque), { code: '23505', details: 'cheque_no' }],
      [
        fixture.receipt(store, '5.00', { ...cheque, cheque_no: '' }),
        { code: '22023', details: 'cheque_no' },
      ],
      [fixture.receipt(store, '0'), { code: '22023', details: 'amount' }],
      [fixture.receipt(store, '1.005'), { code: '22023', details: 'amount' }],
      [
        fixture.receipt(store, '99.00', part('30.01')),
        { code: 'P0001', hint: 'over_allocated', details: 'allocations[0].amount' },
      ],
      [
        fixture.receipt(store, '5.00', part('6.00')),
        { code: 'P0001', hint: 'over_allocated', details: 'amount' },
      ],
      [
        fixture.receipt(store, '5.00', part('5.00', pending.id)),
        { code: 'P0001', hint: 'wrong_state' },
      ],
      [
        fixture.receipt(store, '5.00', part('5.00', randomUUID())),
        { code: '22023', details: 'allocations[0].amount' },
      ],
      [fixture.receipt(store, '5.00', { date_collected: '2026-01-05' }), { code: '42501' }],
      [
        fixture.receipt(store, '5.00', { agent_id: await fixture.idOf(people.second) }),
        { code: '42501' },
      ],
      [
        fixture.receipt(await fixture.customer('Not mine', people.second), '5.00'),
        { code: '22023', details: 'customer_id' },
      ],
    ] as const)
      await people.agent.refused('record_collection', wrong, refusal)
  })
})

describe('the document', () => {
  it('names every hint that the database gives, and no other', () => {
    const sources = readDeclaredState().script
    const given = [
      ...sources.matchAll(
        /private\.refuse\(\s*'(\w+)'|hint = '(\w+)'|refuse_change\([^)]*, '+(\w+)'+\)/g,
      ),
    ].map(([, refused, other, guard]) => refused ?? other ?? guard!)
    const [, errors = ''] = readFileSync('docs/field-api.md', 'utf8').split('## Errors')
    const [, others = ''] = /have these too: (.*?)\. The comment/s.exec(errors) ?? []
    const named = [...others.matchAll(/`(\w+)`/g)].map(([, hint]) => hint!)
    const hints = documentedRefusals().flatMap((refusal) => refusal.split(' ').slice(1))
    expect([...new Set([...named, ...hints])].sort()).toEqual([...new Set(given)].sort())
  })

  it('lists every refusal that was seen here, and no other', () => {
    expect(documentedRefusals().sort()).toEqual([...fixture.seen].sort())
  })
})
