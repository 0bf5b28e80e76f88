import { paths } from '~/paths'
import type { NavItem } from './nav-items'

/** Lists further screens that the palette opens directly. */
export const SUB_NAV_ITEMS: readonly (Omit<NavItem, 'about' | 'group'> & {
  group: 'Work' | 'New'
})[] = [
  {
    group: 'Work',
    label: 'Customer requests',
    to: paths.customers.requests,
    permission: 'customers.read',
  },
  {
    group: 'Work',
    label: 'Customer transfers',
    to: paths.customers.transfers,
    permission: 'customers.read',
  },
  {
    group: 'Work',
    label: 'Statements of account',
    to: paths.statements.list,
    permission: 'reports.ar',
  },
  {
    group: 'Work',
    label: 'Chart of accounts',
    to: paths.accounting.accounts,
    permission: 'journal.read',
  },
  {
    group: 'Work',
    label: 'Stock movement report',
    to: paths.inventory.stockMovement,
    permission: 'stock.movements',
  },
  {
    group: 'Work',
    label: 'Invoice numbers',
    to: paths.sales.invoiceNumbers,
    permission: 'invoicing.read',
  },
  {
    group: 'New',
    label: 'New memo',
    to: paths.memos.add,
    permission: 'memos.write',
  },
  {
    group: 'Work',
    label: 'Imports',
    to: paths.imports.list,
    permission: [
      'bookings.write',
      'collections.record',
      'customers.decide',
      'masters.write',
      'products.write',
      'purchases.write',
    ],
  },
  {
    group: 'New',
    label: 'Import products',
    to: paths.imports.kind('products'),
    permission: 'products.write',
  },
  {
    group: 'New',
    label: 'Import opening stock',
    to: paths.imports.kind('opening_stock'),
    permission: 'purchases.write',
  },
  {
    group: 'New',
    label: 'Import customers',
    to: paths.imports.kind('customers'),
    permission: 'customers.decide',
  },
  {
    group: 'New',
    label: 'New count',
    to: paths.inventory.addCount,
    permission: 'counts.write',
  },
  {
    group: 'Work',
    label: 'Validation',
    to: paths.sales.validation,
    permission: 'bookings.validate',
  },
  {
    group: 'Work',
    label: 'Archive bookings',
    to: paths.sales.archive,
    permission: 'bookings.archive',
  },
  {
    group: 'Work',
    label: 'Agent targets',
    to: paths.portals.targets,
    permission: 'portal.gm',
  },
  {
    group: 'Work',
    label: 'Call sheet',
    to: paths.portals.callSheet,
    permission: 'reports.penetration',
  },
  { group: 'New', label: 'New booking', to: paths.sales.addBooking, permission: 'bookings.write' },
  {
    group: 'New',
    label: 'New warehouse request',
    to: paths.warehouse.chooseBooking,
    permission: 'warehouse.write',
  },
  {
    group: 'Work',
    label: 'Approval of collections',
    to: paths.treasury.approval,
    permission: 'collections.decide',
  },
  {
    group: 'Work',
    label: 'Cheques',
    to: paths.treasury.cheques,
    permission: 'collections.read',
  },
  {
    group: 'Work',
    label: 'Deposits',
    to: paths.treasury.deposits,
    permission: 'treasury.position',
  },
  {
    group: 'New',
    label: 'Deposit cash',
    to: paths.treasury.addDeposit,
    permission: 'treasury.write',
  },
  {
    group: 'Work',
    label: 'Remittances',
    to: paths.treasury.remittances,
    permission: 'collections.read',
  },
  {
    group: 'Work',
    label: 'Cheques issued',
    to: paths.expenses.cheques,
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Cheque layouts',
    to: paths.expenses.chequeLayouts,
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Print vouchers',
    to: paths.expenses.voucherPrint,
    permission: 'vouchers.read',
  },
  {
    group: 'New',
    label: 'Add cheque book',
    to: paths.expenses.addChequeBook,
    permission: 'masters.write',
  },
  {
    group: 'Work',
    label: 'Banks',
    to: paths.masters.list('banks'),
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Payees',
    to: paths.masters.list('payees'),
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Releasers',
    to: paths.masters.list('releasers'),
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Cost centers',
    to: paths.masters.list('cost-centers'),
    permission: 'treasury.read',
  },
  {
    group: 'New',
    label: 'New voucher',
    to: paths.expenses.addVoucher,
    permission: 'vouchers.write',
  },
  {
    group: 'New',
    label: 'Record collection',
    to: paths.treasury.addCollection,
    permission: 'collections.record',
  },
  {
    group: 'New',
    label: 'Add customer',
    to: paths.customers.add,
    permission: 'customers.request',
  },
  {
    group: 'New',
    label: 'Transfer customers',
    to: paths.customers.addTransfer,
    permission: 'customers.transfer',
  },
  {
    group: 'New',
    label: 'New record of bad orders',
    to: paths.inventory.addBadOrder,
    permission: 'counts.write',
  },
  {
    group: 'New',
    label: 'Add product',
    to: paths.inventory.addProduct,
    permission: 'products.write',
  },
  {
    group: 'New',
    label: 'Add purchase',
    to: paths.inventory.addPurchase,
    permission: 'purchases.write',
  },
]

/** Lists the administrator's screens below the menu entries. */
export const ADMIN_SUB_NAV_ITEMS = [
  { label: 'Add project', to: paths.admin.addProject },
  { label: 'Add user', to: paths.admin.addUser },
] as const
