import { paths } from '~/paths'
import type { Role } from '~/platform/access/permissions'

export interface MenuEntry {
  label: string
  to: string
  /** The prefix of further addresses that belong to the entry. */
  also?: string
}

const HOME: MenuEntry = { label: 'Home', to: paths.home }
const SETTINGS: MenuEntry = { label: 'Settings', to: paths.settings.page }
const CUSTOMERS: MenuEntry = { label: 'Customers', to: paths.customers.index }
const TREASURY: MenuEntry = { label: 'Treasury', to: paths.treasury.index }
const PURCHASING: MenuEntry = { label: 'Purchasing', to: paths.inventory.index }
const INVOICING: MenuEntry = { label: 'Invoicing', to: paths.sales.index, also: paths.memos.list }
const EXPENSES: MenuEntry = { label: 'Expenses', to: paths.expenses.index }
const WAREHOUSE: MenuEntry = { label: 'Warehouse', to: paths.warehouse.index }
const REPORTS_GM: MenuEntry = {
  label: 'Tracking & Reports',
  to: paths.portals.generalManager,
  also: '/reports_',
}
const REPORTS_ASE: MenuEntry = {
  label: 'Tracking & Reports',
  to: paths.portals.ase,
  also: '/reports_',
}

/** Lists the menu entries of each role. Their order and labels are fixed. */
const ROLE_ENTRIES: Partial<Record<Role, readonly MenuEntry[]>> = {
  ASE: [REPORTS_ASE],
  'General Manager': [REPORTS_GM],
  Owner: [REPORTS_GM],
  'finance admin': [CUSTOMERS, TREASURY],
  'sales admin': [PURCHASING],
  'invoice admin': [INVOICING],
  'expenses and disbursements': [EXPENSES],
  warehouse: [WAREHOUSE],
  'special access 1': [INVOICING, PURCHASING, CUSTOMERS, TREASURY, WAREHOUSE],
}

const ADMIN_ENTRIES: readonly MenuEntry[] = [
  { label: 'Projects', to: paths.admin.projects },
  { label: 'Users', to: paths.admin.users },
]

/**
 * Returns the side menu: Home, the role's entries, and Settings (not for the administrator). The
 * menu itself adds Signout, which is a question and not a link.
 */
export function menuOf(user: { isAdmin: boolean; role: Role | null }): MenuEntry[] {
  if (user.isAdmin) return [{ ...HOME, to: paths.admin.home }, ...ADMIN_ENTRIES]
  return [HOME, ...((user.role && ROLE_ENTRIES[user.role]) ?? []), SETTINGS]
}
