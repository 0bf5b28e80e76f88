import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'
import { TABLES } from './access-tables.ts'
import { fillTables } from './identities.ts'
import { OF_PEOPLE } from './matrix.ts'

const fixture = testFixture()

beforeAll(() => fillTables(fixture))

describe('nobody, the owner included,', () => {
  it('changes the ledger, the trail or the money of a receipt', async () => {
    for (const table of [
      'stock_movements',
      'audit_log',
      'price_changes',
      'category_changes',
      'customer_finance_events',
      'collection_allocations',
      'booking_credits',
      'e_invoices',
      'e_memos',
    ]) {
      await expect(
        fixture.db.sql(`update public.${table} set created_at = now()`),
        table,
      ).rejects.toMatchObject({ code: '42501' })
      await expect(fixture.db.sql(`delete from public.${table}`), table).rejects.toMatchObject({
        code: '42501',
      })
    }
    await expect(
      fixture.db.sql('update public.collections set amount = amount + 1'),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(fixture.db.sql('delete from public.collections')).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('moves a row to another project', async () => {
    for (const table of Object.keys(TABLES).filter(
      (name) => name !== 'projects' && !OF_PEOPLE.includes(name),
    ))
      await expect(
        fixture.db.sql(
          `update public.${table} set project_id = $1::uuid where project_id = $2::uuid`,
          [fixture.b, fixture.a],
        ),
        table,
      ).rejects.toMatchObject({ code: '42501' })
  })

  it('hangs a row below a parent of another project', async () => {
    const [customer] = await fixture.db.sql<{ id: string }>(
      'select id from public.customers where project_id = $1::uuid limit 1',
      [fixture.b],
    )
    const product = await trade(fixture).product('10.00', 5)
    await expect(trade(fixture).book(customer!.id, [[product, 1, '10.00']])).rejects.toMatchObject({
      code: '22023',
      detail: 'customer_id',
    })
    const [foreign] = await fixture.db.sql<{ product_id: string }>(
      'select product_id from public.inventory where project_id = $1::uuid limit 1',
      [fixture.b],
    )
    await expect(
      trade(fixture).book(await trade(fixture).customer(), [[foreign!.product_id, 1, '10.00']]),
    ).rejects.toMatchObject({ detail: 'lines[0].product_id' })
  })
})
