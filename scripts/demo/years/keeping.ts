import { DEMO_ID } from '../people.ts'
import type { Trade } from './trade.ts'

const CATEGORIES = ['Beverages', 'Canned goods', 'Noodles', 'Condiments', 'Household']
const DAMAGES = [
  'Cartons wet after the rain',
  'Dropped from the pallet',
  'Cans dented while loading',
  'Past its best date',
]

/** Counts one category a month, and takes what is broken out of the goods that can be sold. */
export async function keep(trade: Trade): Promise<void> {
  const date = Number(trade.day.slice(8))
  if (date === 4 || date === 18) await damage(trade)
  if (date === 27) await count(trade)
}

async function damage(trade: Trade): Promise<void> {
  const good = trade.pick(trade.goods, ({ free, perCase }) => (free > 4 * perCase ? 1 : 0))
  const pieces = Math.min(good.free, trade.between(4, 18))
  if (pieces === 0) return
  good.free -= pieces
  const source = `damage ${trade.day}`
  const enter = (kind: string, quantity: number, reason: string) =>
    trade.run('warehouse', 'create_bad_order', `${kind}, ${source}`, {
      p_record: { kind, reason, on_date: trade.day, lines: [{ product_id: good.id, quantity }] },
    })
  await enter(
    'to_bad_order',
    pieces,
    trade.pick(DAMAGES, () => 1),
  )
  trade.in(trade.between(1, 4), async () => {
    const asked = await enter('write_off', pieces, 'Not fit for sale')
    await trade.run('owner', 'approve_write_off', source, {
      p_record: asked.id,
      p_version: asked.version,
    })
  })
}

async function count(trade: Trade): Promise<void> {
  const category1 = CATEGORIES[Math.floor(trade.at / 30) % CATEGORIES.length]!
  const source = `count ${trade.day}`
  const sheet = await trade.run('warehouse', 'open_stock_count', source, {
    p_count: { title: `Monthly count, ${category1.toLowerCase()}`, category1, blind: true },
  })
  const shelf = await trade.read<{ id: string; on_hand: number; free: number }>(
    `select i.product_id as id, i.on_hand - i.bad_order as on_hand, i.on_hand - i.bad_order - i.reserved as free
     from public.inventory i join public.products p on p.project_id = i.project_id and p.id = i.product_id
     where i.project_id = $1 and p.category1 = $2 order by p.sort_key`,
    DEMO_ID,
    category1,
  )
  const lines = shelf.map(({ id, on_hand, free }) => {
    const off = free > 24 && trade.chance(0.2) ? trade.between(-4, 1) : 0
    const good = trade.goods.find((one) => one.id === id)
    if (good && off < 0) good.free += off
    return { product_id: id, counted: String(on_hand + off) }
  })
  const entered = await trade.run('warehouse', 'enter_stock_count', source, {
    p_count: sheet.id,
    p_version: sheet.version,
    p_lines: { lines },
    p_submit: true,
  })
  await trade.run('owner', 'post_stock_count', source, {
    p_count: sheet.id,
    p_version: entered.version,
    p_reason: 'Breakage, and cases opened for samples',
  })
}
