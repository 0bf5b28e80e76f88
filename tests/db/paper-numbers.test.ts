import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const taken = fieldReceipts(fixture, t)

const keyOf = async (text: string) => {
  const [row] = await fixture.db.sql<{ key: string }>('select private.paper_key($1) as key', [text])
  return row!.key
}

describe('the key of a paper number', () => {
  it('is the same whatever case, spaces, punctuation and accents', async () => {
    const alike = [
      'SI-00123',
      'si 00123',
      ' SI00123 ',
      'S.I. #00123',
      'SI/00_123',
      'SI\u2013\u200b00123',
      'SI\u00a000123',
      '\uff33\uff29\uff0d\uff10\uff10\uff11\uff12\uff13',
    ]
    for (const text of alike) expect([text, await keyOf(text)]).toEqual([text, 'si00123'])
    expect(await keyOf('Nin\u0303o')).toBe(await keyOf('NI\u00d1O'))
  })

  it('tells numbers apart by each letter and digit', async () => {
    expect(await keyOf('0123')).toBe('0123')
    expect(await keyOf('漢1')).toBe('漢1')
    expect(new Set(await Promise.all(['A1', 'A01', 'A11', 'B1', '1'].map(keyOf))).size).toBe(5)
  })
})

describe('a number that was used', () => {
  const invoiced = async (customer: string, product: string, no: string) => {
    const { id, version } = await t.book(customer, [[product, 1, '10.00']])
    const validated = await t.validate(id, version)
    return { id, ...(await t.invoice(id, validated.version, no)) }
  }

  it('is written in another way only by its own document', async () => {
    const [product, customer] = [await t.product('10.00', 100), await t.customer()]
    const first = await invoiced(customer, product, 'SI-700')
    await expect(invoiced(customer, product, 'si 700')).rejects.toMatchObject({
      code: '23505',
      detail: 'invoice_no',
      message: expect.stringContaining('SI-700 of SO-'),
    })
    const { version } = await t.invoice(first.id, first.version, 'SI 700', undefined, 'Typed wrong')
    await t.invoice(first.id, version, 'SI-700', undefined, 'Right at first')
    const { id, version: pending } = await t.book(customer, [[product, 1, '10.00']])
    const validated = await t.validate(id, pending)
    await expect(
      t.rpc('set_invoices', {
        p_batch: { first_no: 's.i. 700', bookings: [{ id, version: validated.version }] },
      }),
    ).rejects.toMatchObject({ code: '23505', detail: 'first_no' })
  })

  it('is found in a sheet, beside another row and beside what is there', async () => {
    const customer = 'Paper Store'
    await t.rpc('request_customer', {
      p_customer: { name: customer, agent_id: fixture.role.Agent },
    })
    await taken.take(await t.customer(), '5.00', { cr_no: 'CR-880', collector_id: null })
    const check = async (kind: string, rows: object[]) =>
      (
        await t.rpc<{ errors: { row: number; field: string }[] }>(
          `import_${kind}`,
          { p_import: { rows }, p_check: true },
          fixture.role['finance admin'],
        )
      ).errors.map(({ row, field }) => `${row} ${field}`)
    const open = (invoice_no: string) => ({
      customer,
      invoice_no,
      invoice_date: '2026-01-05',
      amount: '10',
    })
    expect(await check('open_invoices', ['OI-1', 'oi 1', 'SI.700'].map(open))).toEqual([
      '2 invoice_no',
      '3 invoice_no',
    ])
    const receipt = { customer, date_collected: '2026-01-05', means: 'cash', amount: '5' }
    expect(await check('receipts', [{ ...receipt, cr_no: 'cr 880' }])).toEqual(['1 cr_no'])
    // Two rows of one CR are one receipt, however its number is written.
    expect(
      await check('receipts', [
        { ...receipt, cr_no: 'CR-881' },
        { ...receipt, cr_no: 'cr881' },
      ]),
    ).toEqual([])
  })

  it('is kept where it was used twice before, and listed in Verify books', async () => {
    const [first, second] = [await t.customer(), await t.customer()]
    const one = await taken.take(first, '5.00', { cr_no: 'CR-900', collector_id: null })
    const two = await taken.take(second, '5.00', { cr_no: 'CR-901', collector_id: null })
    // As a version before this one took it.
    await fixture.db.sql(
      `do $$ begin perform set_config('session_replication_role', 'replica', true);
       update public.collections set cr_no = 'cr 900' where id = '${two.id}'; end $$`,
    )
    const doubles = () =>
      fixture.db.sql('select id, stored, expected from private.check_numbers($1::uuid)', [
        fixture.a,
      ])
    expect(await doubles()).toEqual([
      { id: two.id, stored: ['cr 900'], expected: ['not that of another: CR-900'] },
    ])
    // It goes on as any receipt does. Once one of the two is cancelled, no paper is taken for another.
    await t.approve(one.id)
    await t.cancelCollection(two.id, 1)
    expect(await doubles()).toEqual([])
  })

  it('of a cheque belongs to its bank, however either is written', async () => {
    const customer_id = await t.customer()
    const record = (cr_no: string, cheque_bank: string, cheque_no: string) =>
      t.rpc<{ id: string }>('record_collection', {
        p_collection: {
          ...{ customer_id, cr_no, collection_type: 'cheque', amount: '10.00' },
          ...{ cheque_bank, cheque_no, cheque_date: '2026-01-01' },
        },
      })
    await record('CR-CHQ-1', 'BDO', '0012-34')
    for (const [bank, no] of [
      ['bdo', '0012-34'],
      ['B.D.O.', '0012 34'],
      ['Bdo ', '001234'],
    ] as const)
      await expect(record('CR-CHQ-2', bank, no)).rejects.toMatchObject({
        ...{ code: '23505', detail: 'cheque_no' },
      })
    await record('CR-CHQ-2', 'BPI', '0012-34')
    // As a version before this one took it: the double is kept and listed.
    const { id } = await record('CR-CHQ-3', 'BDO', '0012-35')
    await fixture.db.sql(
      `do $$ begin perform set_config('session_replication_role', 'replica', true);
       update public.collections set cheque_bank = 'bdo', cheque_no = '001234' where id = '${id}'; end $$`,
    )
    expect(
      await fixture.db.sql('select id, stored, expected from private.check_numbers($1::uuid)', [
        fixture.a,
      ]),
    ).toEqual([{ id, stored: ['001234'], expected: ['not that of another: 0012-34'] }])
    await t.cancelCollection(id, 1)
  })
})
