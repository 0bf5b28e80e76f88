import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
type Role = keyof typeof fixture.role
const next = (of: 'next_cr_no' | 'next_po_no', role: Role) =>
  fixture.db.rpc<string | null>(fixture.role[role], of, { p_project: fixture.a })

it('proposes the first unused number after the one that this person used last', async () => {
  const customer = await t.customer()
  const record = (cr_no: string, role: Role = 'finance admin') =>
    t.rpc(
      'record_collection',
      {
        p_collection: { customer_id: customer, amount: '1.00', collection_type: 'cash', cr_no },
      },
      fixture.role[role],
    )
  expect(await next('next_cr_no', 'finance admin')).toBeNull()
  await record('CR-0099')
  expect(await next('next_cr_no', 'finance admin')).toBe('CR-0100')
  // Another person has another booklet, and a number of theirs is passed by.
  await record('CR-0100', 'special access 1')
  await record('B 7', 'special access 1')
  expect(await next('next_cr_no', 'finance admin')).toBe('CR-0101')
  expect(await next('next_cr_no', 'special access 1')).toBe('B 8')
  // A number is taken however it is written.
  await record('cr 0101', 'special access 1')
  expect(await next('next_cr_no', 'finance admin')).toBe('CR-0102')
  await record('Office copy')
  expect(await next('next_cr_no', 'finance admin')).toBeNull()
  await expect(next('next_cr_no', 'warehouse')).rejects.toMatchObject({ code: '42501' })
})

it('proposes the number of the next purchase, and takes no notice of goods that go back', async () => {
  expect(await next('next_po_no', 'sales admin')).toBeNull()
  const product_id = await t.product('10.00')
  const buy = (po_no: string, kind = 'purchase') =>
    t.rpc(
      'create_purchase',
      {
        p_purchase: {
          ...{ po_no, kind, supplier: `Supplier ${randomUUID()}` },
          lines: [{ product_id, quantity: 2, cost: '5.00' }],
        },
      },
      fixture.role['sales admin'],
    )
  await buy('PO-009')
  await buy('SR-1', 'supplier_return')
  expect(await next('next_po_no', 'sales admin')).toBe('PO-010')
  // The newest of all counts for a person who has recorded none.
  expect(await next('next_po_no', 'special access 1')).toBe('PO-010')
})
