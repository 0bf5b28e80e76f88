import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { listCategories } from '../support/categories.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

type Row = {
  id: string
  sort_key: string
  material_code: string
  below_cost: boolean
}

const list = (filters: object) =>
  fixture.db.as<Row>(
    fixture.role['sales admin'],
    'select id, sort_key, material_code, below_cost from public.product_list($1::uuid, $2::text::jsonb)',
    [fixture.a, JSON.stringify({ search: 'PL-', ...filters })],
  )
const codes = async (filters: object) => (await list(filters)).map((row) => row.material_code)
const cursorOf = ({ id, sort_key }: Row) => {
  const [n, t] = sort_key.split('~')
  return { n, t, id }
}

beforeAll(async () => {
  const products: [code: string, description: string, cost: string, srp: string, kind: string][] = [
    ['PL-3', 'Ampalaya', '5.00', '9.00', 'Fresh'],
    ['PL-1', 'Bawang', '5.00', '4.00', 'Fresh'],
    ['PL-2', 'Calamansi', '1.50', '2.00', 'Juice'],
    ['PL-4', 'Calamansi', '1.50', '2.00', 'Juice'],
  ]
  await listCategories(fixture, ['Fresh', 'Juice'])
  for (const [code, description, cost, srp, kind] of products)
    await fixture.db.as(
      fixture.role['sales admin'],
      `insert into public.products (project_id, id, description, material_code, def_cost, def_srp, category1, reorder_level)
       values ($1::uuid, $2::uuid, $3, $4, $5::text::numeric, $6::text::numeric, $7, 10)`,
      [fixture.a, randomUUID(), description, code, cost, srp, kind],
    )
})

describe('product_list', () => {
  it('sorts by name, code and either price', async () => {
    expect((await codes({})).slice(0, 2)).toEqual(['PL-3', 'PL-1'])
    expect(await codes({ sort: 'code' })).toEqual(['PL-1', 'PL-2', 'PL-3', 'PL-4'])
    expect((await codes({ sort: 'srp' })).slice(2)).toEqual(['PL-1', 'PL-3'])
    expect((await codes({ sort: '-srp' })).slice(0, 2)).toEqual(['PL-3', 'PL-1'])
    expect((await codes({ sort: '-cost' })).slice(0, 2)).toEqual(['PL-3', 'PL-1'])
  })

  it('pages on and back without losing or repeating a row, also where keys are equal', async () => {
    for (const sort of ['name', 'code', 'srp', '-srp', 'cost', '-cost']) {
      const all = await list({ sort })
      const seen: Row[] = []
      let after: object | undefined
      do {
        const page = await list({ sort, limit: 1, ...(after && { after }) })
        seen.push(...page)
        after = page[0] && cursorOf(page[0])
      } while (after)
      expect(seen, sort).toEqual(all)
      const back = await list({ sort, before: cursorOf(all[3]!) })
      expect(back, sort).toEqual(all.slice(0, 3).reverse())
    }
  })

  it('finds what is sold under cost, by default or live price, and counts the same', async () => {
    expect(await codes({ below_cost: true })).toEqual(['PL-1'])
    const [dear] = await list({ search: 'PL-3' })
    await shop.rpc('create_purchase', {
      p_purchase: {
        po_no: 'PO-PL',
        supplier: 'Supplier',
        kind: 'purchase',
        lines: [{ product_id: dear!.id, quantity: 10, cost: '5.00', prod_srp: '4.99' }],
      },
    })
    expect(await codes({ below_cost: true })).toEqual(['PL-3', 'PL-1'])
    expect(await codes({ below_cost: true, category1: 'Juice' })).toEqual([])
    expect(await codes({ below_reorder: true, sort: 'code' })).toEqual(['PL-1', 'PL-2', 'PL-4'])
    const [totals] = await fixture.db.as<Record<string, number>>(
      fixture.role['sales admin'],
      'select products::int, below_cost::int, below_reorder::int from public.inventory_totals($1::uuid, $2::text::jsonb)',
      [fixture.a, JSON.stringify({ search: 'pl-', category1: 'Fresh' })],
    )
    expect(totals).toEqual({ products: 2, below_cost: 2, below_reorder: 1 })
  })

  it('shows nothing to another company', async () => {
    const rows = await fixture.db.as(
      fixture.staffB,
      'select id from public.product_list($1::uuid)',
      [fixture.a],
    )
    expect(rows).toEqual([])
  })
})
