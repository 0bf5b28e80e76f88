import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const company = demoCompany(server)

const anyRow = async (table: 'products' | 'payees') =>
  (await company.db().from(table).select('id').eq('project_id', DEMO_ID).limit(1).single()).data!.id

/** Forms that ask before the same thing is entered twice, with what makes two of them the same. */
const FORMS = [
  {
    what: 'a purchase',
    who: 'special-access-1',
    path: '/inventory/purchase-list/purchase-add-purchase',
    fields: async (): Promise<Record<string, string>> => ({
      kind: 'purchase',
      po_no: 'PO-TWICE',
      supplier: 'North Mills',
      new_supplier: 'on',
      date_added: '2026-01-05',
      'lines[0].product_id': await anyRow('products'),
      'lines[0].quantity': '3',
      'lines[0].cost': '5.00',
    }),
  },
  {
    what: 'a customer',
    who: 'special-access-1',
    path: '/customers/customer-registry/customer-add-registry',
    fields: async (): Promise<Record<string, string>> => {
      const { data } = await company
        .db()
        .from('memberships')
        .select('user_id')
        .eq('role', 'Agent')
        .limit(1)
        .single()
      return { name: 'Sent Twice Store', agent_id: data!.user_id }
    },
  },
  {
    what: 'a voucher',
    who: 'expenses-and-disbursements',
    path: '/expenses/expenses-list/expenses-add-voucher',
    fields: async (): Promise<Record<string, string>> => ({
      payee_id: await anyRow('payees'),
      invoice_no: 'BILL-TWICE',
      date_added: '2026-01-05',
      mode_of_payment: 'cash',
      'lines[0].description': 'Once',
      'lines[0].amount': '10.00',
    }),
  },
]

describe.each(FORMS)('$what that is sent twice', ({ who, path, fields }) => {
  it('is entered once by one form, and another form is asked whether it is meant', async () => {
    const client = await HttpClient.signedIn(server.origin, `${who}@demo.test`)
    const filled = { project: DEMO_ID, ...(await fields()) }
    const [idempotencyKey, other] = [randomUUID(), randomUUID()]
    const first = await client.post(path, { ...filled, idempotencyKey })
    expect(first.headers.get('location')).toMatch(/\/[0-9a-f-]{36}$/)
    const again = await client.post(path, { ...filled, idempotencyKey })
    expect(again.status).toBe(302)
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    const second = await client.post(path, { ...filled, idempotencyKey: other })
    expect(second.status).toBe(422)
    expect(await second.text()).toContain('name="again"')
  })
})
