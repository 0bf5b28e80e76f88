import { paths } from '~/paths'

/**
 * The subjects of the menu, in the order in which Tracking & Reports shows them. For most roles a
 * subject is an entry of its own.
 */
export type Section =
  | 'sales'
  | 'stock'
  | 'warehouse'
  | 'customers'
  | 'treasury'
  | 'expenses'
  | 'reports'
  | 'control'

interface Screens {
  /** The screens of the subject, by address, in their order. */
  own: readonly string[]
  /** Screens of subjects that a role's menu may lack: shown only there, below the own ones. */
  guests: readonly string[]
}

const { report } = paths.reports
const { inventory, sales, customers, treasury, expenses, masters, warehouse } = paths

const SECTIONS: Readonly<Record<Section, Screens>> = {
  sales: {
    own: [
      sales.bookings,
      sales.validation,
      sales.invoicing,
      sales.delivery,
      paths.memos.list,
      sales.invoiceNumbers,
      sales.archive,
    ],
    guests: [
      customers.list,
      treasury.collections,
      inventory.stock,
      report('sales'),
      report('sales_customerspecific'),
      report('invoice'),
      report('delivery'),
    ],
  },
  stock: {
    own: [
      inventory.stock,
      inventory.stockMovement,
      inventory.products,
      inventory.priceLists,
      inventory.customerGroups,
      inventory.purchases,
      inventory.suppliers,
      inventory.edits,
      inventory.counts,
      inventory.badOrders,
    ],
    guests: [
      sales.bookings,
      sales.validation,
      sales.invoicing,
      paths.memos.list,
      warehouse.requests,
      customers.list,
      report('inventory'),
      report('purchase'),
      report('sales'),
      report('sales_customerspecific'),
      report('penetration_report'),
      report('visits'),
      paths.imports.list,
    ],
  },
  warehouse: {
    own: [warehouse.requests],
    guests: [
      sales.delivery,
      sales.bookings,
      inventory.stock,
      inventory.stockMovement,
      inventory.products,
      inventory.counts,
      inventory.badOrders,
      report('delivery'),
      report('inventory'),
    ],
  },
  customers: {
    own: [
      customers.list,
      customers.requests,
      customers.transfers,
      paths.field.routes,
      paths.statements.list,
    ],
    guests: [
      sales.bookings,
      sales.invoicing,
      paths.memos.list,
      inventory.priceLists,
      inventory.customerGroups,
      report('ar'),
      report('customer_masterlist'),
      report('penetration_report'),
      report('visits'),
      paths.portals.callSheet,
      report('sales'),
      report('sales_customerspecific'),
      paths.imports.list,
      paths.field.control,
    ],
  },
  treasury: {
    own: [
      treasury.position,
      treasury.collections,
      treasury.approval,
      treasury.cheques,
      treasury.remittances,
      treasury.booklets,
      treasury.deposits,
    ],
    guests: [
      paths.tax.readiness,
      expenses.vouchers,
      expenses.cheques,
      masters.list('banks'),
      masters.list('payees'),
      masters.list('cost-centers'),
      masters.list('releasers'),
      report('collection'),
      report('journal'),
      report('trial_balance'),
      report('vat'),
      paths.accounting.accounts,
      treasury.closing,
      paths.reports.prints,
      paths.reports.mails,
    ],
  },
  expenses: {
    own: [
      expenses.vouchers,
      expenses.voucherPrint,
      expenses.cheques,
      expenses.chequeLayouts,
      masters.list('payees'),
      masters.list('cost-centers'),
      masters.list('releasers'),
      masters.list('banks'),
    ],
    guests: [report('expenses')],
  },
  reports: {
    own: [
      report('inventory'),
      report('invoice'),
      report('delivery'),
      report('sales'),
      report('sales_customerspecific'),
      report('collection'),
      report('purchase'),
      report('ar'),
      report('expenses'),
      report('customer_masterlist'),
      report('penetration_report'),
      report('visits'),
      paths.portals.callSheet,
      report('journal'),
      report('trial_balance'),
      report('vat'),
      paths.reports.prints,
      paths.reports.mails,
    ],
    guests: [],
  },
  control: {
    own: [
      paths.audit.trail,
      paths.audit.verifyBooks,
      paths.field.control,
      treasury.closing,
      paths.tax.readiness,
      paths.accounting.accounts,
      paths.portals.targets,
      paths.ownProject.settings,
      paths.ownProject.people,
    ],
    guests: [],
  },
}

/** Returns the screens of each of these subjects, none of them twice. */
export function screensOf(sections: readonly Section[]): Map<Section, string[]> {
  const taken = new Set(sections.flatMap((section) => SECTIONS[section].own))
  return new Map(
    sections.map((section) => {
      const guests = SECTIONS[section].guests.filter((address) => !taken.has(address))
      for (const address of guests) taken.add(address)
      return [section, [...SECTIONS[section].own, ...guests]]
    }),
  )
}

/** Groups the screens of an entry by the subject that owns each of them, the entry's own subject first. */
export function bySubject(
  first: Section,
  addresses: readonly string[],
): { section: Section; addresses: string[] }[] {
  const others = (Object.keys(SECTIONS) as Section[]).filter((section) => section !== first)
  const ownedBy = (address: string) =>
    [first, ...others].find((section) => SECTIONS[section].own.includes(address)) ?? first
  return [first, ...others].map((section) => ({
    section,
    addresses: addresses.filter((address) => ownedBy(address) === section),
  }))
}
