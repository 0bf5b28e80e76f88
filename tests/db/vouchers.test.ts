import { describe, expect, it } from 'vitest'
import { choicesOf } from '../support/choices.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()
const d = disburse(fixture)

const day = async (offset = 0) => {
  const [row] = await fixture.db.sql<{ day: string }>(
    'select (private.business_date($1::uuid) + $2::text::int)::text as day',
    [fixture.a, String(offset)],
  )
  return row!.day
}
const setting = async (details: Record<string, unknown>) => {
  const [{ version } = { version: 0 }] = await fixture.db.sql<{ version: number }>(
    'select version from public.projects where id = $1::uuid',
    [fixture.a],
  )
  await d.rpc('update_project', { p_version: version, p_details: details }, fixture.admin)
}

describe('a voucher', () => {
  it('draws the first number, 1, and the next; its total is the sum of its lines', async () => {
    const lines = [
      { description: 'Rent of November', cost_center_id: await d.costCenter(), amount: '1000.10' },
      { description: 'Water', amount: '0.05' },
    ]
    const one = await d.write('1', { lines, ewt_amount: '50.00', invoice_no: ' SI-1 ' })
    expect(one).toMatchObject({ voucher_no: 1, total: '1000.15', version: 1 })
    expect(await d.write('5.00')).toMatchObject({ voucher_no: 2 })
    expect(await d.row(one.id)).toMatchObject({
      status: 'pending',
      pay_to: 'Pasig Realty',
      pay_to_account_no: '5521',
      invoice_no: 'SI-1',
      mode_of_payment: 'cash',
      net_amount: 950.15,
      date_added: await day(),
      created_by: d.clerk(),
      copies: 0,
    })
  })

  it('keeps the names of its masters as they were', async () => {
    const { id } = await d.rpc('create_voucher', { p_voucher: await d.byCheque('20.00') })
    await fixture.db.sql("update public.payees set fname = 'Renamed' where id = $1::uuid", [
      await d.payee(),
    ])
    expect(await d.row(id)).toMatchObject({
      pay_to: 'Pasig Realty',
      cheque_bank: 'Bank of Luzon',
      cheque_account_no: '0041',
      cheque_amount: 20,
      cheque_date: await day(),
    })
    await fixture.db.sql("update public.payees set fname = 'Pasig Realty' where fname = 'Renamed'")
  })

  it.each<[string, Record<string, unknown> | (() => Promise<Record<string, unknown>>)]>([
    ['payee_id', { payee_id: null }],
    ['payee_id', { payee_id: '00000000-0000-4000-8000-000000000000' }],
    ['payee_id', async () => ({ payee_id: await disburse(fixture, 'b').payee() })],
    ['lines', { lines: [] }],
    ['lines[0].description', { lines: [{ description: ' ', amount: '1' }] }],
    ['lines[0].amount', { lines: [{ description: 'X', amount: '0.00' }] }],
    ['lines[0].amount', { lines: [{ description: 'X', amount: '-1' }] }],
    ['lines[0].amount', { lines: [{ description: 'X', amount: '1.001' }] }],
    [
      'lines[1].cost_center_id',
      async () => ({
        lines: [
          { description: 'X', amount: '1' },
          {
            description: 'Y',
            amount: '1',
            cost_center_id: await disburse(fixture, 'b').costCenter(),
          },
        ],
      }),
    ],
    ['date_added', async () => ({ date_added: await day(1) })],
    ['ewt_amount', { ewt_amount: '10.00' }],
    ['mode_of_payment', { mode_of_payment: 'barter' }],
    ['bank_id', { mode_of_payment: 'bank_transfer' }],
    ['cheque_no', async () => d.byCheque('10.00', { cheque_no: '' })],
    ['cheque_amount', async () => d.byCheque('10.00', { ewt_amount: '1', cheque_amount: '10.00' })],
  ])('with a wrong %s is refused at that field, and draws no number', async (field, more) => {
    const wrong = typeof more === 'function' ? await more() : more
    await expect(d.write('10.00', wrong)).rejects.toMatchObject({ detail: field })
  })

  it('has its cheque alone, also when it is cancelled', async () => {
    const typed = await d.byCheque('20.00')
    const first = await d.rpc('create_voucher', { p_voucher: typed })
    await d.cancel(first)
    await expect(d.rpc('create_voucher', { p_voucher: typed })).rejects.toMatchObject({
      code: '23505',
      detail: 'cheque_no',
    })
  })
})

describe('a pending voucher', () => {
  it('is rewritten as a whole at the version that was seen, and keeps its number', async () => {
    const made = await d.write('10.00')
    const edited = await d.edit(made, await d.byCheque('30.00', { general_description: 'Rent' }))
    expect(edited).toMatchObject({ voucher_no: made.voucher_no, total: '30.00', version: 2 })
    await expect(d.edit(made, await d.typed('40.00'))).rejects.toMatchObject({
      hint: 'stale_version',
    })
    expect(await d.row(made.id)).toMatchObject({ total: 30, edited_by: d.clerk() })
    await d.edit(edited, await d.typed('30.00'))
    expect(await d.row(made.id)).toMatchObject({ cheque_no: null, bank_id: null })
  })

  it('may keep masters that were deactivated meanwhile; a new one may not take them', async () => {
    const old = { payee_id: await d.payee('Closed shop'), lines: [await line('Closed branch')] }
    const made = await d.write('10.00', old)
    for (const table of ['payees', 'cost_centers'])
      await fixture.db.sql(
        `update public.${table} set status = 'inactive' where sort_key like 'closed %'`,
      )
    await d.edit(made, await d.typed('12.00', old))
    for (const [field, part] of [
      ['payee_id', { payee_id: old.payee_id }],
      ['lines[0].cost_center_id', { lines: old.lines }],
    ] as const)
      await expect(d.write('10.00', part)).rejects.toMatchObject({ detail: field })
  })

  const line = async (name: string) => ({
    description: 'Rent',
    amount: '12.00',
    cost_center_id: await d.costCenter(name),
  })
})

describe('from the printer to the payee', () => {
  it('copies are counted, the releaser is named as of then', async () => {
    const made = await d.write('10.00', { date_added: await day(-3) })
    const once = await d.print(made)
    expect(once).toMatchObject({ copies: 1 })
    const twice = await d.print(once)
    for (const [field, date] of [
      ['date', await day(-4)],
      ['date', await day(1)],
    ] as const)
      await expect(d.release(twice, date)).rejects.toMatchObject({ detail: field })
    await expect(
      d.rpc('release_voucher', {
        p_voucher: made.id,
        p_version: twice.version,
        p_releaser: null,
        p_date: null,
      }),
    ).rejects.toMatchObject({ detail: 'releaser_id' })
    const released = await d.release(twice, await day(-1))
    expect(await d.row(made.id)).toMatchObject({
      status: 'released',
      date_released: await day(-1),
      releaser_name: 'Liza Manalo',
      releaser_designation: 'Cashier',
      who_released: d.clerk(),
      date_printed: await day(),
    })
    expect(await d.print(released)).toMatchObject({ copies: 3 })
    expect(await d.row(made.id)).toMatchObject({ status: 'released' })
  })

  it('a cancelled one says who and why, and keeps its number', async () => {
    const made = await d.write('10.00')
    await expect(d.cancel(made, ' ')).rejects.toMatchObject({ detail: 'reason' })
    await d.cancel(made)
    expect(await d.row(made.id)).toMatchObject({
      status: 'cancelled',
      who_cancelled: d.clerk(),
      cancel_reason: 'Written twice',
      voucher_no: made.voucher_no,
    })
  })

  it('nobody changes the money of a printed one, the owner of the database included', async () => {
    const { id } = await d.print(await d.write('10.00'))
    for (const change of [
      'update public.vouchers set total = 11 where id = $1::uuid',
      "update public.vouchers set pay_to = 'Me' where id = $1::uuid",
      "update public.vouchers set status = 'pending' where id = $1::uuid",
      'update public.vouchers set voucher_no = 99 where id = $1::uuid',
      'delete from public.vouchers where id = $1::uuid',
      'update public.voucher_lines set amount = 11 where voucher_id = $1::uuid',
      'delete from public.voucher_lines where voucher_id = $1::uuid',
    ])
      await expect(fixture.db.sql(change, [id]), change).rejects.toMatchObject({ code: '42501' })
  })
})

describe('above the amount of the project', () => {
  it('another user approves it first; an edit withdraws the approval', async () => {
    const small = await d.write('50000.00')
    await d.release(await d.print(small))
    const large = await d.write('50000.01')
    await expect(d.print(large)).rejects.toMatchObject({
      hint: 'needs_approval',
      message: expect.stringContaining('50,000.00'),
    })
    await expect(d.approve(large, d.clerk())).rejects.toMatchObject({ hint: 'maker_checker' })
    const approved = await d.approve(large)
    expect(await d.row(large.id)).toMatchObject({ approved_by: fixture.role.Owner })
    const edited = await d.edit(approved, await d.typed('60000.00'))
    await expect(d.print(edited)).rejects.toMatchObject({ hint: 'needs_approval' })
    const printed = await d.print(await d.approve(edited))
    await d.release(printed)
  })

  it('the project says which amount, and whether two people are needed', async () => {
    const made = await d.print(await d.write('900.00'))
    await setting({ voucher_approval_above: '800', vouchers_maker_checker: false })
    await expect(d.release(made)).rejects.toMatchObject({ hint: 'needs_approval' })
    await d.release(await d.approve(made, d.clerk()))
    await setting({ voucher_approval_above: null })
    await d.release(await d.print(await d.write('999999.00')))
    await setting({ voucher_approval_above: '50000', vouchers_maker_checker: true })
  })
})

it('takes a category or classification that no voucher has only as a new one, where the form says which', async () => {
  const named = async (fields: Record<string, unknown>) => {
    const { id } = await d.write('5.00', fields)
    const [found] = await fixture.db.sql<{ category: string; classification: string }>(
      'select category, classification from public.vouchers where id = $1::uuid',
      [id],
    )
    return [found!.category, found!.classification]
  }
  for (const field of ['category', 'classification'])
    await expect(
      d.write('5.00', { [field]: 'Haulage', [`new_${field}`]: false }),
    ).rejects.toMatchObject({ code: '22023', message: expect.stringContaining(`this ${field}.`) })
  const first = { category: 'Haulage', classification: 'Trucks' }
  expect(await named({ ...first, new_category: true, new_classification: true })).toEqual([
    'Haulage',
    'Trucks',
  ])
  const again = { category: 'HAULAGE', classification: 'trucks' }
  expect(await named({ ...again, new_category: false, new_classification: true })).toEqual([
    'Haulage',
    'Trucks',
  ])
  // A field app, which sends no such flag, writes names as they are.
  expect(await named(again)).toEqual(['HAULAGE', 'trucks'])
})

describe('the list', () => {
  it('has its totals by status over whatever the filters find', async () => {
    const tag = { category: 'Utilities', classification: 'Power' }
    const bank = await d.bank('Metro Savings')
    const costed = await d.write('10.00', { ...tag, date_added: '2026-01-05' })
    await d.print(
      await d.write('20.00', { ...tag, mode_of_payment: 'bank_transfer', bank_id: bank }),
    )
    await d.release(await d.print(await d.write('30.00', tag)))
    await d.cancel(await d.write('40.00', { ...tag, general_description: '50% OFF' }))
    const totals = async (filters: Record<string, unknown>) => {
      const rows = await fixture.db.as<{ status: string; vouchers: string; total: string }>(
        fixture.role['finance admin'],
        'select status, vouchers::text, total::text from public.voucher_totals($1::uuid, $2::text::jsonb)',
        [fixture.a, JSON.stringify({ category: 'Utilities', ...filters })],
      )
      const listed = await fixture.db.as<{ found: Record<string, number> }>(
        fixture.role['finance admin'],
        `select coalesce(jsonb_object_agg(l.status, l.vouchers), '{}') as found
         from (select status, count(*) as vouchers from public.voucher_list($1::uuid, $2::text::jsonb) group by status) l`,
        [fixture.a, JSON.stringify({ category: 'Utilities', ...filters })],
      )
      const counted = rows.filter(({ vouchers }) => vouchers !== '0')
      expect(listed[0]!.found).toEqual(
        Object.fromEntries(counted.map(({ status, vouchers }) => [status, Number(vouchers)])),
      )
      return rows.map((row) => `${row.status} ${row.vouchers} ${row.total}`).join(', ')
    }
    const single = (status: string, total: string) =>
      ['pending', 'printed', 'released', 'cancelled']
        .map((each) => (each === status ? `${each} 1 ${total}` : `${each} 0 0.00`))
        .join(', ')
    expect(await totals({ classification: 'Power' })).toBe(
      'pending 1 10.00, printed 1 20.00, released 1 30.00, cancelled 1 40.00',
    )
    expect(await totals({ to: '2026-01-05' })).toBe(single('pending', '10.00'))
    expect(await totals({ bank })).toBe(single('printed', '20.00'))
    expect(await totals({ mode: 'bank_transfer' })).toBe(single('printed', '20.00'))
    expect(await totals({ basis: 'released', from: await day() })).toBe(single('released', '30.00'))
    expect(await totals({ status: 'cancelled' })).toBe(single('cancelled', '40.00'))
    expect(await totals({ search: '50% off' })).toBe(single('cancelled', '40.00'))
    expect(await totals({ search: String(costed.voucher_no), status: 'pending' })).toBe(
      single('pending', '10.00'),
    )
    expect(await totals({ above: '15.00' })).toBe(single('printed', '20.00'))
    const categories = await choicesOf(fixture, { of: 'voucher_categories' }, d.clerk())
    expect(categories.filter(({ category }) => category === 'Utilities')).toEqual([tag])
    await d.write('7.00', { category: 'Utilities', general_description: 'No class' })
    await d.write('3.00', { general_description: 'No class' })
    expect(await totals({ classification: '(none)' })).toBe(single('pending', '7.00'))
    const none = { category: '(none)', search: 'no class' }
    expect(await totals(none)).toBe(single('pending', '3.00'))
    expect(await totals({ ...none, classification: '(none)' })).toBe(single('pending', '3.00'))
    expect(await totals({ ...none, classification: 'Power' })).not.toMatch(/ [1-9]\d* /)
  })

  it('warns of a supplier invoice that a voucher of the payee pays already', async () => {
    const payee = await d.payee()
    const paid = await d.write('10.00', { invoice_no: 'SI-77' })
    await d.cancel(await d.write('10.00', { invoice_no: 'si-77' }))
    await d.write('10.00', { invoice_no: 'SI-77', payee_id: await d.payee('Other') })
    const duplicates = async (excludeId: string | null) =>
      (
        await fixture.db.as<{ id: string }>(
          d.clerk(),
          "select id from public.voucher_duplicates($1::uuid, $2::uuid, ' si-77', $3::uuid)",
          [fixture.a, payee, excludeId],
        )
      ).map(({ id }) => id)
    expect(await duplicates(null)).toEqual([paid.id])
    expect(await duplicates(paid.id)).toEqual([])
  })
})
