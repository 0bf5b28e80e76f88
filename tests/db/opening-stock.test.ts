import { expect, it } from 'vitest'
import { addDays } from '../../app/platform/values/dates.ts'
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

const DAY = '2026-01-31'
const take = (rows: object[], p_check = false, user?: string) =>
  shop.rpc<Answer>('import_opening_stock', { p_import: { rows }, p_check }, user)
const undo = (made: Answer) =>
  shop.rpc('undo_import', { p_import: made.id, p_version: made.version })

/** A new product, and its code. */
async function newProduct(): Promise<{ id: string; code: string }> {
  const id = await shop.product()
  const [found] = await fixture.db.sql<{ material_code: string }>(
    'select material_code from public.products where id = $1::uuid',
    [id],
  )
  return { id, code: found!.material_code }
}

/** Pieces and value of a product, as the inventory keeps them and as the ledger of a day says. */
async function worth(product: string, day: string) {
  const [found] = await fixture.db.sql<Record<string, unknown>>(
    `select i.on_hand, i.stock_value::text,
       (select coalesce(sum(m.quantity), 0)::int from public.stock_movements m where m.product_id = i.product_id and m.on_date <= $2::date) as then_pieces,
       (select coalesce(sum(m.cost), 0)::text from public.stock_movements m where m.product_id = i.product_id and m.on_date <= $2::date) as then_cost
     from public.inventory i where i.product_id = $1::uuid`,
    [product, day],
  )
  return found
}

/** The balance of the two accounts that opening stock moves, until a day. */
async function journal(day: string) {
  const found = await fixture.db.sql<{ account: string; amount: string }>(
    `select account, sum(amount)::text as amount from private.double_entries($1::uuid, null, $2::date)
     where source = 'imports' group by account having sum(amount) <> 0 order by account`,
    [fixture.a, day],
  )
  return Object.fromEntries(found.map(({ account, amount }) => [account, amount]))
}

it('counts from the opening date on, at the cost of the sheet, and the journal says so', async () => {
  const [piece, cased] = [await newProduct(), await newProduct()]
  const rows = [
    { material_code: piece.code.toUpperCase(), quantity: '30', cost: '5.25', on_date: DAY },
    { material_code: cased.code, quantity: '7', cost: '100/cs', on_date: DAY },
  ]
  expect(await take(rows, true)).toEqual({ rows: 2, errors: [] })
  expect(await worth(piece.id, DAY)).toMatchObject({ on_hand: 0, then_pieces: 0 })
  const made = await take(rows)
  expect(made.errors).toEqual([])
  // 30 × 5.25 = 157.50; 7 ÷ 12 of 100.00 = 58.33.
  const full = (pieces: number, cost: string) => ({
    ...{ on_hand: pieces, stock_value: cost, then_pieces: pieces, then_cost: cost },
  })
  expect(await worth(piece.id, DAY)).toEqual(full(30, '157.50'))
  expect(await worth(cased.id, DAY)).toEqual(full(7, '58.33'))
  expect(await worth(piece.id, addDays(DAY, -1))).toMatchObject({ then_pieces: 0 })
  expect(await journal(addDays(DAY, -1))).toEqual({})
  expect(await journal(DAY)).toEqual({ inventory: '215.83', opening_balances: '-215.83' })

  await undo(made)
  expect(await worth(piece.id, DAY)).toEqual({ ...full(0, '0.00') })
  expect(await journal(DAY)).toEqual({})
  // What was undone may come again, corrected.
  const again = await take([{ ...rows[0], quantity: '31' }])
  expect(again.errors).toEqual([])
  expect(await worth(piece.id, DAY)).toEqual(full(31, '162.75'))
  await expect(undo({ ...made, version: made.version! + 1 })).rejects.toMatchObject({
    hint: 'wrong_state',
  })
})

it('tells every wrong cell of every row and writes nothing', async () => {
  const [fresh, bought, other] = [await newProduct(), await newProduct(), await newProduct()]
  await shop.buy(bought.id, 5)
  const good = { material_code: fresh.code, quantity: '1', cost: '1', on_date: DAY }
  const { errors } = await take([
    good,
    { ...good, material_code: ` ${fresh.code.toLowerCase()} ` },
    { ...good, material_code: 'nobody has it' },
    { ...good, material_code: bought.code },
    { material_code: '' },
    {
      material_code: other.code,
      quantity: '0',
      cost: '-1/0',
      on_date: '9999-01-01',
    },
    { ...good, quantity: '1.5', cost: '1.555', on_date: '31.01.2026' },
    { ...good, quantity: '10000000', cost: '999999999999' },
  ])
  expect(errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
    '2 material_code',
    '3 material_code',
    '4 material_code',
    ...['5 cost', '5 material_code', '5 on_date', '5 quantity'],
    ...['6 cost', '6 on_date', '6 quantity'],
    ...['7 cost', '7 material_code', '7 on_date', '7 quantity'],
    ...['8 cost', '8 material_code'],
  ])
  expect(await worth(fresh.id, DAY)).toMatchObject({ on_hand: 0 })
})

it('takes cases and pieces, by the packing of the product', async () => {
  const [first, second, third] = [await newProduct(), await newProduct(), await newProduct()]
  const row = (product: { code: string }, quantity: string) => ({
    ...{ material_code: product.code, quantity, cost: '2.00', on_date: DAY },
  })
  const made = await take([row(first, '10 cs + 5 pc'), row(second, '3 cs'), row(third, '41')])
  expect(made.errors).toEqual([])
  // 10 × 12 + 5; 3 × 12.
  expect(await worth(first.id, DAY)).toMatchObject({ on_hand: 125, stock_value: '250.00' })
  expect(await worth(second.id, DAY)).toMatchObject({ on_hand: 36 })
  expect(await worth(third.id, DAY)).toMatchObject({ on_hand: 41 })

  const other = await newProduct()
  const odd = [
    '0 cs',
    '99999999 cs + 99999999 pc',
    '833334 cs',
    '3 cs + 5',
    '3 bx',
    '1.5 cs',
    '-3 cs',
  ]
  for (const quantity of odd)
    expect(await take([row(other, quantity)]), quantity).toEqual({
      ...{ rows: 1 },
      errors: [
        {
          ...{ row: 1, field: 'quantity' },
          message: 'Enter 1 to 10,000,000 pieces, or cases such as 3 cs + 5 pc.',
        },
      ],
    })
})

it('cannot be undone once a product moved, is reserved or was counted', async () => {
  const begin = async () => {
    const product = await newProduct()
    const row = { material_code: product.code, quantity: '10', cost: '2', on_date: DAY }
    return { product: product.id, made: await take([row]) }
  }
  const bought = await begin()
  await shop.buy(bought.product, 1)
  await expect(undo(bought.made)).rejects.toMatchObject({ hint: 'wrong_state' })

  const reserved = await begin()
  const customer = await shop.customer()
  const booking = await shop.book(customer, [[reserved.product, 1, '10.00']])
  await shop.validate(booking.id, booking.version)
  await expect(undo(reserved.made)).rejects.toMatchObject({ hint: 'wrong_state' })

  const counted = await begin()
  await shop.rpc('open_stock_count', { p_count: { title: 'After the opening' } })
  await expect(undo(counted.made)).rejects.toMatchObject({ hint: 'wrong_state' })
})

it('is refused without the permission and from another project', async () => {
  const { code } = await newProduct()
  const row = { material_code: code, quantity: '1', cost: '1', on_date: DAY }
  await expect(take([row], false, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
  const made = await take([row])
  await expect(
    trade(fixture, 'b').rpc('undo_import', { p_import: made.id, p_version: made.version }),
  ).rejects.toMatchObject({ code: 'P0002' })
})
