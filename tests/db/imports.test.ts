import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../app/platform/access/permissions.ts'
import { listCategories } from '../support/categories.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

interface Answer {
  id?: string
  version?: number
  rows: number
  errors: { row: number; field: string; message: string }[]
}

const good = (n: number) => ({
  description: `Imported ${n}`,
  material_code: `IMP-${n}`,
  category1: 'Sheet',
  case_config: '24',
  liters_per_case: '9.6',
  def_cost: '10.50',
  def_srp: '12',
  reorder_level: '48',
  selected_color: '#1F6F5C',
})
const take = (rows: object[], p_check = false) =>
  shop.rpc<Answer>('import_products', { p_import: { file_name: 'products.xlsx', rows }, p_check })
const undo = (made: Answer) =>
  shop.rpc('undo_import', { p_import: made.id, p_version: made.version })
const imported = () =>
  fixture.db.sql("select material_code from public.products where material_code like 'IMP-%'")

beforeAll(() => listCategories(fixture, ['Sheet']))

describe('importing a sheet of any kind', () => {
  it('refuses rows that name no columns', async () => {
    const kinds = await fixture.db.sql<{ name: string; role: Role }>(
      `select p.proname as name, min(r.role::text) as role from pg_proc p
       join private.role_permissions r on r.permission = private.import_permission(substr(p.proname, 8)) and r.scope = 'all'
       where p.pronamespace = 'public'::regnamespace and p.proname like 'import\\_%' group by p.proname`,
    )
    expect(kinds).toHaveLength(10)
    for (const { name, role } of kinds)
      for (const odd of [null, 1, 'text', [], [{}]])
        await expect(
          fixture.db.rpc(fixture.role[role], name, {
            p_project: fixture.a,
            p_idempotency_key: fixture.newIdempotencyKey(),
            p_import: { file_name: 'odd.xlsx', rows: [{}, odd] },
            p_check: true,
          }),
          `${name} ${JSON.stringify(odd)}`,
        ).rejects.toMatchObject({ code: '22023', detail: 'rows' })
  })
})

describe('importing products', () => {
  it('tells every wrong cell of every row and writes nothing', async () => {
    const rows = [
      good(1),
      { ...good(2), description: ' ', def_cost: 'ten' },
      { ...good(1), material_code: 'imp-1 ' },
      { ...good(4), case_config: '0', liters_per_case: '-1', reorder_level: '1.5' },
      { ...good(5), material_code: 'M'.repeat(61), selected_color: 'green' },
      { ...good(6), category1: 'Sheets', category2: 'Sheet', category3: ' ' },
    ]
    const { errors } = await take(rows)
    expect(errors.map(({ row, field }) => [row, field])).toEqual([
      [2, 'def_cost'],
      [2, 'description'],
      [3, 'material_code'],
      [4, 'case_config'],
      [4, 'liters_per_case'],
      [4, 'reorder_level'],
      [5, 'material_code'],
      [5, 'selected_color'],
      [6, 'category1'],
      [6, 'category2'],
    ])
    expect(errors.at(-2)!.message).toBe("This is not in the project's list of categories.")
    expect(await imported()).toEqual([])
  })

  it('looks without writing, then takes all rows in and says which codes are taken', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => good(n + 100))
    expect(await take(rows, true)).toEqual({ rows: 40, errors: [] })
    expect(await imported()).toEqual([])
    const made = await take(rows)
    expect(made.errors).toEqual([])
    expect(await imported()).toHaveLength(40)
    const again = await take([good(100), good(200)])
    expect(again.errors).toEqual([
      { row: 1, field: 'material_code', message: 'Already used by Imported 100.' },
    ])
    const [stock] = await fixture.db.sql<Record<string, string>>(
      "select i.current_srp::text, i.reorder_level, p.selected_color from public.products p join public.inventory i on i.product_id = p.id where p.material_code = 'IMP-100'",
    )
    expect(stock).toEqual({ current_srp: '12.00', reorder_level: 48, selected_color: '#1f6f5c' })
    await undo(made)
    expect(await imported()).toEqual([])
    await expect(undo({ ...made, version: made.version! + 1 })).rejects.toMatchObject({
      hint: 'wrong_state',
    })
  })

  it('takes a category in any spelling, and writes it as the project does', async () => {
    await listCategories(fixture, ['Sheet', 'Piña Juice'])
    const spelled = [
      'SHEET',
      ' sheet',
      'pina juice',
      'Pin\u0303a  JUICE',
      'PIÑAJUICE',
      'Piña Juice',
    ]
    const made = await take(spelled.map((category1, n) => ({ ...good(400 + n), category1 })))
    expect(made.errors).toEqual([])
    const found = await fixture.db.sql<{ category1: string }>(
      "select category1 from public.products where material_code like 'IMP-40_' order by material_code",
    )
    expect(found.map(({ category1 }) => category1)).toEqual([
      ...['Sheet', 'Sheet', 'Piña Juice', 'Piña Juice', 'Piña Juice', 'Piña Juice'],
    ])
    await undo(made)
  })

  it('sent again answers the same; a sheet with errors may come corrected under the same id', async () => {
    const idempotencyKey = crypto.randomUUID()
    const send = (rows: object[]) =>
      shop.rpc<Answer>('import_products', { p_import: { rows } }, undefined, idempotencyKey)
    expect((await send([{ ...good(60), def_cost: 'ten' }])).errors).toHaveLength(1)
    const made = await send([good(60)])
    expect(made.errors).toEqual([])
    expect(await send([good(60)])).toEqual(made)
    await expect(send([good(61)])).rejects.toMatchObject({ hint: 'idempotency_key_reused' })
    await undo(made)
  })

  it('cannot be undone once a product is used or changed', async () => {
    const used = await take([good(300), good(301)])
    const [product] = await fixture.db.sql<{ id: string }>(
      "select id from public.products where material_code = 'IMP-301'",
    )
    await shop.buy(product!.id, 5)
    await expect(undo(used)).rejects.toMatchObject({
      hint: 'wrong_state',
      message: expect.stringContaining('Imported 301'),
    })
    expect(await imported()).toHaveLength(2)
    const changed = await take([good(400)])
    await fixture.db.as(
      fixture.role['sales admin'],
      "update public.products set supplier = 'Somebody' where material_code = 'IMP-400'",
    )
    await expect(undo(changed)).rejects.toMatchObject({ hint: 'wrong_state' })
  })

  it('is refused into another project, and without the permission', async () => {
    const made = await take([good(500)])
    const other = trade(fixture, 'b')
    await expect(
      other.rpc('undo_import', { p_import: made.id, p_version: made.version }),
    ).rejects.toMatchObject({ code: 'P0002' })
    await expect(
      shop.rpc('import_products', { p_import: { rows: [good(501)] } }, fixture.role.warehouse),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
