import { describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { overlap } from '../../support/overlap.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)

interface Made {
  id: string
  version: number
}
const record = (kind: string, product_id: string, quantity: number) =>
  t.rpc<Made>(
    'create_bad_order',
    { p_record: { kind, reason: 'Torn', lines: [{ product_id, quantity }] } },
    fixture.role.warehouse,
  )
const approve = ({ id, version }: Made) =>
  t.rpc('approve_write_off', { p_record: id, p_version: version }, fixture.role['General Manager'])

describe('the last pieces', () => {
  it.each(['one', 'other'])('are written off once (%s first)', async (first) => {
    const product = await t.product('10.00', 10)
    await record('to_bad_order', product, 10)
    const [one, other] = [
      await record('write_off', product, 8),
      await record('write_off', product, 8),
    ]
    const answers = await overlap(
      fixture.db,
      { one: () => approve(one), other: () => approve(other) },
      first,
    )
    expect(Object.values(answers).sort()).toEqual(['done', 'insufficient_stock'])
  })

  it.each(['approve', 'back'])(
    'are written off or moved back, not both (%s first)',
    async (first) => {
      const product = await t.product('10.00', 10)
      await record('to_bad_order', product, 10)
      const off = await record('write_off', product, 10)
      const commands = {
        approve: () => approve(off),
        back: () => record('to_sellable', product, 10),
      }
      const answers = await overlap(fixture.db, commands, first)
      expect(answers).toEqual({
        approve: 'insufficient_stock',
        back: 'insufficient_stock',
        [first]: 'done',
      })
    },
  )

  it.each(['move', 'sell'])(
    'are sold or moved to bad orders, not both (%s first)',
    async (first) => {
      const product = await t.product('10.00', 10)
      const { id, version } = await t.book(await t.customer(), [[product, 10, '10.00']])
      const commands = {
        move: () => record('to_bad_order', product, 10),
        sell: () => t.validate(id, version),
      }
      const answers = await overlap(fixture.db, commands, first)
      expect(answers).toEqual({
        move: 'insufficient_stock',
        sell: 'insufficient_stock',
        [first]: 'done',
      })
    },
  )
})
