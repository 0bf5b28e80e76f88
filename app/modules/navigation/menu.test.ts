import { describe, expect, it } from 'vitest'
import { REPORTS } from '~/modules/reports/registry'
import {
  ROLE_PERMISSIONS,
  ROLES,
  ROLES_REFUSED_ON_WEB,
  type Role,
} from '~/platform/access/permissions'
import { type MenuEntry, menuOf } from './menu.ts'
import { NAV_ITEMS, opens } from './nav-items.ts'
import { placeOf } from './place.ts'

const of = (role: Role) =>
  menuOf({ isAdmin: false, role, permissions: Object.values(ROLE_PERMISSIONS[role]).flat() })
const administrator = () => menuOf({ isAdmin: true, role: null, permissions: [] })

const admitted = ROLES.filter((role) => !ROLES_REFUSED_ON_WEB.includes(role))

/** The entries that the requirements name for each role, in their order, with their addresses. */
const REQUIRED: Partial<Record<Role, [label: string, to: string][]>> = {
  ASE: [['Tracking & Reports', '/ase-portal']],
  'General Manager': [['Tracking & Reports', '/gm-portal']],
  Owner: [['Tracking & Reports', '/gm-portal']],
  'finance admin': [
    ['Customers', '/customers'],
    ['Treasury', '/treasury'],
  ],
  'sales admin': [['Purchasing', '/inventory']],
  'invoice admin': [['Invoicing', '/sales']],
  'expenses and disbursements': [['Expenses', '/expenses']],
  warehouse: [['Warehouse', '/warehouse']],
  'special access 1': [
    ['Invoicing', '/sales'],
    ['Purchasing', '/inventory'],
    ['Customers', '/customers'],
    ['Treasury', '/treasury'],
    ['Warehouse', '/warehouse'],
  ],
  'one-person office': [
    ['Invoicing', '/sales'],
    ['Purchasing', '/inventory'],
    ['Customers', '/customers'],
    ['Treasury', '/treasury'],
    ['Expenses', '/expenses'],
    ['Warehouse', '/warehouse'],
    ['Tracking & Reports', '/gm-portal'],
  ],
}

/** An entry as lines of text: its screens, each group behind its name. */
const screens = (menu: MenuEntry[], entry: string) =>
  menu
    .find(({ label }) => label === entry)!
    .groups.map(({ label, items }) => `${label}: ${items.map((item) => item.label).join(', ')}`)

describe('the menu', () => {
  it('has the required entries in their order, between Home and Settings', () => {
    expect(Object.keys(REQUIRED).sort()).toEqual([...admitted].sort())
    for (const role of admitted)
      expect(
        of(role).map(({ label, to }) => [label, to]),
        role,
      ).toEqual([['Home', '/home'], ...REQUIRED[role]!, ['Settings', '/settings']])
  })

  it('gives the administrator Projects, Users and Settings', () => {
    expect(administrator().map(({ to }) => to)).toEqual([
      '/admin-home',
      '/admin-projects',
      '/admin-users',
      '/admin-settings',
    ])
    expect(administrator().flatMap(({ groups }) => groups)).toEqual([])
  })

  it('opens each entry to its screens', () => {
    const all = of('special access 1')
    expect(screens(all, 'Invoicing')).toEqual([
      'Sales: Bookings, Validation, Invoices, Delivery, Memos, Invoice numbers',
      'Reports: Sales report, Sales by customer, Invoice report, Delivery report',
    ])
    expect(screens(all, 'Purchasing')).toEqual([
      'Stock: Inventory, Stock movement report, Products, Price lists, Customer groups, Purchases, Suppliers, Corrections, Stock counts, Bad orders, Imports',
      'Reports: Inventory report, Purchase report, Penetration report, Visits',
    ])
    expect(screens(all, 'Customers')).toEqual([
      'Customers: Customers, Customer requests, Customer transfers, Routes, Statements of account',
      'Reports: Accounts receivable, Customer master list, Call sheet',
      'Control: Field',
    ])
    expect(screens(all, 'Treasury')).toEqual([
      'Treasury: Cash position, Collections, Approval of collections, Cheques, Remittances, Booklets, Deposits',
      'Expenses: Cheques issued, Banks, Payees, Cost centers, Releasers',
      'Reports: Collection report, Printed reports, Scheduled e-mails',
    ])
    expect(screens(all, 'Warehouse')).toEqual(['Warehouse: Warehouse requests'])
  })

  it('shows a role the screens that it may open only', () => {
    expect(screens(of('warehouse'), 'Warehouse')).toEqual([
      'Warehouse: Warehouse requests',
      'Sales: Delivery, Bookings',
      'Stock: Inventory, Stock movement report, Products, Stock counts, Bad orders',
      'Reports: Delivery report, Inventory report',
    ])
    expect(screens(of('expenses and disbursements'), 'Expenses')).toEqual([
      'Expenses: Vouchers, Print vouchers, Cheques issued, Cheque layouts, Payees, Cost centers, Releasers, Banks',
      'Reports: Expense report',
    ])
    expect(screens(of('invoice admin'), 'Invoicing')[0]).not.toMatch(/Archive|Purchases|Approval/)
    const nobody = menuOf({ isAdmin: false, role: 'special access 1', permissions: [] })
    expect(nobody.flatMap(({ groups }) => groups)).toEqual([])
  })

  it('has the subjects of General Manager and Owner under Tracking & Reports', () => {
    for (const role of ['General Manager', 'Owner'] as const)
      expect(screens(of(role), 'Tracking & Reports')).toEqual([
        'Sales: Bookings, Invoices, Memos, Invoice numbers, Archive bookings',
        'Stock: Inventory, Stock movement report, Products, Price lists, Customer groups, Purchases, Suppliers, Corrections, Stock counts, Bad orders, Warehouse requests',
        'Customers: Customers, Customer requests, Customer transfers, Routes, Statements of account',
        'Treasury: Cash position, Collections, Cheques, Remittances, Booklets, Deposits',
        'Expenses: Vouchers, Print vouchers, Cheques issued, Cheque layouts, Payees, Cost centers, Releasers, Banks',
        'Reports: Inventory report, Invoice report, Delivery report, Sales report, Sales by customer, Collection report, Purchase report, Accounts receivable, Expense report, Customer master list, Penetration report, Visits, Call sheet, Journal, Trial balance, VAT, Printed reports, Scheduled e-mails',
        'Control: Audit trail, Verify books, Field, Closed periods, Tax, Chart of accounts, Agent targets, Project settings, Users',
      ])
  })

  it('has every report below Tracking & Reports, as far as the role may open it, and in a menu without that entry', () => {
    const reports = REPORTS.map(({ path }) => path)
    const elsewhere = new Set<string>()
    for (const role of admitted) {
      const menu = of(role)
      const shown = menu.flatMap(({ groups }) => groups.flatMap(({ items }) => items))
      if (menu.every(({ label }) => label !== 'Tracking & Reports'))
        for (const { to } of shown) elsewhere.add(to)
      else {
        const permissions = Object.values(ROLE_PERMISSIONS[role]).flat()
        const due = REPORTS.filter((report) => opens(report, permissions)).map(({ path }) => path)
        const missing = due.filter((path) => !shown.some(({ to }) => to === path))
        expect({ role, missing }).toEqual({ role, missing: [] })
      }
    }
    expect(reports.filter((path) => !elsewhere.has(path))).toEqual([])
  })

  it('finds every report by further words', () => {
    const found = NAV_ITEMS.flatMap(({ to, words }) => (words ? to : []))
    expect(REPORTS.map(({ path }) => path).filter((path) => !found.includes(path))).toEqual([])
  })

  it('names no screen twice', () => {
    for (const role of ROLES) {
      const all = of(role).flatMap(({ groups }) => groups.flatMap(({ items }) => items))
      expect(new Set(all.map(({ to }) => to)).size, role).toBe(all.length)
    }
  })
})

describe('the current place', () => {
  it.each<[Role, string, string, string | undefined]>([
    ['sales admin', '/inventory/purchase-list/1', 'Purchasing', 'Purchases'],
    ['sales admin', '/Inventory/product-list', 'Purchasing', 'Products'],
    ['sales admin', '/inventory/inventory-list/ledger/1', 'Purchasing', 'Inventory'],
    [
      'sales admin',
      '/inventory/inventory-list/inventory-view-actual',
      'Purchasing',
      'Stock movement report',
    ],
    ['sales admin', '/sales/bookings/1/edit', 'Purchasing', 'Bookings'],
    ['sales admin', '/inventoryx', 'Home', undefined],
    ['sales admin', '/settings', 'Settings', undefined],
    ['special access 1', '/sales/bookings/validation', 'Invoicing', 'Validation'],
    ['special access 1', '/memos/1/print', 'Invoicing', 'Memos'],
    ['special access 1', '/customers/customer-list/1/statement', 'Customers', 'Customers'],
    ['special access 1', '/treasury/treasury-list/1', 'Treasury', 'Collections'],
    ['special access 1', '/treasury/treasury-list/approval', 'Treasury', 'Approval of collections'],
    ['special access 1', '/treasury/position/banks/1', 'Treasury', 'Cash position'],
    ['warehouse', '/inventory/stock-counts/1', 'Warehouse', 'Stock counts'],
    ['expenses and disbursements', '/expenses/expenses-list/1', 'Expenses', 'Vouchers'],
    ['expenses and disbursements', '/reports_expenses_print', 'Expenses', 'Print vouchers'],
    ['expenses and disbursements', '/reports_expenses', 'Expenses', 'Expense report'],
    ['finance admin', '/reports_ar/print', 'Customers', 'Accounts receivable'],
    ['Owner', '/reports_penetration_report/call-sheet', 'Tracking & Reports', 'Call sheet'],
    ['Owner', '/gm-portal', 'Tracking & Reports', undefined],
    ['Owner', '/gm-portal/targets', 'Tracking & Reports', 'Agent targets'],
    ['ASE', '/customers/customer-list/1', 'Tracking & Reports', 'Customers'],
    ['warehouse', '/expenses/expenses-list/1', 'Home', undefined],
  ])('of %s at %s is %s, %s', (role, path, entry, item) => {
    const place = placeOf(of(role), path)
    expect([place.entry?.label, place.item?.label]).toEqual([entry, item])
  })

  it.each(['/inbox', '/search'])('%s is current in the top bar, not in the menu', (address) => {
    expect(placeOf(of('special access 1'), address).entry).toBeUndefined()
  })
})
