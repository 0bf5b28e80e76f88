import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import { FieldApp, fieldFixture } from '../support/field.ts'

const fixture = fieldFixture()
const { people } = fixture

describe('a Collector', () => {
  it('sees all customers, and of bookings those that are delivered and not paid', async () => {
    const collector = await fixture.as('collector')
    const store = await fixture.customer('Collected')
    const [undelivered, delivered] = [await fixture.sold(store), await fixture.sold(store, true)]
    const visible = async () =>
      rows(await collector.db.from('bookings').select('id').eq('customer_id', store)).map(
        ({ id }) => id,
      )
    expect(await visible()).toEqual([delivered.id])
    expect(await collector.count('customers')).toBe(await people.staff.count('customers'))
    expect(await collector.count('inventory')).toBe(0)
    expect(undelivered.id).not.toBe(delivered.id)

    const idempotencyKey = randomUUID()
    const paid = fixture.receipt(store, '30.00', {
      drr_no: 'DRR-1',
      allocations: [{ booking_id: delivered.id, amount: '30.00' }],
    })
    const made = await collector.runCommand('record_collection', paid, idempotencyKey)
    expect(await collector.runCommand('record_collection', paid, idempotencyKey)).toEqual(made)
    const mine = rows(await collector.db.from('collections').select('id, agent_id'))
    expect(mine).toEqual([{ id: made.id, agent_id: await fixture.idOf(people.agent) }])
    await people.staff.runCommand('approve_collection', {
      p_collection: made.id,
      p_version: made.version,
    })
    expect(await visible()).toEqual([])

    // It is in the collector's bag until finance receives it; nobody receives it from themselves.
    const bag = async () =>
      rows(await collector.db.rpc('unremitted', { p_project: fixture.project }))
    expect(await bag()).toMatchObject([{ receipts: 1, oldest_on: expect.any(String) }])
    const p_remittance = {
      collector_id: await fixture.idOf(collector),
      drr_no: 'DRR-1',
      collection_ids: [made.id],
      denominations: [{ value: '10', count: 3 }],
    }
    await collector.refused(
      'receive_remittance',
      { p_remittance },
      {
        code: '42501',
        hint: 'not_allowed',
      },
    )
    await people.staff.runCommand('receive_remittance', { p_remittance })
    expect(await bag()).toEqual([])
    const handed = rows(
      await collector.db.from('remittances').select('drr_no, remittance_cash(pieces)'),
    )
    expect(handed).toEqual([{ drr_no: 'DRR-1', remittance_cash: [{ pieces: 3 }] }])
    expect(rows(await people.agent.db.from('remittances').select('id'))).toEqual([])

    const denied = { code: '42501', hint: 'not_allowed' }
    const p_booking = { customer_id: store, lines: [fixture.line()] }
    await collector.refused('create_booking', { p_booking }, denied)
    await collector.refused('request_customer', { p_customer: { name: 'X' } }, denied)
    await collector.refused(
      'record_collection',
      fixture.receipt(store, '1', { agent_id: await fixture.idOf(people.second) }),
      denied,
    )
  })
})

describe('a Collector with several means under one CR number', () => {
  it('records them as one receipt, once however often it is sent, and hands all of it in', async () => {
    const collector = await fixture.as('collector')
    const store = await fixture.customer('Several means')
    const delivered = await fixture.sold(store, true)
    const idempotencyKey = randomUUID()
    const cr_no = `CR-${idempotencyKey}`
    const p_receipt = {
      ...{ customer_id: store, cr_no, drr_no: 'DRR-2' },
      parts: [
        { collection_type: 'cash', amount: '10.00' },
        {
          ...{ collection_type: 'cheque', amount: '15.00', cheque_bank: 'Bank of the North' },
          ...{ cheque_no: cr_no.slice(-8), cheque_date: '2026-01-05' },
        },
        { collection_type: 'withholding', amount: '5.00', reference_no: '2307-1' },
      ],
      allocations: [{ booking_id: delivered.id, amount: '30.00' }],
    }
    const made = await collector.runCommand('record_receipt', { p_receipt }, idempotencyKey)
    expect(await collector.runCommand('record_receipt', { p_receipt }, idempotencyKey)).toEqual(
      made,
    )
    const own = async () =>
      rows(
        await collector.db
          .from('collections')
          .select('id, collection_type, amount::text, approval_status')
          .eq('cr_no', cr_no)
          .order('part_no'),
      )
    expect(
      (await own()).map((part) => [part.collection_type, part.amount, part.approval_status]),
    ).toEqual([
      ['cash', '10.00', 'pending'],
      ['cheque', '15.00', 'pending'],
      ['withholding', '5.00', 'pending'],
    ])
    for (const [parts, details] of [
      [[], 'parts'],
      [[...p_receipt.parts, { collection_type: 'cheque', amount: '1.00' }], 'parts[3].cheque_bank'],
      [[{ collection_type: 'cash', amount: '0' }], 'parts[0].amount'],
    ] as const)
      await collector.refused(
        'record_receipt',
        { p_receipt: { ...p_receipt, cr_no: `${cr_no}-2`, parts } },
        { code: '22023', details },
      )
    await people.staff.runCommand('approve_collection', {
      p_collection: made.id,
      p_version: made.version,
    })
    expect(new Set((await own()).map((part) => part.approval_status))).toEqual(
      new Set(['approved']),
    )
    await people.staff.runCommand('receive_remittance', {
      p_remittance: {
        ...{ collector_id: await fixture.idOf(collector), drr_no: 'DRR-2' },
        ...{ collection_ids: [made.id], denominations: [{ value: '10', count: 1 }] },
      },
    })
    const left = rows(await collector.db.rpc('unremitted', { p_project: fixture.project }))
    expect(left).toEqual([])
  })
})

describe('a Manager', () => {
  it('reads what the own agents do, and writes nothing', async () => {
    const manager = await fixture.as('manager')
    await fixture.book(await fixture.customer('Of the team'))
    const team = rows(await manager.db.from('bookings').select('agent_id'))
    expect(new Set(team.map(({ agent_id }) => agent_id))).toContain(
      await fixture.idOf(people.agent),
    )
    const third = await fixture.as('agent-3')
    const store = await fixture.customer('Of another team', third)
    const { id } = await fixture.book(store, third)
    expect(rows(await manager.db.from('bookings').select('id').eq('id', id))).toEqual([])
    const own = rows(await people.agent.db.from('customers').select('id').limit(1))[0]!.id
    const denied = { code: '42501', hint: 'not_allowed' }
    const p_booking = { customer_id: own, lines: [fixture.line()] }
    await manager.refused('create_booking', { p_booking }, denied)
    await manager.refused('request_customer', { p_customer: { name: 'X' } }, denied)
    await manager.refused('record_collection', fixture.receipt(own, '5.00'), denied)
  })
})

describe('another company', () => {
  it('is neither read nor written, whatever ids are known', async () => {
    const store = await fixture.customer('Foreign')
    const { id } = await fixture.sold(store, true)
    for (const table of ['bookings', 'customers', 'collections', 'inventory'] as const)
      expect(
        rows(
          await people.stranger.db
            .from(table)
            .select('project_id')
            .eq('project_id', fixture.project),
        ),
      ).toEqual([])
    // Their own company's id with our documents, then ours.
    await people.stranger.refused(
      'record_collection',
      fixture.receipt(store, '5.00', { allocations: [{ booking_id: id, amount: '5.00' }] }),
      { code: '22023', details: 'customer_id' },
    )
    await people.stranger.refused(
      'create_booking',
      { p_booking: { customer_id: store, lines: [fixture.line()] } },
      { code: '22023', details: 'customer_id' },
    )
    const abroad = new FieldApp(people.stranger.db, fixture.project, fixture.seen)
    const denied = { code: '42501', hint: 'not_allowed' }
    await abroad.refused('create_booking', { p_booking: { customer_id: store } }, denied)
    await abroad.refused('record_collection', fixture.receipt(store, '5.00'), denied)
    await abroad.refused('request_customer', { p_customer: { name: 'X' } }, denied)
  })
})
