import { beforeAll, describe, expect, it } from 'vitest'
import { trade } from '../support/trade.ts'
import { testWorld } from '../support/world.ts'
import { TABLES } from './access.ts'
import { fillTables } from './identities.ts'

const world = testWorld()

beforeAll(() => fillTables(world))

describe('nobody, the owner included,', () => {
  it('changes the ledger, the trail or the money of a receipt', async () => {
    for (const table of [
      'stock_movements',
      'audit_log',
      'price_changes',
      'customer_finance_events',
      'collection_allocations',
      'booking_credits',
    ]) {
      await expect(
        world.db.sql(`update public.${table} set created_at = now()`),
        table,
      ).rejects.toMatchObject({ code: '42501' })
      await expect(world.db.sql(`delete from public.${table}`), table).rejects.toMatchObject({
        code: '42501',
      })
    }
    await expect(
      world.db.sql('update public.collections set amount = amount + 1'),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(world.db.sql('delete from public.collections')).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('moves a row to another project', async () => {
    for (const table of Object.keys(TABLES).filter(
      (name) => !['projects', 'profiles'].includes(name),
    ))
      await expect(
        world.db.sql(
          `update public.${table} set project_id = $1::uuid where project_id = $2::uuid`,
          [world.b, world.a],
        ),
        table,
      ).rejects.toMatchObject({ code: '42501' })
  })

  it('hangs a row below a parent of another project', async () => {
    const [customer] = await world.db.sql<{ id: string }>(
      'select id from public.customers where project_id = $1::uuid limit 1',
      [world.b],
    )
    const product = await trade(world).product('10.00', 5)
    await expect(trade(world).book(customer!.id, [[product, 1, '10.00']])).rejects.toMatchObject({
      code: '22023',
      detail: 'customer_id',
    })
    const [foreign] = await world.db.sql<{ product_id: string }>(
      'select product_id from public.inventory where project_id = $1::uuid limit 1',
      [world.b],
    )
    await expect(
      trade(world).book(await trade(world).customer(), [[foreign!.product_id, 1, '10.00']]),
    ).rejects.toMatchObject({ detail: 'lines[0].product_id' })
  })
})
