import { describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { overlap } from '../../support/overlap.ts'
import { setRules } from '../../support/rules.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
let serial = 0

interface Made {
  id: string
  version: number
}
const buy = (lines: object[]) =>
  t.rpc<Made>('create_purchase', {
    p_purchase: { po_no: `O-${++serial}`, supplier: 'Supplier', kind: 'purchase', lines },
  })

describe('a booking is validated', () => {
  it.each([
    ['validate', { validate: 'insufficient_stock', buy: 'done' }],
    ['buy', { validate: 'below_price_floor', buy: 'done' }],
  ])(
    'while a purchase brings its goods and a higher live SRP, %s first: never with these goods at the former price floor',
    async (first, expected) => {
      const product = await t.product('10.00')
      const { id, version } = await t.book(await t.customer(), [[product, 10, '7.00']])
      const lines = [{ product_id: product, quantity: 10, cost: '5.00', prod_srp: '20.00' }]
      const commands = { validate: () => t.validate(id, version), buy: () => buy(lines) }
      expect(await overlap(fixture.db, commands, first)).toEqual(expected)
    },
  )

  it('while the settings change: by the new ones', async () => {
    const product = await t.product('10.00', 20)
    const { id, version } = await t.book(await t.customer(), [[product, 10, '7.00']])
    const answers = await overlap(
      fixture.db,
      {
        set: () => setRules(fixture, 'a', { price_floor_percent: '80' }),
        validate: () => t.validate(id, version),
      },
      'set',
    )
    await setRules(fixture, 'a', { price_floor_percent: '70' })
    expect(answers).toEqual({ set: 'done', validate: 'below_price_floor' })
  })
})

it('a figure of a purchase is corrected while its correction is asked for again: the second begins at the new figure', async () => {
  const product = await t.product()
  const purchase = await buy([{ product_id: product, quantity: 5, cost: '5.00' }])
  const [line] = await fixture.db.sql<{ id: string }>(
    'select id from public.purchase_lines where purchase_id = $1::uuid',
    [purchase.id],
  )
  const ask = (what_edit: string) =>
    t.rpc<Made>('request_product_edit', {
      p_request: {
        ...{ purchase_line_id: line!.id, item_to_edit: 'quantity', what_edit, reason: 'Counted' },
      },
    })
  const request = await ask('6')
  const decide = () =>
    t.rpc(
      'decide_product_edit',
      { p_request: request.id, p_version: request.version, p_decision: 'approved' },
      fixture.role.Owner,
    )
  const answers = await overlap(fixture.db, { decide, ask: () => ask('7') }, 'decide')
  expect(answers).toEqual({ decide: 'done', ask: 'done' })
  const edits = await fixture.db.sql(
    `select item_edit_from::int as "from", what_edit::int as "to" from public.product_edit_requests
     where purchase_id = $1::uuid order by what_edit`,
    [purchase.id],
  )
  expect(edits).toEqual([
    { from: 5, to: 6 },
    { from: 6, to: 7 },
  ])
})

describe('an import is undone', () => {
  const undo = (made: Made) => () =>
    t.rpc('undo_import', { p_import: made.id, p_version: made.version })

  /** An imported product, and what uses it. */
  async function product() {
    const material_code = `UNDO-${++serial}`
    const made = await t.rpc<Made>('import_products', {
      p_import: {
        rows: [{ description: material_code, material_code, def_cost: '1', def_srp: '2' }],
      },
      p_check: false,
    })
    const [{ id } = { id: '' }] = await fixture.db.sql<{ id: string }>(
      'select id from public.products where material_code = $1',
      [material_code],
    )
    const customer = await t.customer()
    return {
      undo: undo(made),
      buy: () => buy([{ product_id: id, quantity: 1, cost: '1.00' }]),
      book: () => t.book(customer, [[id, 1, '2.00']]),
      count: () => t.rpc('open_stock_count', { p_count: { title: 'All' } }),
    }
  }

  it.each(['buy', 'book'] as const)('while its product is used (%s)', async (use) => {
    const one = await product()
    const uses = { undo: one.undo, [use]: one[use] }
    expect(await overlap(fixture.db, uses, use)).toEqual({ [use]: 'done', undo: 'wrong_state' })
    const other = await product()
    const used = { undo: other.undo, [use]: other[use] }
    expect(await overlap(fixture.db, used, 'undo')).toEqual({ undo: 'done', [use]: 'invalid' })
  })

  it('while all products are counted: the sheet is without it', async () => {
    await t.product('10.00', 5)
    const { undo, count } = await product()
    expect(await overlap(fixture.db, { undo, count }, 'undo')).toEqual({
      undo: 'done',
      count: 'done',
    })
  })

  it('while its customer pays', async () => {
    const imported = async () => {
      const name = `Undone ${++serial}`
      const made = await t.rpc<Made>('import_customers', {
        p_import: { rows: [{ name, agent: 'A Agent', terms_days: '0' }] },
        p_check: false,
      })
      const [{ id } = { id: '' }] = await fixture.db.sql<{ id: string }>(
        'select id from public.customers where name = $1',
        [name],
      )
      const finance = fixture.role['finance admin']
      return {
        undo: () => t.rpc('undo_import', { p_import: made.id, p_version: made.version }, finance),
        collect: () => t.collect(id, '10.00', []),
      }
    }
    expect(await overlap(fixture.db, await imported(), 'collect')).toEqual({
      ...{ collect: 'done', undo: 'wrong_state' },
    })
    expect(await overlap(fixture.db, await imported(), 'undo')).toEqual({
      ...{ undo: 'done', collect: 'invalid' },
    })
  })
})
