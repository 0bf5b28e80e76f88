import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { uuidOf } from '../../tools/ids.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { CUSTOMERS, type DemoCustomer, REQUESTED } from './customers.ts'
import { DEMO_ID } from './people.ts'
import type { DemoPurchase } from './plan.ts'
import { type DemoProduct, PRODUCTS, SUPPLIER_TINS } from './products.ts'

/** Sets the reorder level in cases. */
const REORDER_CASES = 12

/** Makes ids from codes, so that a second run finds what the first one created. */
export function productId(index: number): string {
  return uuidOf(DEMO_ID, PRODUCTS[index]!.code)
}

/** Writes products as the sales admin, as rows: there is no command for them. */
export async function loadDemoProducts(
  sales: Db,
  products: readonly DemoProduct[] = PRODUCTS,
): Promise<void> {
  const present = rows(await sales.from('products').select('id').eq('project_id', DEMO_ID)).map(
    ({ id }) => id,
  )
  const missing = products
    .map((product) => ({
      project_id: DEMO_ID,
      id: uuidOf(DEMO_ID, product.code),
      description: product.description,
      supplier: product.supplier,
      material_code: product.code,
      category1: product.category,
      case_config: product.perCase,
      liters_per_case: product.liters,
      def_cost: product.cost,
      def_srp: product.srp,
      selected_color: product.color,
      reorder_level: REORDER_CASES * product.perCase,
    }))
    .filter(({ id }) => !present.includes(id))
  if (missing.length === 0) return
  const { error } = await sales.from('products').insert(missing)
  if (error) throw new Error(`Products: ${error.message}`)
}

/** Enters the TINs of the suppliers, which products have made by their names. */
export async function loadSupplierTins(sales: Db): Promise<void> {
  for (const [name, tin] of Object.entries(SUPPLIER_TINS)) {
    const { error } = await sales
      .from('suppliers')
      .update({ tin })
      .eq('project_id', DEMO_ID)
      .eq('name', name)
      .is('tin', null)
    if (error) throw new Error(`Suppliers: ${error.message}`)
  }
}

export async function loadPurchase(
  sales: Db,
  { no, day, supplier, lines }: DemoPurchase,
): Promise<void> {
  const po_no = `PO-${String(no).padStart(4, '0')}`
  await sendCommand(sales, 'create_purchase', DEMO_ID, po_no, {
    p_purchase: {
      po_no,
      invoice_no: `${supplier.slice(0, 3).toUpperCase()}-${7100 + no * 13}`,
      supplier,
      date_added: day,
      invoice_date: day,
      delivery_date: day,
      kind: 'purchase',
      lines: lines.map(({ product, quantity }) => ({
        product_id: productId(product),
        quantity,
        cost: PRODUCTS[product]!.cost.toFixed(2),
        prod_srp: PRODUCTS[product]!.srp.toFixed(2),
      })),
    },
  })
}

/**
 * Adds customers as finance, which approves what it adds, and two pending ones as their agents.
 *
 * @returns customer ids by name.
 */
export async function loadDemoCustomers(
  finance: Db,
  agents: Record<DemoCustomer['agent'], { id: string; db: Db }>,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [n, customer] of CUSTOMERS.entries()) {
    const { id } = await sendCommand(finance, 'request_customer', DEMO_ID, customer.name, {
      p_customer: {
        ...details(customer, n),
        agent_id: agents[customer.agent].id,
        credit_line: customer.creditLine,
        terms_days: customer.terms,
      },
    })
    ids.set(customer.name, id)
  }
  for (const [n, customer] of REQUESTED.entries())
    await sendCommand(agents[customer.agent].db, 'request_customer', DEMO_ID, customer.name, {
      p_customer: details(customer, CUSTOMERS.length + n),
    })
  return ids
}

export function details(customer: Omit<DemoCustomer, 'creditLine' | 'terms'>, n: number) {
  return {
    name: customer.name,
    store_name: customer.store,
    address: customer.address,
    area: customer.area,
    contact: customer.contact,
    business_style: customer.style,
    tin_no: `${210 + n}-${401 + n * 7}-${118 + n * 11}-000`,
  }
}
