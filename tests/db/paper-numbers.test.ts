import { describe, expect, it } from 'vitest'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const taken = fieldReceipts(fixture, t)
const bills = disburse(fixture)

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

/** Numbers that look like "CR-A00" and are others: Cyrillic А, Greek Α and Ο, Cherokee Ꭺ, Arabic and N'Ko zeros. */
const LOOK_ALIKE = [
  'CR-\u0410\u041e0',
  'CR-\u0391\u039f0',
  'CR-\u13aa00',
  'CR-A\u0660\u0660',
  'CR-A\u07c00',
]

describe('a number with letters of another script', () => {
  const message = 'Use Latin letters and digits: others look like them.'
  const refusal = (detail: string) => ({ code: '22023', detail, message })

  it('is refused at its field, wherever a paper or product gets one', async () => {
    const staff = fixture.role['special access 1']
    const [customer, product] = [await t.customer(), await t.product('10.00', 100)]
    const { id, version } = await t.book(customer, [[product, 1, '10.00']])
    const validated = await t.validate(id, version)
    const sheet = (kind: string, row: object, user = fixture.role['finance admin']) =>
      t.rpc<{ errors: unknown[] }>(
        `import_${kind}`,
        { p_import: { rows: [row] }, p_check: true },
        user,
      )
    for (const no of LOOK_ALIKE) {
      await expect(
        taken.take(customer, '5.00', { cr_no: no, collector_id: null }),
      ).rejects.toMatchObject(refusal('cr_no'))
      await expect(t.invoice(id, validated.version, no)).rejects.toMatchObject(
        refusal('invoice_no'),
      )
      await expect(
        fixture.db.as(
          staff,
          `insert into public.products (project_id, description, material_code, def_cost, def_srp)
           values ($1::uuid, 'Look-alike', $2, 1, 1)`,
          [fixture.a, no],
        ),
      ).rejects.toMatchObject(refusal('material_code'))
      const row = { customer: 'X', cr_no: no, date_collected: '2026-01-05', means: 'cash' }
      expect((await sheet('receipts', { ...row, amount: '5' })).errors).toContainEqual(
        expect.objectContaining({ field: 'cr_no', message }),
      )
      const good = { material_code: no, description: 'X', def_cost: '1', def_srp: '1' }
      expect((await sheet('products', good, staff)).errors).toContainEqual(
        expect.objectContaining({ field: 'material_code', message }),
      )
    }
    const bill = await bills.typed('5.00', { invoice_no: LOOK_ALIKE[0] })
    await expect(bills.rpc('create_voucher', { p_voucher: bill })).rejects.toMatchObject(
      refusal('invoice_no'),
    )
  })

  it('is refused as the bank of a cheque too, which is a part of its number', async () => {
    const customer = await t.customer()
    const cheque = {
      ...{ collection_type: 'cheque', cheque_no: '0001234', cheque_date: '2026-01-05' },
      ...{ collector_id: null },
    }
    await taken.take(customer, '5.00', { ...cheque, cheque_bank: 'BDO' })
    for (const cheque_bank of ['\u0412DO', 'BD\u039f']) {
      await expect(taken.take(customer, '5.00', { ...cheque, cheque_bank })).rejects.toMatchObject(
        refusal('cheque_bank'),
      )
      const row = { customer: 'X', cr_no: 'CR-1', date_collected: '2026-01-05', means: 'cheque' }
      const { errors } = await t.rpc<{ errors: unknown[] }>('import_receipts', {
        p_import: { rows: [{ ...row, amount: '5', cheque_bank, cheque_no: '1' }] },
        p_check: true,
      })
      expect(errors).toContainEqual(expect.objectContaining({ field: 'cheque_bank', message }))
    }
    await taken.take(customer, '5.00', { ...cheque, cheque_bank: 'Ba\u00f1co & Co.' })
  })

  it('takes the letters of Filipino and other Latin names, and full width', async () => {
    const customer = await t.customer()
    for (const no of ['CR-\u00d1\u00f8\u00df1', '\uff23\uff32-77', 'CR \u211600-8'])
      await expect(
        taken.take(customer, '5.00', { cr_no: no, collector_id: null }),
      ).resolves.toBeTruthy()
  })

  it('stays where it is there already, also when its product is changed', async () => {
    const product = await t.product('10.00', 0)
    await fixture.db.sql(
      `do $$ begin perform set_config('session_replication_role', 'replica', true);
       update public.products set material_code = '\u0410-1' where id = '${product}'; end $$`,
    )
    await fixture.db.as(
      fixture.role['special access 1'],
      "update public.products set description = 'Renamed', material_code = material_code where id = $1::uuid",
      [product],
    )
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
      { id: two.id, stored: ['cr 900'], expected: ['duplicate of CR-900'] },
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
    ).toEqual([{ id, stored: ['001234'], expected: ['duplicate of 0012-34'] }])
    await t.cancelCollection(id, 1)
  })
})

describe('a number without letter and digit', () => {
  const NONE = ['---', ' - ', '#', '\u2014 / .', '\u20b1', '\u{1f600}']

  it('is refused beside its field, for every paper', async () => {
    const [product, customer] = [await t.product('10.00', 100), await t.customer()]
    const { id, version } = await t.book(customer, [[product, 1, '10.00']])
    const validated = await t.validate(id, version)
    const carried = await taken.take(customer, '20.00')
    const [bank] = await fixture.db.sql<{ id: string }>(
      'select id from public.banks where project_id = $1::uuid limit 1',
      [fixture.a],
    )
    const cheque = { collection_type: 'cheque', cheque_bank: 'Bank', cheque_date: '2026-01-05' }
    const purchase = {
      ...{ po_no: 'PO-1', supplier: 'Supplier' },
      lines: [{ product_id: product, quantity: 1, cost: '7.00' }],
    }
    const receipt = (more: object) => taken.take(customer, '5.00', { collector_id: null, ...more })
    const papers: [field: string, command: (no: string) => Promise<unknown>][] = [
      ['invoice_no', (no) => t.invoice(id, validated.version, no)],
      [
        'first_no',
        (no) =>
          t.rpc('set_invoices', {
            p_batch: { first_no: no, bookings: [{ id, version: validated.version }] },
          }),
      ],
      ['cr_no', (no) => receipt({ cr_no: no })],
      ['drr_no', (no) => receipt({ drr_no: no, drr_date: null })],
      ['cheque_no', (no) => receipt({ ...cheque, cheque_no: no })],
      ['reference_no', (no) => receipt({ collection_type: 'withholding', reference_no: no })],
      ['drr_no', (no) => taken.remit([carried], { '20': 1 }, { drr_no: no })],
      [
        'slip_no',
        (no) =>
          t.rpc('deposit_cheque', { p_deposit: { bank_id: bank?.id, slip_no: no, cash: '1' } }),
      ],
      ['po_no', (no) => t.rpc('create_purchase', { p_purchase: { ...purchase, po_no: no } })],
      [
        'invoice_no',
        (no) => t.rpc('create_purchase', { p_purchase: { ...purchase, invoice_no: no } }),
      ],
      [
        'invoice_no',
        async (no) =>
          bills.rpc('create_voucher', { p_voucher: await bills.typed('5.00', { invoice_no: no }) }),
      ],
    ]
    for (const [field, command] of papers)
      for (const no of NONE)
        await expect(command(no), `${field} ${no}`).rejects.toMatchObject({
          ...{ code: '22023', hint: 'invalid', detail: expect.stringMatching(new RegExp(field)) },
          message: expect.stringMatching(/letter or digit/),
        })
    await receipt({ cr_no: '1' })
    await expect(receipt({ cr_no: '\u6f22' })).rejects.toMatchObject({ detail: 'cr_no' })

    const row = { customer: 'Any Store', invoice_no: '--', invoice_date: '2026-01-05', amount: '1' }
    const { errors } = await t.rpc<{ errors: object[] }>(
      'import_open_invoices',
      { p_import: { rows: [row] }, p_check: true },
      fixture.role['finance admin'],
    )
    expect(errors).toContainEqual({
      ...{ row: 1, field: 'invoice_no', message: 'Enter at least one letter or digit.' },
    })
  })

  it('is written by nobody, stays where it was, and is listed in Verify books', async () => {
    const one = await taken.take(await t.customer(), '5.00', { cr_no: 'CR-950' })
    // Past the commands: a booking takes an invoice number in one statement of the owner.
    const [product, buyer] = [await t.product('10.00', 5), await t.customer()]
    const { id, version } = await t.book(buyer, [[product, 1, '10.00']])
    const validated = await t.validate(id, version)
    await t.invoice(id, validated.version, 'SI-950')
    await expect(
      fixture.db.sql(`update public.bookings set invoice_no = '--' where id = $1::uuid`, [id]),
    ).rejects.toMatchObject({ code: '22023', detail: 'invoice_no' })
    await fixture.db.sql(
      `do $$ begin perform set_config('session_replication_role', 'replica', true);
       update public.collections set cr_no = '- -' where id = '${one.id}'; end $$`,
    )
    expect(
      await fixture.db.sql(
        'select id, stored, expected from private.check_numbers($1::uuid) where id = $2::uuid',
        [fixture.a, one.id],
      ),
    ).toEqual([{ id: one.id, stored: ['- -'], expected: ['a letter or a digit'] }])
    await t.cancelCollection(one.id, one.version)
  })
})

describe('the number of a deposit slip', () => {
  it('is corrected with a reason, to one that no slip of the account has', async () => {
    const customer = await t.customer()
    const [bank] = await fixture.db.sql<{ id: string }>(
      `insert into public.banks (project_id, bank, account_no) values ($1::uuid, 'BDO', '900-1') returning id`,
      [fixture.a],
    )
    const deposit = async (slip_no: string) => {
      const { id } = await taken.take(customer, '5.00', { collector_id: null })
      await t.approve(id)
      return t.rpc<{ id: string }>('deposit_cheque', {
        p_deposit: { bank_id: bank!.id, slip_no, cash: '5.00' },
      })
    }
    const [one, two] = [await deposit('DS-1'), await deposit('DS-2')]
    const renumber = (p_slip_no: string, p_reason = 'Typed wrong', p_version = 1) =>
      t.rpc('renumber_deposit_slip', { p_slip: two.id, p_version, p_slip_no, p_reason })
    await expect(renumber('ds 1')).rejects.toMatchObject({ code: '23505', detail: 'slip_no' })
    await expect(renumber('DS-2')).rejects.toMatchObject({ code: '22023', detail: 'slip_no' })
    await expect(renumber('--')).rejects.toMatchObject({ code: '22023', detail: 'slip_no' })
    await expect(renumber('DS-3', ' ')).rejects.toMatchObject({ code: '22023', detail: 'reason' })
    await expect(renumber('DS-3', 'Typed wrong', 2)).rejects.toMatchObject({
      hint: 'stale_version',
    })
    // Its own number in another spelling is free.
    expect(await renumber('ds 2')).toMatchObject({ version: 2, slip_no: 'ds 2' })
    expect(await renumber('DS-3', 'Typed wrong', 2)).toMatchObject({ version: 3 })
    const found = (p_query: string) =>
      fixture.db.as<{ id: string }>(
        fixture.role.Owner,
        'select id from public.search_documents($1::uuid, $2)',
        [fixture.a, p_query],
      )
    expect(await found('DS-3')).toEqual([{ id: two.id }])
    expect(await found('DS-1')).toEqual([{ id: one.id }])
    const [trail] = await fixture.db.sql(
      `select before ->> 'slip_no' as was, after ->> 'slip_no' as is, after ->> 'number_reason' as why
       from public.audit_log where project_id = $1::uuid and row_id = $2::uuid order by id desc limit 1`,
      [fixture.a, two.id],
    )
    expect(trail).toEqual({ was: 'ds 2', is: 'DS-3', why: null })
    await expect(
      fixture.db.sql(
        `update public.deposit_slips set deposited_on = deposited_on - 1 where id = $1::uuid`,
        [two.id],
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
