import { randomUUID } from 'node:crypto'

/** Names the table whose id each address has. A new address with an id has to be added here. */
export const DOCUMENT_OF: Record<
  string,
  | 'banks'
  | 'bookings'
  | 'cheques'
  | 'collections'
  | 'collectors'
  | 'cost_centers'
  | 'customer_groups'
  | 'customers'
  | 'deposit_slips'
  | 'issued_cheques'
  | 'bad_orders'
  | 'field_acts'
  | 'memos'
  | 'report_prints'
  | 'report_schedules'
  | 'payees'
  | 'people'
  | 'price_lists'
  | 'products'
  | 'purchases'
  | 'releasers'
  | 'remittances'
  | 'stock_counts'
  | 'suppliers'
  | 'document_files'
  | 'vouchers'
  | 'warehouse_requests'
> = {
  '/control/field/acts/:id': 'field_acts',
  '/customers/customer-list/:id': 'customers',
  '/customers/customer-list/:id/statement': 'customers',
  '/customers/customer-list/:id/statement/excel': 'customers',
  '/customers/customer-list/:id/edit': 'customers',
  '/customers/customer-list/:id/merge': 'customers',
  '/documents/:kind/:id': 'vouchers',
  '/documents/files/:id': 'document_files',
  '/expenses/cheques/:id': 'issued_cheques',
  '/expenses/cheques/:id/print': 'issued_cheques',
  '/expenses/cheques/layouts/:id': 'banks',
  '/expenses/cheques/layouts/:id/test': 'banks',
  '/expenses/expenses-list/:id': 'vouchers',
  '/expenses/expenses-list/:id/edit': 'vouchers',
  '/inventory/inventory-list/ledger/:id': 'products',
  '/inventory/product-list/:id': 'products',
  '/inventory/product-list/:id/edit': 'products',
  '/inventory/product-list/:id/merge': 'products',
  '/inventory/purchase-list/:id': 'purchases',
  '/inventory/price-lists/:id': 'price_lists',
  '/inventory/customer-groups/:id': 'customer_groups',
  '/inventory/suppliers/:id': 'suppliers',
  '/inventory/suppliers/:id/merge': 'suppliers',
  '/project/people/:id': 'people',
  '/inventory/bad-orders/:id': 'bad_orders',
  '/inventory/stock-counts/:id': 'stock_counts',
  '/inventory/stock-counts/:id/print': 'stock_counts',
  '/sales/bookings/:id': 'bookings',
  '/memos/:id': 'memos',
  '/memos/:id/print': 'memos',
  '/memos/add/:id': 'bookings',
  '/printed_reports/:id': 'report_prints',
  '/report_mails/:id/edit': 'report_schedules',
  '/sales/bookings/:id/delivery-receipt': 'bookings',
  '/sales/bookings/:id/invoice': 'bookings',
  '/sales/bookings/:id/dates': 'bookings',
  '/sales/bookings/:id/edit': 'bookings',
  '/treasury/cheques/:id/replace': 'cheques',
  '/share/:paper/:id': 'collections',
  '/treasury/deposits/:id': 'deposit_slips',
  '/inventory/purchase-list/:id/print': 'purchases',
  '/treasury/deposits/:id/print': 'deposit_slips',
  '/treasury/masters/banks/:id': 'banks',
  '/treasury/masters/cost-centers/:id': 'cost_centers',
  '/treasury/masters/payees/:id': 'payees',
  '/treasury/masters/releasers/:id': 'releasers',
  '/treasury/position/banks/:id': 'banks',
  '/treasury/remittances/:id': 'remittances',
  '/treasury/remittances/:id/print': 'remittances',
  '/treasury/remittances/collectors/:id': 'collectors',
  '/treasury/treasury-list/:id': 'collections',
  '/treasury/treasury-list/:id/print': 'collections',
  '/treasury/treasury-list/:id/use': 'collections',
  '/warehouse/warehouse-list/:id': 'warehouse_requests',
  '/warehouse/warehouse-list/add/:id': 'bookings',
}

/** Holds the form values of an address, besides the version, a reason and a line. */
export const FORM_OF: Record<string, Record<string, string>> = {
  '/customers/customer-list/:id': { intent: 'deactivate' },
  '/customers/customer-list/:id/edit': { name: 'X' },
  '/customers/customer-list/:id/merge': { into: randomUUID(), sure: 'on' },
  '/expenses/cheques/:id': { intent: 'stale', date: '2026-01-05' },
  '/expenses/expenses-list/:id': { intent: 'cancel' },
  '/expenses/expenses-list/:id/edit': {
    payee_id: randomUUID(),
    mode_of_payment: 'cash',
    'lines[0].description': 'X',
    'lines[0].amount': '1.00',
  },
  '/inventory/product-list/:id': { status: 'inactive' },
  '/inventory/product-list/:id/merge': { into: randomUUID(), sure: 'on' },
  '/inventory/product-list/:id/edit': {
    description: 'X',
    material_code: 'X',
    unit_of_measure: 'pc',
    case_config: '1',
    liters_per_case: '1',
    def_cost: '1',
    def_srp: '1',
  },
  '/inventory/purchase-list/:id': {},
  '/inventory/price-lists/:id': { intent: 'details', name: 'X', valid_from: '2026-01-05' },
  '/inventory/customer-groups/:id': { name: 'X' },
  '/inventory/suppliers/:id': { name: 'X' },
  '/inventory/suppliers/:id/merge': { into: 'X', sure: 'on' },
  '/project/people/:id': { intent: 'deactivate' },
  '/memos/:id': { intent: 'cancel' },
  '/sales/bookings/:id': { intent: 'validate' },
  '/sales/bookings/:id/dates': {},
  '/sales/bookings/:id/edit': {},
  '/treasury/remittances/:id': {},
  '/treasury/treasury-list/:id': { intent: 'cancel' },
  '/treasury/treasury-list/:id/use': {
    'allocations[0].booking_id': '00000000-0000-4000-8000-000000000000',
    'allocations[0].amount': '1.00',
  },
  '/warehouse/warehouse-list/:id': { decision: 'done' },
  '/warehouse/warehouse-list/add/:id': {},
}
