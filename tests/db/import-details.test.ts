import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { imports } from '../support/imports.ts'
import { trade } from '../support/trade.ts'

/** Tests what a sheet says beside the least: VAT of purchases, discounts and free goods of orders, the unit of prices. */
const fixture = testFixture()
const shop = trade(fixture)

describe('a sheet of purchases', () => {
  it('says whose invoice shows VAT, and the class of a line', async () => {
    const { take, undo, newProduct, day } = imports(fixture, shop, 'purchases')
    const [cola, rice] = [await newProduct(), await newProduct()]
    const heading = { supplier: 'S', date_added: await day(2) }
    const rows = [
      { po_no: 'IV-1', ...heading, with_vat: 'Yes', material_code: cola.code, quantity: '10' },
      { po_no: 'IV-1', material_code: rice.code, quantity: '10', vat_class: 'Exempt' },
      { po_no: 'IV-2', ...heading, with_vat: 'no', material_code: cola.code, quantity: '10' },
      { po_no: 'IV-3', ...heading, material_code: cola.code, quantity: '10' },
    ].map((row) => ({ ...row, cost: '11.20' }))
    const made = await take(rows)
    expect(made.errors).toEqual([])
    const posted = () =>
      fixture.db.sql(
        `select p.po_no, l.vat_class, sum(m.cost)::text as cost, sum(m.vat_amount)::text as vat
         from public.purchases p join public.purchase_lines l on l.project_id = p.project_id and l.purchase_id = p.id
         join public.stock_movements m on m.project_id = p.project_id and m.source_line = l.id
         where p.po_no like 'IV-%' group by p.po_no, l.line_no, l.vat_class order by p.po_no, l.line_no`,
      )
    // 112.00 = 100.00 + 12.00 of VAT
    expect(await posted()).toEqual([
      { po_no: 'IV-1', vat_class: 'vatable', cost: '100.00', vat: '12.00' },
      { po_no: 'IV-1', vat_class: 'exempt', cost: '112.00', vat: '0.00' },
      { po_no: 'IV-2', vat_class: null, cost: '112.00', vat: '0.00' },
      { po_no: 'IV-3', vat_class: null, cost: '112.00', vat: '0.00' },
    ])
    await undo(made)
    expect((await posted()).every(({ vat }) => vat === '0.00')).toBe(true)
    const wrong = [
      { ...rows[0]!, po_no: 'IV-4', with_vat: 'maybe' },
      { ...rows[0]!, po_no: 'IV-5' },
      { ...rows[1]!, po_no: 'IV-5', with_vat: 'no', vat_class: 'none' },
    ]
    expect((await take(wrong)).errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
      ...['1 with_vat', '3 vat_class', '3 with_vat'],
    ])
  })
})

describe('a sheet of orders', () => {
  it('says discounts and free goods', async () => {
    const { take, newProduct, day } = imports(fixture, shop, 'bookings')
    const [cola, rice] = [await newProduct(), await newProduct()]
    const [{ name } = { name: '' }] = await fixture.db.sql<{ name: string }>(
      'select name from public.customers where id = $1::uuid',
      [await shop.customer()],
    )
    const heading = { customer: name, date_added: await day(2) }
    const line = (order_no: string, material_code: string, more: object) => ({
      ...{ order_no, material_code, quantity: '10', agent_srp: '20.00' },
      ...more,
    })
    const made = await take([
      line('D-1', cola.code, { ...heading, discount_percent: '5', discount_amount: '10.00' }),
      line('D-1', cola.code, { quantity: '1', agent_srp: 'FREE' }),
      line('D-1', rice.code, { discount_percent: '7.5' }),
      line('D-1', cola.code, { quantity: '2', agent_srp: 'free' }),
    ])
    expect(made.errors).toEqual([])
    // 200.00 less 5 % less 10.00 = 180.00; 200.00 less 7.5 % = 185.00
    expect(
      await fixture.db.sql(
        `select l.line_no, l.free_of, l.gross::text, l.amount::text, b.total::text, b.discount::text
         from public.bookings b join public.booking_lines l on l.project_id = b.project_id and l.booking_id = b.id
         where b.remarks = 'Order D-1' order by l.line_no`,
      ),
    ).toEqual(
      [
        { line_no: 1, free_of: null, gross: '200.00', amount: '180.00' },
        { line_no: 2, free_of: 1, gross: '0.00', amount: '0.00' },
        { line_no: 3, free_of: null, gross: '200.00', amount: '185.00' },
        { line_no: 4, free_of: 3, gross: '0.00', amount: '0.00' },
      ].map((each) => ({ ...each, total: '365.00', discount: '35.00' })),
    )
    const refused = async (...rows: object[]) =>
      (await take(rows as Record<string, string>[])).errors.map(
        ({ row, field }) => `${row} ${field}`,
      )
    expect(await refused(line('D-2', cola.code, { ...heading, agent_srp: 'free' }))).toEqual([
      '1 agent_srp',
    ])
    expect(
      await refused(
        line('D-3', cola.code, { ...heading, discount_percent: '101' }),
        line('D-4', cola.code, { ...heading, discount_amount: '200.01' }),
        line('D-5', cola.code, heading),
        line('D-5', cola.code, { agent_srp: 'free', discount_percent: '5' }),
      ),
    ).toEqual(['1 discount_percent', '2 discount_amount', '4 agent_srp'])
  })
})

describe('a sheet of products', () => {
  const prices = async (code: string) => {
    const [row] = await fixture.db.sql(
      `select price_unit, def_cost::text || '/' || def_cost_pieces as cost, def_srp::text || '/' || def_srp_pieces as srp
       from public.products where material_code = $1`,
      [code],
    )
    return row
  }

  it('says what plain prices are for, new and changed, and its import can be undone', async () => {
    const added = imports(fixture, shop, 'products')
    const product = (material_code: string, more: object) => ({
      ...{ material_code, description: material_code, case_config: '12' },
      ...{ def_cost: '624.00', def_srp: '61.00/pc', ...more },
    })
    const rows = [
      product('PU-1', { price_unit: 'Case' }),
      product('PU-2', { price_unit: 'piece', def_cost: '52.00' }),
      product('PU-3', { def_cost: '52.00' }),
    ]
    expect((await added.take(rows)).errors).toEqual([])
    const byCase = { price_unit: 'case', cost: '624.00/12', srp: '61.00/1' }
    const byPiece = { price_unit: 'piece', cost: '52.00/1', srp: '61.00/1' }
    expect(await prices('PU-1')).toEqual(byCase)
    expect(await prices('PU-2')).toEqual(byPiece)
    expect(await prices('PU-3')).toEqual(byPiece)
    expect((await added.take([product('PU-4', { price_unit: 'box' })])).errors).toMatchObject([
      { row: 1, field: 'price_unit', message: 'Piece or case.' },
    ])

    const changes = imports(fixture, shop, 'product_changes')
    const made = await changes.take([
      { material_code: 'PU-2', price_unit: 'case', def_cost: '600.00' },
      { material_code: 'PU-3', price_unit: 'cs' },
    ])
    expect(made.errors).toEqual([])
    expect(await prices('PU-2')).toEqual({ ...byCase, cost: '600.00/12' })
    expect(await prices('PU-3')).toEqual({ ...byPiece, price_unit: 'case' })
    await changes.undo(made)
    expect(await prices('PU-2')).toEqual(byPiece)
    expect(await prices('PU-3')).toEqual(byPiece)
  })
})
