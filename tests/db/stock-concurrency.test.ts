import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const CLIENTS = 20

interface Versioned {
  id: string
  version: number
}

/** Runs a command for each client at once; any error but a refusal for lack of stock fails the test. */
async function all<T>(command: (client: number) => Promise<T>): Promise<T[]> {
  const results = await Promise.allSettled(Array.from({ length: CLIENTS }, (_, n) => command(n)))
  const done: T[] = []
  for (const result of results)
    if (result.status === 'fulfilled') done.push(result.value)
    else if (result.reason.hint !== 'insufficient_stock') throw result.reason
  return done
}

/** The invariants are checked at the end of the file, which is half of each of these tests. */
describe('twenty clients on the same products at once', () => {
  it('buy, sell, send back, cancel and correct without a deadlock, and the stock is right', async () => {
    const products = [await shop.product('1.00', 100), await shop.product('1.00', 100)]
    const customer = await shop.customer()
    const moved = await all(async (n) => {
      const [first, second] = n % 2 ? products : products.toReversed()
      const lines = [first!, second!].map((product_id) => ({
        product_id,
        quantity: 3,
        cost: '1.00',
      }))
      const purchase = (kind: string) =>
        shop.rpc<Versioned>('create_purchase', {
          p_purchase: { po_no: `PO-C${n}`, supplier: 'S', kind, lines },
        })
      switch (n % 5) {
        case 0: {
          await purchase('purchase')
          return 3
        }
        case 1: {
          const { id, version } = await purchase('purchase')
          await shop.rpc('cancel_purchase', { p_purchase: id, p_version: version, p_reason: 'No' })
          return 0
        }
        case 2: {
          await purchase('supplier_return')
          return -3
        }
        case 3: {
          const booking = await shop.book(customer, [
            [first!, 2, '1.00'],
            [second!, 2, '1.00'],
          ])
          const { version } = await shop.validate(booking.id, booking.version)
          await shop.deliver(booking.id, version)
          return -2
        }
        default: {
          const { id } = await purchase('purchase')
          const rows = await fixture.db.sql<{ id: string }>(
            'select id from public.purchase_lines where purchase_id = $1::uuid',
            [id],
          )
          for (const line of rows) {
            const request = await shop.rpc<Versioned>('request_product_edit', {
              p_request: {
                purchase_line_id: line.id,
                item_to_edit: 'quantity',
                what_edit: '5',
                reason: 'Two more',
              },
            })
            await shop.rpc(
              'decide_product_edit',
              { p_request: request.id, p_version: request.version, p_decision: 'approved' },
              fixture.role.Owner,
            )
          }
          return 5
        }
      }
    })
    expect(moved).toHaveLength(CLIENTS)
    const expected = 100 + moved.reduce<number>((sum, pieces) => sum + pieces, 0)
    for (const product of products)
      expect(await shop.stock(product)).toMatchObject({ on_hand: expected, reserved: 0 })
  })

  it('send back the last pieces: no more than there are', async () => {
    const product = await shop.product('1.00', 7)
    const sent = await all(() => shop.buy(product, 1, 'supplier_return'))
    expect(sent).toHaveLength(7)
    expect(await shop.stock(product)).toMatchObject({ on_hand: 0 })
  })

  it('post the same count: once', async () => {
    const product = await shop.product('1.00', 10)
    const count = await shop.rpc<Versioned>('open_stock_count', { p_count: { title: 'Race' } })
    const { version } = await shop.rpc<Versioned>('enter_stock_count', {
      p_count: count.id,
      p_version: count.version,
      p_lines: { lines: [{ product_id: product, counted: '4' }] },
      p_submit: true,
    })
    const results = await Promise.allSettled(
      Array.from({ length: CLIENTS }, () =>
        shop.rpc(
          'post_stock_count',
          { p_count: count.id, p_version: version, p_reason: 'Race' },
          fixture.role.Owner,
        ),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await shop.stock(product)).toMatchObject({ on_hand: 4 })
  })

  it('approve and cancel: a correction of a purchase either counts or is gone with it', async () => {
    for (let round = 0; round < 5; round++) {
      const product = await shop.product('1.00')
      const bought = await shop.buy(product, 5)
      const [line] = await fixture.db.sql<{ id: string }>(
        'select id from public.purchase_lines where purchase_id = $1::uuid',
        [bought.id],
      )
      const request = await shop.rpc<Versioned>('request_product_edit', {
        p_request: {
          purchase_line_id: line!.id,
          item_to_edit: 'quantity',
          what_edit: '9',
          reason: 'Race',
        },
      })
      await Promise.allSettled([
        shop.rpc('cancel_purchase', {
          p_purchase: bought.id,
          p_version: bought.version,
          p_reason: 'Race',
        }),
        shop.rpc(
          'decide_product_edit',
          { p_request: request.id, p_version: request.version, p_decision: 'approved' },
          fixture.role.Owner,
        ),
      ])
      expect([0, 9]).toContain((await shop.stock(product)).on_hand)
    }
  })
})
