import type { Role } from '~/platform/access/permissions'

export interface MenuEntry {
  label: string
  to: string
  /** How addresses begin that belong to it without lying under it. */
  also?: string
}

const HOME: MenuEntry = { label: 'Home', to: '/home' }
const SETTINGS: MenuEntry = { label: 'Settings', to: '/settings' }
const CUSTOMERS: MenuEntry = { label: 'Customers', to: '/customers' }
const TREASURY: MenuEntry = { label: 'Treasury', to: '/treasury' }
const PURCHASING: MenuEntry = { label: 'Purchasing', to: '/inventory' }
const INVOICING: MenuEntry = { label: 'Invoicing', to: '/sales' }
const EXPENSES: MenuEntry = { label: 'Expenses', to: '/expenses' }
const WAREHOUSE: MenuEntry = { label: 'Warehouse', to: '/warehouse' }
const REPORTS_GM: MenuEntry = { label: 'Tracking & Reports', to: '/gm-portal', also: '/reports_' }
const REPORTS_ASE: MenuEntry = { label: 'Tracking & Reports', to: '/ase-portal', also: '/reports_' }

/** Entries of each role, in the specification's order and words (section 6). */
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
  { label: 'Projects', to: '/admin-projects' },
  { label: 'Users', to: '/admin-users' },
]

/**
 * The side menu: Home, the role's entries, Settings (not for the administrator). Signout is a
 * question, not a link, and follows in the menu itself.
 */
export function menuOf(user: { isAdmin: boolean; role: Role | null }): MenuEntry[] {
  if (user.isAdmin) return [{ ...HOME, to: '/admin-home' }, ...ADMIN_ENTRIES]
  return [HOME, ...((user.role && ROLE_ENTRIES[user.role]) ?? []), SETTINGS]
}
