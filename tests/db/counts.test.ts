import { describe, expect, it } from 'vitest'
import { trade } from '../support/trade.ts'
import { testWorld } from '../support/world.ts'

interface Versioned {
  id: string
  version: number
}

const world = testWorld()
const shop = trade(world)

const enter = (count: Versioned, counted: [string, string][], submit: boolean) =>
  shop.rpc<Versioned>('enter_stock_count', {
    p_count: count.id,
    p_version: count.version,
    p_lines: { lines: counted.map(([product_id, n]) => ({ product_id, counted: n })) },
    p_submit: submit,
  })

const totals = async (count: Versioned, user = world.role.warehouse) =>
  (
    await world.db.as<Record<string, string | null>>(
      user,
      `select lines::text, counted::text, differing::text, surplus::text, missing::text, cost_value::text, srp_value::text
       from public.stock_count_totals($1::uuid, array[$2::uuid])`,
      [world.a, count.id],
    )
  )[0]

describe('a count', () => {
  it('tells its variance when it is handed in; a blind one not before', async () => {
    const [over, short, same, skipped] = [
      await shop.product('10.00', 20),
      await shop.product('10.00', 20),
      await shop.product('10.00', 20),
      await shop.product('10.00', 20),
    ]
    const found: [string, string][] = [
      [over!, '23'],
      [short!, '15'],
      [same!, '20'],
    ]
    const blind = await shop.rpc<Versioned>('open_stock_count', { p_count: { title: 'Blind' } })
    const open = await enter(blind, found, false)
    expect(await totals(open)).toMatchObject({ counted: '3', differing: null, cost_value: null })
    const submitted = await enter(open, [], true)
    expect(await totals(submitted)).toMatchObject({
      counted: '3',
      differing: '2',
      surplus: '3',
      missing: '5',
      cost_value: '-14.00',
      srp_value: '-20.00',
    })
    expect(skipped).toBeDefined()
    expect(await totals(submitted, world.role.ASE)).toBeUndefined()

    const seen = await shop.rpc<Versioned>('open_stock_count', {
      p_count: { title: 'Seen', blind: 'false' },
    })
    expect(await totals(seen)).toMatchObject({ counted: '0', differing: '0', cost_value: '0.00' })
  })

  it('is sent back by who decides, with a reason, and keeps what was counted', async () => {
    const product = await shop.product('10.00', 20)
    const sheet = await shop.rpc<Versioned>('open_stock_count', { p_count: { title: 'Again' } })
    const sendBack = (count: Versioned, reason = 'Count the top shelf', user = world.role.Owner) =>
      shop.rpc<Versioned>(
        'send_back_stock_count',
        { p_count: count.id, p_version: count.version, p_reason: reason },
        user,
      )
    await expect(sendBack(sheet)).rejects.toMatchObject({ hint: 'wrong_state' })
    const submitted = await enter(sheet, [[product, '18']], true)
    await expect(sendBack(submitted, 'No', world.role.warehouse)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(sendBack(submitted, ' ')).rejects.toMatchObject({ detail: 'reason' })
    const back = await sendBack(submitted)
    const [row] = await world.db.as<Record<string, unknown>>(
      world.role.warehouse,
      `select c.count_status, c.reason, c.submitted_by, c.decided_by, l.counted
       from public.stock_counts c join public.stock_count_lines l on l.project_id = c.project_id and l.count_id = c.id
       where c.id = $1::uuid and l.product_id = $2::uuid`,
      [sheet.id, product],
    )
    expect(row).toEqual({
      count_status: 'open',
      reason: 'Count the top shelf',
      submitted_by: null,
      decided_by: world.role.Owner,
      counted: 18,
    })
    await expect(enter(submitted, [[product, '20']], true)).rejects.toMatchObject({
      hint: 'stale_version',
    })
    await enter(back, [[product, '20']], true)
    expect((await shop.stock(product)).on_hand).toBe(20)
  })
})
