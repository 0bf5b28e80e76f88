import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { imports } from '../support/imports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const byNumber = async (table: string, column: string, value: string) => {
  const found = await fixture.db.sql<{ id: string }>(
    `select id from public.${table} where ${column} = $1 order by id desc`,
    [value],
  )
  return found[0]?.id ?? ''
}

describe('purchases from a file', () => {
  const kit = () => imports(fixture, shop, 'purchases')

  it('are posted line by line as typed ones, and taken back on their own days', async () => {
    const { take, undo, newProduct, day, record, count } = kit()
    const [cola, tuna] = [await newProduct(), await newProduct(100)]
    const on = await day(2)
    const rows = [
      {
        ...{ po_no: 'IM-1', supplier: 'Luzon Beverage', invoice_no: 'L-77', date_added: on },
        ...{
          material_code: cola.code,
          quantity: '2 cs + 6 pc',
          cost: '96.25/12',
          prod_srp: '12.50',
        },
      },
      { po_no: 'im-1', material_code: tuna.code.toUpperCase(), quantity: '7', cost: '100/cs' },
      {
        po_no: 'IM-2',
        supplier: 'Cebu',
        date_added: on,
        material_code: cola.code,
        quantity: '1',
        cost: '0',
      },
    ]
    expect(await take(rows, true)).toEqual({ rows: 3, errors: [] })
    expect(await count("from public.purchases where po_no ilike 'im-%'")).toBe(0)
    const made = await take(rows)
    expect(made.errors).toEqual([])
    // 30 × 96.25 / 12 = 240.625; 7 × 100 / 100 = 7.
    expect(await record('purchases', await byNumber('purchases', 'po_no', 'IM-1'))).toMatchObject({
      ...{ supplier: 'Luzon Beverage', line_count: 2, total_cost: 247.63, date_added: on },
    })
    const stock = async (id: string) => {
      const [row] = await fixture.db.sql<Record<string, string>>(
        'select on_hand, stock_value::text from public.inventory where product_id = $1::uuid',
        [id],
      )
      return [row!.on_hand, row!.stock_value]
    }
    expect(await stock(cola.id)).toEqual([31, '240.63'])
    expect(await stock(tuna.id)).toEqual([7, '7.00'])
    await undo(made)
    expect(await stock(cola.id)).toEqual([0, '0.00'])
    expect(
      await count(
        'from public.stock_movements where product_id = $1::uuid and on_date <> $2::date',
        cola.id,
        on,
      ),
    ).toBe(0)
    expect(await record('purchases', await byNumber('purchases', 'po_no', 'IM-1'))).toMatchObject({
      status: 'cancelled',
    })
    // An undone file may come again, corrected.
    expect((await take(rows)).errors).toEqual([])
    expect((await take(rows)).errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
      ...['1 po_no', '2 po_no', '3 po_no'],
    ])
  })

  it('names every wrong cell, and what the command refuses', async () => {
    const { wrong, newProduct, day, count } = kit()
    const { code } = await newProduct()
    const good = {
      supplier: 'S',
      date_added: await day(1),
      material_code: code,
      quantity: '1',
      cost: '1',
    }
    expect(
      await wrong([
        { ...good, po_no: 'W-1' },
        { ...good, po_no: 'W-1', supplier: 'Another', quantity: '-1' },
        { ...good, po_no: 'W-2', supplier: '', date_added: '' },
        { ...good, po_no: 'W-3', date_added: '2026-02-29', material_code: 'nobody' },
        { ...good, po_no: 'W-4', cost: '=SUM(A1)', prod_srp: '1/0' },
        { ...good, po_no: '', delivery_date: '2999-01-01' },
      ]),
    ).toEqual([
      ...['2 quantity', '2 supplier', '3 date_added', '3 supplier', '4 date_added'],
      ...['4 material_code', '5 cost', '5 prod_srp', '6 delivery_date', '6 po_no'],
    ])
    // The cells are right by themselves, and the amount of the line has no column.
    expect(
      await wrong([
        { ...good, po_no: 'W-9' },
        { ...good, po_no: 'W-9', quantity: '10000000', cost: '999999999999' },
      ]),
    ).toEqual(['2 cost'])
    expect(await count("from public.purchases where po_no like 'W-%'")).toBe(0)
  })

  it('stay once their goods are on the way, and belong to one company', async () => {
    const { take, undo, newProduct, newCustomer, day } = kit()
    const { id, code } = await newProduct()
    const row = {
      po_no: 'U-1',
      supplier: 'S',
      date_added: await day(1),
      material_code: code,
      quantity: '5',
      cost: '1',
    }
    const made = await take([row])
    await expect(
      trade(fixture, 'b').rpc('undo_import', { p_import: made.id, p_version: made.version }),
    ).rejects.toMatchObject({ code: 'P0002' })
    const { id: customer } = await newCustomer()
    const booking = await shop.book(customer, [[id, 3, '10.00']])
    await shop.validate(booking.id, booking.version)
    await expect(undo(made)).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(
      take([{ ...row, po_no: 'U-2' }], false, fixture.role.warehouse),
    ).rejects.toMatchObject({
      code: '42501',
    })
  })
})

describe('open orders from a file', () => {
  const kit = () => imports(fixture, shop, 'bookings')

  it('become pending bookings with numbers of their own, and are cancelled by an undo', async () => {
    const { take, undo, newProduct, newCustomer, day, record, count } = kit()
    const [cola, tuna] = [await newProduct(), await newProduct()]
    const customer = await newCustomer()
    const on = await day(3)
    const rows = [
      {
        ...{ order_no: 'OLD 5', customer: customer.name, date_added: on },
        ...{ material_code: cola.code, quantity: '18', agent_srp: '96.25/cs' },
      },
      { order_no: 'OLD 5', material_code: tuna.code, quantity: '2', agent_srp: '10' },
    ]
    expect((await take(rows, true)).errors).toEqual([])
    const made = await take(rows)
    const [booking] = await fixture.db.sql<{ id: string; so_no: string }>(
      "select id, so_no from public.bookings where remarks = 'Order OLD 5'",
    )
    // 18 × 96.25 / 12 = 144.375, and 2 × 10.
    expect(await record('bookings', booking!.id)).toMatchObject({
      ...{ customer_id: customer.id, date_added: on, total: 164.38, approval_status: 'pending' },
    })
    expect(booking!.so_no).toMatch(/^SO-\d{6}$/)
    expect((await take(rows)).errors).toEqual([
      { row: 1, field: 'order_no', message: 'Already imported from Pasted rows.' },
      { row: 2, field: 'order_no', message: 'Already imported from Pasted rows.' },
    ])
    await undo(made)
    expect(await record('bookings', booking!.id)).toMatchObject({ approval_status: 'cancelled' })
    expect((await take(rows)).errors).toEqual([])
    expect(await count("from public.bookings where remarks = 'Order OLD 5'")).toBe(2)
  })

  it('names every wrong cell, and stays once one is validated', async () => {
    const { wrong, take, undo, newProduct, newCustomer, day } = kit()
    const { id, code } = await newProduct()
    const customer = await newCustomer()
    const good = {
      customer: customer.name,
      date_added: await day(1),
      material_code: code,
      quantity: '1',
      agent_srp: '10',
    }
    expect(
      await wrong([
        { ...good, order_no: 'A', customer: 'Nobody' },
        { ...good, order_no: 'B', quantity: '0', agent_srp: '-10' },
        { ...good, order_no: 'C', date_added: '2026-02-29' },
        { ...good, order_no: '', material_code: '=1' },
      ]),
    ).toEqual([
      ...[
        '1 customer',
        '2 agent_srp',
        '2 quantity',
        '3 date_added',
        '4 material_code',
        '4 order_no',
      ],
    ])
    await shop.buy(id, 5)
    const made = await take([{ ...good, order_no: 'V' }])
    const [booking] = await fixture.db.sql<{ id: string; version: number }>(
      "select id, version from public.bookings where remarks = 'Order V'",
    )
    await shop.validate(booking!.id, booking!.version)
    await expect(undo(made)).rejects.toMatchObject({ hint: 'wrong_state' })
  })
})

describe('payees from a file', () => {
  const kit = () => imports(fixture, shop, 'payees', fixture.role['finance admin'])

  it('are added with unconfirmed accounts, once, and taken away unless they were used', async () => {
    const { take, undo, wrong, record } = kit()
    const rows = [
      { fname: 'Meralco', account_no: '001-22' },
      { fname: 'Meralco', account_no: '001-23' },
      { fname: 'Luzon Beverage' },
    ]
    const made = await take(rows)
    expect(made.errors).toEqual([])
    const id = await byNumber('payees', 'account_no', '001-22')
    expect(await record('payees', id)).toMatchObject({
      fname: 'Meralco',
      account_confirmed_at: null,
    })
    expect(
      await wrong([
        { fname: 'MERALCO', account_no: '001-22' },
        { fname: '' },
        { fname: 'X' },
        { fname: 'x' },
        { fname: 'Y', account_no: '9'.repeat(41) },
      ]),
    ).toEqual([...['1 fname', '2 fname', '4 fname', '5 account_no']])
    await fixture.db.sql("update public.payees set fname = 'Meralco Inc' where id = $1::uuid", [id])
    await expect(undo(made)).rejects.toMatchObject({ hint: 'wrong_state' })
    const second = await take([{ fname: 'Globe' }])
    await expect(
      trade(fixture, 'b').rpc(
        'undo_import',
        { p_import: second.id, p_version: second.version },
        fixture.financeB,
      ),
    ).rejects.toMatchObject({ code: 'P0002' })
    await undo(second)
    expect(await byNumber('payees', 'fname', 'Globe')).toBe('')
  })
})
