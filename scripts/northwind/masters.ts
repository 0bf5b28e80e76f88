import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { uuidOf } from '../../tools/ids.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { type People, PROJECT_ID } from './people.ts'
import type { Plan } from './plan.ts'
import type { Tally } from './tally.ts'

/** Maps keys of source rows to ids. */
export type Ids = ReadonlyMap<string, string>

/** Writes products as the sales admin; returns ids by product key. */
export async function loadNorthwindProducts(
  sales: Db,
  { products }: Plan,
  tally: Tally,
): Promise<Ids> {
  const there = new Map(
    rows(await sales.from('products').select('id, material_code').eq('project_id', PROJECT_ID)).map(
      ({ id, material_code }) => [material_code, id],
    ),
  )
  const ids = new Map<string, string>()
  for (const { key, code, description, supplier, category, cost, srp } of products) {
    const known = there.get(code)
    const id = known ?? uuidOf(PROJECT_ID, `product:${key}`)
    ids.set(key, id)
    if (known) {
      tally.skip('products')
      continue
    }
    const { error } = await sales.from('products').insert({
      project_id: PROJECT_ID,
      id,
      material_code: code,
      description,
      supplier,
      category1: category,
      unit_of_measure: 'pc',
      case_config: 1,
      // Numeric is sent as text, so that an amount never passes through a float.
      def_cost: cost as never,
      def_srp: srp as never,
    })
    if (error) throw new Error(`Product ${code} was refused: ${error.message}`)
    tally.did('products')
  }
  return ids
}

/** Enters the opening stock as the sales admin: one purchase per supplier. */
export async function loadPurchases(
  sales: Db,
  { purchases }: Plan,
  products: Ids,
  tally: Tally,
): Promise<void> {
  const there = new Set(
    rows(await sales.from('purchases').select('po_no').eq('project_id', PROJECT_ID)).map(
      ({ po_no }) => po_no,
    ),
  )
  for (const { key, poNo, supplier, date, lines } of purchases) {
    if (there.has(poNo)) {
      tally.skip('purchases')
      continue
    }
    await sendCommand(sales, 'create_purchase', PROJECT_ID, key, {
      p_purchase: {
        po_no: poNo,
        supplier,
        date_added: date,
        delivery_date: date,
        kind: 'purchase',
        lines: lines.map(({ product, quantity, cost, srp }) => ({
          product_id: products.get(product),
          quantity,
          cost,
          prod_srp: srp,
        })),
      },
    })
    tally.did('purchases')
  }
}

/** Adds customers as finance, which approves them at once; returns ids by customer key. */
export async function loadNorthwindCustomers(
  { finance, agents }: People,
  { customers }: Plan,
  tally: Tally,
): Promise<Ids> {
  const there = new Map(
    rows(await finance.from('customers').select('id, name').eq('project_id', PROJECT_ID)).map(
      ({ id, name }) => [name, id],
    ),
  )
  const ids = new Map<string, string>()
  for (const { key, agent, details } of customers) {
    const known = there.get(details.name!)
    if (known) {
      ids.set(key, known)
      tally.skip('customers')
      continue
    }
    const { id } = await sendCommand(finance, 'request_customer', PROJECT_ID, key, {
      p_customer: { ...details, agent_id: agents.get(agent) },
    })
    ids.set(key, id)
    tally.did('customers')
  }
  return ids
}
