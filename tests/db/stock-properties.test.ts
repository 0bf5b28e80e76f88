import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { rounds, SEEDED, SEEDS } from '../support/rounds.ts'
import { setRules } from '../support/rules.ts'
import { DAYS, StockModel } from '../support/stock-model.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
/** The prices of these bookings are any. */
beforeAll(() => setRules(fixture, 'a', { price_floor_percent: '0' }))

describe('invariants 4, 5 and 12 under random sequences', () => {
  it.each(SEEDS)(
    `${SEEDED} hold after every command, and every split of the period agrees with the ledger`,
    async (seed) => {
      await fc.assert(
        fc.asyncProperty(DAYS, async (commands) => {
          const stock = new StockModel(fixture, shop)
          await stock.open()
          for (const command of commands) {
            await stock.perform(command)
            await stock.agrees()
          }
          for (const product of stock.products) await splitsAgree(product)
        }),
        { numRuns: rounds(4, 100), seed },
      )
    },
    120_000,
  )
})

/** opening + movements = ending for the whole time and for each part, and the parts join. */
async function splitsAgree(product: string) {
  const [{ code } = { code: '' }] = await fixture.db.sql<{ code: string }>(
    'select material_code as code from public.products where id = $1::uuid',
    [product],
  )
  const period = async (from: string | null, to: string | null) => {
    const [row] = await fixture.db.as<Record<string, string>>(
      fixture.role.warehouse,
      'select opening::int, purchased::int, supplier_returned::int, returned::int, used::int, adjusted::int, ending::int from public.inventory_actual($1::uuid, $2::text::jsonb)',
      [fixture.a, JSON.stringify({ from, to, search: code })],
    )
    const n = row as unknown as Record<string, number>
    expect(
      n.opening! + n.purchased! - n.supplier_returned! + n.returned! - n.used! + n.adjusted!,
    ).toBe(n.ending)
    return n
  }
  const whole = await period(null, null)
  expect(whole.ending).toBe((await shop.stock(product)).on_hand)
  expect(whole.opening).toBe(0)
  const first = await period(null, '2026-03-31')
  const second = await period('2026-04-01', '2026-05-14')
  const third = await period('2026-05-15', null)
  expect([second.opening, third.opening, third.ending]).toEqual([
    first.ending,
    second.ending,
    whole.ending,
  ])
  for (const figure of ['purchased', 'supplier_returned', 'returned', 'used', 'adjusted'])
    expect(first[figure]! + second[figure]! + third[figure]!).toBe(whole[figure])
  const ledger = await fixture.db.as<{ balance: number }>(
    fixture.role.warehouse,
    'select balance::int from public.product_ledger($1::uuid, $2::uuid)',
    [fixture.a, product],
  )
  expect(ledger[0]?.balance ?? 0).toBe(whole.ending)
}
