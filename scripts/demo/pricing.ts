import { row } from '../../app/platform/db/command.server.ts'
import type { JsonArgument } from '../../app/platform/db/command-types.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { addDays } from '../../app/platform/values/dates.ts'
import { uuidOf } from '../../tools/ids.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { DEMO_ID } from './people.ts'
import type { SalesStaff } from './sales.ts'
import { BANK } from './treasury.ts'

/**
 * Products that the trade prices by the case, and of other VAT classes than the rest. Their names come last, so that the
 * first products of a list stay what they were.
 */
const GOODS = [
  {
    material_code: 'BEV-140',
    description: 'Unang Gising Chocolate Drink 24 g',
    supplier: 'Luzon Beverage Corporation',
    category1: 'Beverages',
    price_unit: 'case',
    case_config: 12,
    def_cost: 96.25,
    def_cost_pieces: 12,
    def_srp: 115,
    def_srp_pieces: 12,
    vat_class: 'vatable',
  },
  {
    material_code: 'CON-430',
    description: 'Vigan Iodized Salt 1 kg',
    supplier: 'Timplado Foods',
    category1: 'Condiments',
    price_unit: 'piece',
    case_config: 20,
    def_cost: 14,
    def_cost_pieces: 1,
    def_srp: 18,
    def_srp_pieces: 1,
    vat_class: 'exempt',
  },
  {
    material_code: 'CAN-240',
    description: 'Yamang Dagat Tuna for Export 180 g',
    supplier: 'Pacific Canning Company',
    category1: 'Canned goods',
    price_unit: 'piece',
    case_config: 48,
    def_cost: 32,
    def_cost_pieces: 1,
    def_srp: 39,
    def_srp_pieces: 1,
    vat_class: 'zero_rated',
  },
] as const

const idOf = (code: string) => uuidOf(DEMO_ID, code)
const [DRINK, SALT, TUNA] = GOODS.map(({ material_code }) => idOf(material_code)) as [
  string,
  string,
  string,
]

interface Versioned {
  id: string
  version: number
}

/**
 * Prices as the trade quotes them: by the case, from a price list, with discounts and free goods, of every VAT class; and a
 * receipt that was paid by several means.
 */
export async function loadPricing(
  staff: SalesStaff,
  { customer, today }: { customer: string; today: string },
): Promise<void> {
  const { sales, invoicing, finance, approver } = staff
  const { error } = await sales.from('products').upsert(
    GOODS.map((product) => ({
      ...product,
      project_id: DEMO_ID,
      id: idOf(product.material_code),
      reorder_level: 10 * product.case_config,
    })),
    { onConflict: 'project_id,id', ignoreDuplicates: true },
  )
  if (error) throw new Error(`Products by the case: ${error.message}`)
  const bought = addDays(today, -6)
  await sendCommand(sales, 'create_purchase', DEMO_ID, 'PO-CASES', {
    p_purchase: {
      po_no: 'PO-CASES',
      invoice_no: 'LUZ-CASES',
      supplier: 'Luzon Beverage Corporation',
      date_added: bought,
      invoice_date: bought,
      delivery_date: bought,
      kind: 'purchase',
      with_vat: true,
      lines: GOODS.map((product) => ({
        product_id: idOf(product.material_code),
        quantity: 40 * product.case_config,
        cost: product.def_cost.toFixed(2),
        cost_pieces: product.def_cost_pieces,
      })),
    },
  })
  const valid_from = addDays(today, -30)
  // A price by the case with a floor, and a percentage for a category.
  await loadList(sales, customer, valid_from, [
    { product_id: DRINK, price: '108.00', price_pieces: 12, floor: '85.00', valid_from },
    { category: 'Canned goods', percent: '-3', valid_from },
  ])
  const booking = await sendCommand(sales, 'create_booking', DEMO_ID, 'booking by the case', {
    p_booking: {
      customer_id: customer,
      date_added: addDays(today, -4),
      lines: [
        {
          product_id: DRINK,
          quantity: 120,
          agent_srp: '108.00',
          agent_srp_pieces: 12,
          discount_percent: '5',
        },
        { product_id: DRINK, quantity: 12, free_of: 1 },
        { product_id: SALT, quantity: 60, agent_srp: '18.00', discount_amount: '30.00' },
        { product_id: TUNA, quantity: 48, agent_srp: '39.00' },
      ],
    },
  })
  const at = ({ id, version }: Versioned) => ({ p_booking: id, p_version: version })
  const key = 'booking by the case'
  let now = await sendCommand(approver, 'validate_booking', DEMO_ID, key, at(booking))
  now = await sendCommand(invoicing, 'set_invoice', DEMO_ID, key, {
    ...at(now),
    p_invoice_no: 'SI-10470',
    p_date: addDays(today, -3),
  })
  await sendCommand(invoicing, 'deliver_booking', DEMO_ID, key, {
    ...at(now),
    p_date: addDays(today, -3),
  })
  await loadReceipt({ finance, approver }, { customer, booking: booking.id, today })
}

/** A price list of supermarkets with these prices, and the group of customers that has it. */
export async function loadList(
  sales: Db,
  customer: string,
  from: string,
  items: readonly JsonArgument[],
): Promise<void> {
  const list = await sendCommand(sales, 'save_price_list', DEMO_ID, 'Supermarkets', {
    p_list: null,
    p_version: null,
    p_details: { name: 'Supermarkets', valid_from: from, floor_percent: '90' },
  })
  await sendCommand(sales, 'set_price_list_items', DEMO_ID, 'Supermarkets', {
    p_list: list.id,
    p_version: list.version,
    p_items: { items },
  })
  const group = await sendCommand(sales, 'save_customer_group', DEMO_ID, 'Supermarkets', {
    p_group: null,
    p_version: null,
    p_details: { name: 'Supermarkets', price_list_id: list.id },
  })
  const { version, customer_group_id } = row(
    await sales.from('customers').select('version, customer_group_id').eq('id', customer).single(),
  )
  if (customer_group_id) return
  const p_details = { customer_group_id: group.id, price_list_id: null }
  await sendCommand(sales, 'set_customer_prices', DEMO_ID, 'Supermarkets', {
    p_customer: customer,
    p_version: version,
    p_details,
  })
}

/** A receipt of cash, two cheques and a certificate of tax withheld, and one that waits for its approval. */
async function loadReceipt(
  { finance, approver }: Pick<SalesStaff, 'finance' | 'approver'>,
  { customer, booking, today }: { customer: string; booking: string; today: string },
): Promise<void> {
  const cheque = (no: string, amount: string, on: string) => ({
    collection_type: 'cheque',
    amount,
    cheque_bank: 'Bank of Luzon',
    cheque_no: no,
    cheque_date: on,
  })
  const made = await sendCommand(finance, 'record_receipt', DEMO_ID, 'CR-5290', {
    p_receipt: {
      customer_id: customer,
      cr_no: 'CR-5290',
      date_collected: addDays(today, -1),
      drr_no: 'DRR-PARTS',
      drr_date: addDays(today, -1),
      parts: [
        { collection_type: 'cash', amount: '500.00' },
        cheque('0082001', '1000.00', addDays(today, -1)),
        cheque('0082002', '800.00', addDays(today, 14)),
        { collection_type: 'withholding', amount: '25.00', reference_no: '2307-118' },
      ],
      allocations: [{ booking_id: booking, amount: '2325.00' }],
    },
  })
  await sendCommand(approver, 'approve_collection', DEMO_ID, 'CR-5290', {
    p_collection: made.id,
    p_version: made.version,
  })
  await sendCommand(finance, 'record_receipt', DEMO_ID, 'CR-5291', {
    p_receipt: {
      customer_id: customer,
      cr_no: 'CR-5291',
      date_collected: today,
      drr_no: 'DRR-PARTS-2',
      drr_date: today,
      parts: [
        { collection_type: 'cash', amount: '200.00' },
        { collection_type: 'bank_transfer', amount: '300.00', bank_id: BANK },
      ],
      allocations: [{ booking_id: booking, amount: '500.00' }],
    },
  })
}
