import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { rows } from '../../app/platform/command.server.ts'
import { DEMO_PASSWORD } from '../../scripts/demo/people.ts'
import { signInAs } from '../../scripts/lib/accounts.ts'
import { act } from '../../scripts/lib/act.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { routeTable } from '../support/routes.ts'
import { testServer } from '../support/server.ts'
import { Visitor, withoutIds } from '../support/visitor.ts'

const server = testServer()
// The administrator's addresses belong to no company: access.test.ts keeps everyone else out.
const dynamic = (await routeTable()).flatMap(({ address, loader }) =>
  address?.includes(':') && loader?.kind !== 'requireAdmin' ? address : [],
)

/** Whose id stands in each address. A new address with an id has to say so here. */
const DOCUMENT_OF: Record<
  string,
  | 'bookings'
  | 'collections'
  | 'customers'
  | 'products'
  | 'purchases'
  | 'stock_counts'
  | 'warehouse_requests'
> = {
  '/customers/customer-list/:id': 'customers',
  '/customers/customer-list/:id/statement': 'customers',
  '/customers/customer-list/:id/statement/excel': 'customers',
  '/customers/customer-list/:id/edit': 'customers',
  '/inventory/inventory-list/ledger/:id': 'products',
  '/inventory/product-list/:id': 'products',
  '/inventory/product-list/:id/edit': 'products',
  '/inventory/purchase-list/:id': 'purchases',
  '/inventory/stock-counts/:id': 'stock_counts',
  '/inventory/stock-counts/:id/print': 'stock_counts',
  '/sales/bookings/:id': 'bookings',
  '/sales/bookings/:id/delivery-receipt': 'bookings',
  '/sales/bookings/:id/invoice': 'bookings',
  '/sales/bookings/:id/dates': 'bookings',
  '/sales/bookings/:id/edit': 'bookings',
  '/treasury/treasury-list/:id': 'collections',
  '/warehouse/warehouse-list/:id': 'warehouse_requests',
  '/warehouse/warehouse-list/add/:id': 'bookings',
}

/** A person's client on the running server's own database. */
async function personAt(domain: string) {
  const env = readEnv({ KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  return signInAs(backend, { email: `special-access-1@${domain}`, password: DEMO_PASSWORD })
}

/** An id of such a document of a company, read by its own people. */
async function idOf(table: (typeof DOCUMENT_OF)[string], domain: string): Promise<string> {
  const [document] = rows(await (await personAt(domain)).from(table).select('id').limit(1))
  if (!document) throw new Error(`No ${table} of ${domain}.`)
  return document.id
}

/** The demo gives the other company no receipt, no count and no warehouse request. */
beforeAll(async () => {
  const db = await personAt('other.test')
  const [customer] = rows(await db.from('customers').select('id, project_id').limit(1))
  await act(db, 'record_collection', customer!.project_id, 'foreign receipt', {
    p_collection: {
      customer_id: customer!.id,
      collection_type: 'cash',
      amount: '10.00',
      cr_no: 'CR-FOREIGN',
      allocations: [],
    },
  })
  await act(db, 'open_stock_count', customer!.project_id, 'foreign count', {
    p_count: { title: 'Foreign count' },
  })
  await act(db, 'create_warehouse_request', customer!.project_id, 'foreign request', {
    p_request: { booking_id: await idOf('bookings', 'other.test'), kind: 'hold', reason: 'Wait' },
  })
})

describe("another company's document", () => {
  it('has every address with an id declared', () => {
    expect(Object.keys(DOCUMENT_OF).sort()).toEqual([...dynamic].sort())
  })

  it.each(Object.entries(DOCUMENT_OF))(
    '%s is the same 404 as one that is not there',
    async (address, table) => {
      const visitor = await Visitor.signedIn(server.origin, 'special-access-1@demo.test')
      const [own, foreign, absent] = [
        await idOf(table, 'demo.test'),
        await idOf(table, 'other.test'),
        randomUUID(),
      ]
      expect((await visitor.get(address.replace(':id', own))).status).toBe(200)
      const responses = []
      for (const id of [foreign, absent]) {
        const response = await visitor.get(address.replace(':id', id))
        responses.push({ status: response.status, body: withoutIds(await response.text()) })
      }
      expect(responses[0]?.status).toBe(404)
      expect(responses[0]).toEqual(responses[1])
      expect((await visitor.get(address.replace(':id', 'not-an-id'))).status).toBe(404)
    },
  )
})
