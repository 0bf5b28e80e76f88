import { describe, expect, it } from 'vitest'
import { uuidOf } from '../../tools/ids.ts'
import { owningAgent, planNorthwind } from './plan.ts'

const order = (id: string, employee_id: string, shipped_date = '') => ({
  order_id: id,
  customer_id: 'A',
  employee_id,
  order_date: '1998-01-05',
  shipped_date,
})
const employee = (employee_id: string, reports_to: string) => ({
  employee_id,
  first_name: 'F',
  last_name: employee_id,
  reports_to,
})

const plan = planNorthwind({
  categories: [{ category_id: '1', category_name: 'Beverages' }],
  suppliers: [
    { supplier_id: '7', company_name: 'Liquids' },
    { supplier_id: '8', company_name: 'Sells nothing' },
  ],
  products: [
    {
      product_id: '3',
      product_name: 'Chai',
      supplier_id: '7',
      category_id: '1',
      unit_price: '21.35',
      units_in_stock: '39',
    },
  ],
  employees: [employee('1', '2'), employee('3', '1'), employee('2', '')],
  customers: [
    {
      customer_id: 'A',
      company_name: 'Alfreds',
      address: 'Str. 57',
      city: 'Berlin',
      region: '',
      country: 'Germany',
    },
    { customer_id: 'B', company_name: 'Never bought' },
  ],
  orders: [order('11', '1', '1998-03-17'), order('9', '3', '1998-03-16'), order('10', '3')],
  order_details: [
    { order_id: '9', product_id: '3', unit_price: '14', quantity: '12' },
    { order_id: '9', product_id: '3', unit_price: '9.8', quantity: '10' },
    { order_id: '11', product_id: '3', unit_price: '14', quantity: '1' },
  ],
})

describe('planNorthwind', () => {
  it('enters managers before whom they lead, orders by number', () => {
    expect(plan.agents.map(({ key }) => key)).toEqual(['2', '1', '3'])
    expect(plan.orders.map(({ key }) => key)).toEqual(['9', '10', '11'])
  })

  it('prices cost at 70 %, to the centavo', () => {
    expect(plan.products[0]).toMatchObject({ code: 'NW-003', cost: '14.95', srp: '21.35' })
  })

  it('opens with what is in stock and all that will be sold', () => {
    expect(plan.purchases).toHaveLength(1)
    expect(plan.purchases[0]).toMatchObject({ supplier: 'Liquids', date: '1996-07-01' })
    expect(plan.purchases[0]!.lines[0]!.quantity).toBe(39 + 23)
  })

  it('pays after 45 days, but nothing after 1998-04-30', () => {
    const [first, unshipped, late] = plan.orders
    expect(first!.paid).toEqual({ date: '1998-04-30', amount: '266.00', crNo: 'CR-9' })
    expect(unshipped).toMatchObject({ shipped: null, paid: null })
    expect(late).toMatchObject({
      shipped: { date: '1998-03-17', invoiceNo: 'INV-11' },
      paid: null,
    })
  })

  it('gives each customer an agent', () => {
    expect(plan.customers.map(({ agent }) => agent)).toEqual(['3', '4'])
    expect(owningAgent([order('1', '9'), order('2', '2')])).toBe('2')
    expect(plan.customers[0]!.details.address).toBe('Str. 57, Berlin, Germany')
  })
})

describe('uuidOf', () => {
  it('agrees with the standard', () => {
    // RFC 9562, appendix A.4
    expect(uuidOf('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    )
  })
})
