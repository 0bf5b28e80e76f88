import { addDays } from '../../app/platform/values/dates.ts'
import {
  addMoney,
  fromCents,
  type Money,
  money,
  multiplyMoney,
  toCents,
} from '../../app/platform/values/money.ts'
import type { CsvRecord } from './csv.ts'
import { groupBy } from './group.ts'
import type { Tables } from './tables.ts'

/** Holds what is to be entered, in the order of entry; keys name rows of the source. */
export interface Plan {
  agents: { key: string; email: string; name: string; manager: string | null }[]
  products: {
    key: string
    code: string
    description: string
    supplier: string
    category: string
    cost: Money
    srp: Money
  }[]
  purchases: { key: string; poNo: string; supplier: string; date: string; lines: PurchaseLine[] }[]
  customers: { key: string; agent: string; details: Record<string, string> }[]
  orders: Order[]
}

interface PurchaseLine {
  product: string
  quantity: number
  cost: Money
  srp: Money
}

export interface Order {
  key: string
  customer: string
  agent: string
  date: string
  /** Identifies a loaded booking. */
  remarks: string
  lines: { product: string; quantity: number; price: Money }[]
  /** True when a price is below the project's price floor, so that the manager overrides it. */
  belowFloor: boolean
  /** Is null for a booking that stays validated and undelivered. */
  shipped: { date: string; invoiceNo: string } | null
  paid: { date: string; amount: Money; crNo: string } | null
}

const OPENING_DATE = '1996-07-01'
const LAST_PAYMENT = '1998-04-30'
const DAYS_TO_PAY = 45
const AGENT_OF_CUSTOMERS_WITHOUT_ORDERS = '4'

/** Maps the Northwind tables onto the product, as the data set's README says. */
export function planNorthwind(tables: Tables): Plan {
  const lines = groupBy(tables.order_details, (line) => line.order_id!)
  const orders = tables.orders.toSorted((a, b) => Number(a.order_id) - Number(b.order_id))
  const floors = new Map(tables.products.map((product) => [product.product_id!, floorOf(product)]))
  return {
    agents: managersFirst(tables.employees).map((employee) => ({
      key: employee.employee_id!,
      email: `agent${employee.employee_id}@northwind.test`,
      name: `${employee.first_name} ${employee.last_name}`,
      manager: employee.reports_to || null,
    })),
    products: productsOf(tables),
    purchases: openingPurchases(tables),
    customers: tables.customers.map((customer) => customerOf(customer, orders)),
    orders: orders.map((order) => orderOf(order, lines.get(order.order_id!) ?? [], floors)),
  }
}

/** Sorts managers before those they manage. */
function managersFirst(employees: readonly CsvRecord[]): CsvRecord[] {
  const depth = (employee: CsvRecord): number => {
    const manager = employees.find(({ employee_id }) => employee_id === employee.reports_to)
    return manager ? depth(manager) + 1 : 0
  }
  return employees.toSorted((a, b) => depth(a) - depth(b))
}

function productsOf({ products, suppliers, categories }: Tables): Plan['products'] {
  const supplier = new Map(suppliers.map((row) => [row.supplier_id, row.company_name!]))
  const category = new Map(categories.map((row) => [row.category_id, row.category_name!]))
  return products.map((product) => ({
    key: product.product_id!,
    code: `NW-${product.product_id!.padStart(3, '0')}`,
    description: product.product_name!,
    supplier: supplier.get(product.supplier_id!)!,
    category: category.get(product.category_id!)!,
    cost: costOf(product),
    srp: money(product.unit_price),
  }))
}

/** Returns 70 % of the price, as the floor. */
function costOf(product: CsvRecord): Money {
  return fromCents(floorOf(product))
}

/** Plans one purchase per supplier: the stock plus all that was ever ordered, so that nothing runs out. */
function openingPurchases({ products, suppliers, order_details }: Tables): Plan['purchases'] {
  const ordered = new Map<string, number>()
  for (const { product_id, quantity } of order_details)
    ordered.set(product_id!, (ordered.get(product_id!) ?? 0) + Number(quantity))
  const bySupplier = groupBy(products, (product) => product.supplier_id!)
  return suppliers.flatMap(({ supplier_id, company_name }) => {
    const lines = (bySupplier.get(supplier_id!) ?? [])
      .map((product) => ({
        product: product.product_id!,
        quantity: Number(product.units_in_stock) + (ordered.get(product.product_id!) ?? 0),
        cost: costOf(product),
        srp: money(product.unit_price),
      }))
      .filter(({ quantity }) => quantity > 0)
    if (lines.length === 0) return []
    return {
      key: supplier_id!,
      poNo: `OPEN-${supplier_id!.padStart(2, '0')}`,
      supplier: company_name!,
      date: OPENING_DATE,
      lines,
    }
  })
}

function customerOf(customer: CsvRecord, orders: readonly CsvRecord[]): Plan['customers'][number] {
  const present = (...fields: string[]) =>
    fields
      .map((field) => customer[field])
      .filter(Boolean)
      .join(', ')
  return {
    key: customer.customer_id!,
    agent: owningAgent(orders.filter(({ customer_id }) => customer_id === customer.customer_id)),
    details: {
      name: customer.company_name!,
      address: present('address', 'city', 'region', 'postal_code', 'country'),
      area: present('city', 'country'),
      contact: present('contact_name', 'phone'),
    },
  }
}

/** Finds the employee with most of a customer's orders; the lowest number on a tie. */
export function owningAgent(orders: readonly CsvRecord[]): string {
  const [first] = [...groupBy(orders, (order) => Number(order.employee_id))].sort(
    ([a, mine], [b, theirs]) => theirs.length - mine.length || a - b,
  )
  return first ? String(first[0]) : AGENT_OF_CUSTOMERS_WITHOUT_ORDERS
}

/** Returns the default price floor of a product: 70 % of its price, half a centavo rounded up. */
function floorOf(product: CsvRecord): bigint {
  return (toCents(money(product.unit_price)) * 70n + 50n) / 100n
}

function orderOf(
  order: CsvRecord,
  details: readonly CsvRecord[],
  floors: ReadonlyMap<string, bigint>,
): Order {
  const lines = details.map((line) => ({
    product: line.product_id!,
    quantity: Number(line.quantity),
    price: money(line.unit_price),
  }))
  const shipped = order.shipped_date || null
  const payday = shipped && addDays(shipped, DAYS_TO_PAY)
  return {
    key: order.order_id!,
    customer: order.customer_id!,
    agent: order.employee_id!,
    date: order.order_date!,
    remarks: `Northwind order ${order.order_id}`,
    lines,
    belowFloor: lines.some(({ product, price }) => toCents(price) < (floors.get(product) ?? 0n)),
    shipped: shipped ? { date: shipped, invoiceNo: `INV-${order.order_id}` } : null,
    paid:
      payday && payday <= LAST_PAYMENT
        ? {
            date: payday,
            amount: addMoney(...lines.map(({ price, quantity }) => multiplyMoney(price, quantity))),
            crNo: `CR-${order.order_id}`,
          }
        : null,
  }
}
