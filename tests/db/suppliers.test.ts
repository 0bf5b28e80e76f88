import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { choicesOf } from '../support/choices.ts'
import { testFixture } from '../support/fixture.ts'
import { imports } from '../support/imports.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const sales = () => fixture.role['sales admin']

let serial = 0
async function buy(more: Record<string, unknown>, shop = t): Promise<string> {
  const { id } = await shop.rpc('create_purchase', {
    p_purchase: {
      po_no: `SU-${++serial}`,
      lines: [{ product_id: await shop.product('10.00'), quantity: 2, cost: '5.00' }],
      ...more,
    },
  })
  return id!
}
const supplierOf = async (purchase: string) => {
  const [row] = await fixture.db.sql<{ supplier: string; name: string; id: string }>(
    `select p.supplier, s.name, s.id from public.purchases p
     join public.suppliers s on s.project_id = p.project_id and s.id = p.supplier_id where p.id = $1::uuid`,
    [purchase],
  )
  expect(row!.supplier).toBe(row!.name)
  return row!
}
const named = async (name: string) =>
  (
    await fixture.db.sql<{ id: string }>(
      'select id from public.suppliers where project_id = $1::uuid and name = $2',
      [fixture.a, name],
    )
  ).map(({ id }) => id)
const refused = (field: string, message: string) => ({
  ...{ code: '22023', detail: field, message: expect.stringContaining(message) },
})

describe('the supplier of a purchase', () => {
  it('is found by its name, whatever the case, spaces and punctuation at the ends', async () => {
    const { id } = await supplierOf(await buy({ supplier: 'Timple Foods, Inc.' }))
    for (const supplier of ['timple foods, inc', '  TIMPLE  FOODS, INC. ', '"Timple Foods, Inc"'])
      expect(await supplierOf(await buy({ supplier }))).toMatchObject({
        ...{ id, name: 'Timple Foods, Inc.' },
      })
    expect(await supplierOf(await buy({ supplier: 'Señor Gulay' }))).toEqual(
      await supplierOf(await buy({ supplier: 'senor gulay' })),
    )
    // Punctuation within a name is a part of it.
    expect((await supplierOf(await buy({ supplier: 'Timple Foods Inc' }))).id).not.toBe(id)
  })

  it('is new by its name, but not where another one was cut off', async () => {
    await buy({ supplier: 'Barako Mills' })
    // A whole word, letters before a number, and two letters are names.
    for (const supplier of ['Barako', 'Barako Mills 2', 'Barako Mills 23', 'Ba'])
      expect((await supplierOf(await buy({ supplier }))).name).toBe(supplier)
    await expect(buy({ supplier: 'Barak' })).rejects.toMatchObject(
      refused('supplier', 'Barak is not a supplier, but Barako is.'),
    )
    expect(await named('Barak')).toEqual([])
    expect((await supplierOf(await buy({ supplier: 'Barak', new_supplier: true }))).name).toBe(
      'Barak',
    )
    expect((await supplierOf(await buy({ supplier: 'barak' }))).name).toBe('Barak')
    await expect(buy({ supplier: 'Unheard of', new_supplier: false })).rejects.toMatchObject(
      refused('supplier', 'No supplier has this name.'),
    )
  })

  it('is chosen by its id, of the own project alone', async () => {
    const { id } = await supplierOf(await buy({ supplier: 'Chosen' }))
    expect((await supplierOf(await buy({ supplier_id: id }))).name).toBe('Chosen')
    const b = trade(fixture, 'b')
    await expect(buy({ supplier_id: id }, b)).rejects.toMatchObject(
      refused('supplier_id', 'Choose a supplier.'),
    )
    await expect(buy({})).rejects.toMatchObject(refused('supplier', 'Fill this in.'))
    // A name of another project is none of this one.
    expect((await supplierOf(await buy({ supplier: 'Chosen' }, b))).id).not.toBe(id)
    const seen = await fixture.db.as<{ id: string }>(
      fixture.staffB,
      'select id from public.suppliers where id = $1::uuid',
      [id],
    )
    expect(seen).toEqual([])
  })

  it('is made once by several who buy of it at the same moment', async () => {
    const bought = await Promise.all([1, 2, 3, 4].map(() => buy({ supplier: 'All at once' })))
    expect(
      new Set(await Promise.all(bought.map(async (id) => (await supplierOf(id)).id))).size,
    ).toBe(1)
  })

  it('is one group of the report, also after it was renamed', async () => {
    const bought = [await buy({ supplier: 'Renamed' }), await buy({ supplier: 'renamed.' })]
    const { id } = await supplierOf(bought[0]!)
    await fixture.db.as(sales(), 'update public.suppliers set name = $2 where id = $1::uuid', [
      ...[id, 'Renamed & Sons'],
    ])
    for (const each of bought) expect((await supplierOf(each)).name).toBe('Renamed & Sons')
    const report = reportReader(fixture, 'report_purchase')
    const rows = await report({ level: 'supplier', supplier: 'Renamed & Sons' })
    expect(rows.map(({ supplier, amount }) => [supplier, amount])).toEqual([
      ['Renamed & Sons', '20.00'],
    ])
  })
})

describe('the supplier of a product', () => {
  const add = async (supplier: string | null) => {
    const id = randomUUID()
    await fixture.db.as(
      sales(),
      `insert into public.products (project_id, id, description, material_code, supplier)
       values ($1::uuid, $2::uuid, 'Product', $2, $3)`,
      [fixture.a, id, supplier],
    )
    const [row] = await fixture.db.sql<{ supplier: string | null; name: string | null }>(
      `select p.supplier, s.name from public.products p left join public.suppliers s on s.id = p.supplier_id where p.id = $1::uuid`,
      [id],
    )
    return [row!.supplier, row!.name]
  }

  it('is found or made by its name too', async () => {
    expect(await add('Luzon Dairy')).toEqual(['Luzon Dairy', 'Luzon Dairy'])
    expect(await add('LUZON DAIRY.')).toEqual(['Luzon Dairy', 'Luzon Dairy'])
    expect(await add(null)).toEqual([null, null])
  })

  it('is made with the product, where its form says that it is new, or not at all', async () => {
    const form = (supplier: string, new_supplier: boolean, code: string = randomUUID()) =>
      fixture.db.as(
        sales(),
        `insert into public.products (project_id, description, material_code, supplier, new_supplier)
         values ($1::uuid, 'Of a form', $2, $3, $4::text::boolean)`,
        [fixture.a, code, supplier, String(new_supplier)],
      )
    await expect(form('Davao Fruits', false)).rejects.toMatchObject(
      refused('supplier', 'No supplier has this name.'),
    )
    await form('Davao Fruits', true, 'Code-1')
    await form('davao fruits.', false)
    // The code is taken: neither the product nor its new supplier is there.
    await expect(form('Davao Fru', true, 'code-1')).rejects.toMatchObject({ code: '23505' })
    expect(await named('Davao Fru')).toEqual([])
    await form('Davao Fru', true)
    expect(await named('Davao Fru')).toHaveLength(1)

    const change = (supplier: string | null, version: number) =>
      fixture.db.as<{ supplier: string; new_supplier: boolean | null }>(
        fixture.role['special access 1'],
        `with changed as (update public.products set supplier = $2, new_supplier = true
           where material_code = 'Code-1' and version = $3::text::int returning id, new_supplier)
         select s.supplier, c.new_supplier
         from changed c left join public.product_costs($1::uuid, array[c.id]) s on true`,
        [fixture.a, supplier, String(version)],
      )
    // Somebody else saved the product meanwhile.
    expect(await change('Bicol Nuts', 7)).toEqual([])
    expect(await named('Bicol Nuts')).toEqual([])
    expect(await change('Bicol Nuts', 1)).toMatchObject([{ new_supplier: null }])
    expect(await change(null, 2)).toMatchObject([{ new_supplier: null }])
    expect(await named('Bicol Nuts')).toHaveLength(1)
  })

  it('of another company is not found out by who is refused', async () => {
    for (const supplier of ['Davao Fruits', 'Nobody of this name'])
      await expect(
        fixture.db.as(
          fixture.staffB,
          `insert into public.products (project_id, description, material_code, supplier, new_supplier)
           values ($1::uuid, 'Of a stranger', 'Strange', $2, false)`,
          [fixture.a, supplier],
        ),
      ).rejects.toMatchObject({ code: '42501' })
  })

  it('is not made by a file that cuts the name off', async () => {
    await buy({ supplier: 'Visayas Sugar' })
    const { take } = imports(fixture, t, 'products')
    const row = (supplier: string) => ({
      ...{
        description: `Of ${supplier}`,
        material_code: randomUUID(),
        supplier,
        def_cost: '5',
        def_srp: '9',
      },
    })
    const answer = await take([row('Visaya'), row('Mindanao Salt'), row('Visayas Sug')], true)
    expect(answer.errors.map(({ row: no, field }) => `${no} ${field}`)).toEqual([
      ...['1 supplier', '3 supplier'],
    ])
    expect((await take([row('visayas sugar'), row('Mindanao Salt')])).errors).toEqual([])
    expect(await named('visayas sugar')).toEqual([])
    expect(await named('Mindanao Salt')).toHaveLength(1)
  })

  it('is one for all rows of a file that name it, and none for a name that another row has whole', async () => {
    for (const kind of ['products', 'purchases']) {
      const { take } = imports(fixture, t, kind)
      const product = await t.product('10.00')
      const [code] = await fixture.db.sql<{ material_code: string }>(
        'select material_code from public.products where id = $1::uuid',
        [product],
      )
      const rows = (...suppliers: string[]) =>
        suppliers.map((supplier, n) => ({
          supplier,
          ...(kind === 'products'
            ? { description: supplier, material_code: randomUUID(), def_cost: '5', def_srp: '9' }
            : {
                po_no: `${kind}-${n}-${randomUUID()}`,
                ...code,
                date_added: '2026-06-01',
                quantity: '1',
                cost: '5',
              }),
        }))
      const wrong = await take(rows(`Rizal ${kind} Coff`, `Rizal ${kind} Coffee`), true)
      expect(wrong.errors).toEqual([
        {
          ...{ row: 1, field: 'supplier' },
          message: expect.stringContaining(
            `Rizal ${kind} Coff is not a supplier, but Rizal ${kind} Coffee is in another row.`,
          ),
        },
      ])
      const spellings = [`ABC ${kind} Trading`, `abc  ${kind} trading`, `"ABC ${kind} TRADING"`]
      expect((await take(rows(...spellings))).errors).toEqual([])
      const made = await fixture.db.sql(
        "select 1 from public.suppliers where project_id = $1::uuid and name ilike 'abc%' || $2 || '%'",
        [fixture.a, kind],
      )
      expect(made).toHaveLength(1)
    }
  })
})

describe('a supplier that was entered twice', () => {
  interface Supplier extends Record<string, unknown> {
    version: number
    merged_into: string | null
  }
  const supplier = async (id: string) =>
    (await fixture.db.sql<Supplier>('select * from public.suppliers where id = $1::uuid', [id]))[0]!
  const merge = async (id: string, into: string, by = sales(), version?: number) =>
    t.rpc(
      'merge_suppliers',
      { p_supplier: id, p_version: version ?? (await supplier(id)).version, p_into: into },
      by,
    )
  const made = async (name: string) => (await supplierOf(await buy({ supplier: name }))).id

  it('gives its purchases and products over, and its name leads to the one that stays', async () => {
    const [old, kept] = [await made('Cebu Rice Trdg'), await made('Cebu Rice Trading')]
    const bought = await buy({ supplier: 'Cebu Rice Trdg' })
    const product = await t.product('10.00')
    const write = (name: string, isNew: boolean | null = null) =>
      fixture.db.as(
        sales(),
        'update public.products set supplier = $2, new_supplier = $3::text::boolean where id = $1::uuid',
        [product, name, isNew === null ? null : String(isNew)],
      )
    await write('Cebu Rice Trdg')
    await merge(old, kept)
    expect(await supplier(old)).toMatchObject({ merged_into: kept })
    const stays = { id: kept, name: 'Cebu Rice Trading' }
    expect(await supplierOf(bought)).toMatchObject(stays)
    const ofProduct = () =>
      fixture.db.sql('select supplier, supplier_id from public.products where id = $1::uuid', [
        product,
      ])
    expect(await ofProduct()).toEqual([{ supplier: stays.name, supplier_id: kept }])
    // Every way of naming the old one: by name, by id, as a form, on a product, in a file.
    for (const named of [{ supplier: 'CEBU RICE TRDG.' }, { supplier_id: old }])
      expect(await supplierOf(await buy(named))).toMatchObject(stays)
    for (const form of [false, null]) {
      await write('cebu rice trdg', form)
      expect(await ofProduct()).toEqual([{ supplier: stays.name, supplier_id: kept }])
    }
    const { take } = imports(fixture, t, 'products')
    const row = { description: 'Rice', material_code: randomUUID(), def_cost: '5', def_srp: '9' }
    expect((await take([{ ...row, supplier: 'Cebu  rice trdg' }])).errors).toEqual([])
    const [imported] = await fixture.db.sql(
      'select supplier_id from public.products where material_code = $1',
      [row.material_code],
    )
    expect(imported).toEqual({ supplier_id: kept })
    // It is not offered any more, and one group of the report.
    const offered = { of: 'suppliers', words: ['Cebu', 'Rice'] }
    expect(await choicesOf(fixture, offered, sales())).toEqual(['Cebu Rice Trading'])
    const rows = await reportReader(fixture, 'report_purchase')({ level: 'supplier' })
    expect(
      rows.filter(({ supplier: name }) => String(name).startsWith('Cebu')).map((r) => r.amount),
    ).toEqual(['50.00'])
    const trail = await fixture.db.sql(
      `select table_name, count(*)::int as n from public.audit_log where action = 'update'
         and (row_id = $1::uuid and after ? 'merged_into' or row_id = any ($2::uuid[]) and after ->> 'supplier_id' = $3)
       group by 1 order by 1`,
      [old, [bought, product], kept],
    )
    expect(trail).toEqual([
      { table_name: 'products', n: 1 },
      { table_name: 'purchases', n: 1 },
      { table_name: 'suppliers', n: 1 },
    ])
  })

  it('goes on to a third one, and is merged once, into another of the same project', async () => {
    const [one, two, three] = [
      await made('Iloilo 1'),
      await made('Iloilo 2'),
      await made('Iloilo 3'),
    ]
    const elsewhere = await supplierOf(await buy({ supplier: 'Iloilo' }, trade(fixture, 'b')))
    await merge(one, two)
    await merge(two, three)
    expect((await supplier(one)).merged_into).toBe(three)
    expect(await made('iloilo 1')).toBe(three)
    await expect(merge(one, three)).rejects.toMatchObject({ hint: 'wrong_state' })
    for (const into of [three, one, elsewhere.id, randomUUID()])
      await expect(merge(three, into)).rejects.toMatchObject({ detail: 'into' })
    await expect(merge(elsewhere.id, three)).rejects.toMatchObject({ code: 'P0002' })
    await expect(merge(three, await made('Iloilo 4'), sales(), 9)).rejects.toMatchObject({
      hint: 'stale_version',
    })
    for (const by of [fixture.role.warehouse, fixture.role.Agent, fixture.staffB])
      await expect(merge(three, await made('Iloilo 4'), by)).rejects.toMatchObject({
        code: '42501',
      })
    await expect(
      fixture.db.as(sales(), 'update public.suppliers set merged_into = null where id = $1::uuid', [
        one,
      ]),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('has what several buy of it at the moment of the merge go to the other one', async () => {
    const [old, kept] = [await made('Merging now'), await made('Kept now')]
    const { version } = await supplier(old)
    const [, ...bought] = await Promise.all([
      merge(old, kept, sales(), version),
      ...[1, 2, 3, 4].map(() => buy({ supplier: 'Merging now' })),
    ])
    for (const each of bought) expect((await supplierOf(each)).id).toBe(kept)
  })
})

it('nobody has two suppliers of one name', async () => {
  const insert = (name: string) =>
    fixture.db.as(
      sales(),
      'insert into public.suppliers (project_id, name, tin, terms_days) values ($1::uuid, $2, $3, 30)',
      [fixture.a, name, '123-456-789-000'],
    )
  await insert('Only one')
  await expect(insert('only  ONE.')).rejects.toMatchObject({ code: '23505' })
})
