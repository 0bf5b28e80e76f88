import { paths } from '~/paths'
import type { Permission, Role } from '~/platform/access/permissions'
import type { IconName } from '~/ui/icon-names'
import { iconOf } from './icons'
import { NAV_ITEMS, opens } from './nav-items'
import { bySubject, type Section, screensOf } from './sections'
import { SUB_NAV_ITEMS } from './sub-nav-items'

/** A screen below an entry of the menu. */
export interface MenuItem {
  label: string
  to: string
  icon: IconName
  /** The address above the screen's documents, where it is another one than the screen's. */
  root?: string
}

export interface MenuEntry {
  label: string
  to: string
  icon: IconName
  /** The screens of the entry, by subject. */
  groups: readonly MenuGroup[]
  /** True for an entry with so many screens that each group opens on its own. */
  folds: boolean
}

interface MenuGroup {
  label: string
  items: readonly MenuItem[]
}

export interface MenuReader {
  isAdmin: boolean
  role: Role | null
  permissions: readonly Permission[]
}

/** An entry as the roles have it: for one subject, or with a group for each of several. */
interface Plan {
  label: string
  to: string
  section?: Section
  sections?: readonly Section[]
}

const HOME: Plan = { label: 'Home', to: paths.home }
const SETTINGS: Plan = { label: 'Settings', to: paths.settings.page }
const CUSTOMERS: Plan = { label: 'Customers', to: paths.customers.index, section: 'customers' }
const TREASURY: Plan = { label: 'Treasury', to: paths.treasury.index, section: 'treasury' }
const PURCHASING: Plan = { label: 'Purchasing', to: paths.inventory.index, section: 'stock' }
const INVOICING: Plan = { label: 'Invoicing', to: paths.sales.index, section: 'sales' }
const EXPENSES: Plan = { label: 'Expenses', to: paths.expenses.index, section: 'expenses' }
const WAREHOUSE: Plan = { label: 'Warehouse', to: paths.warehouse.index, section: 'warehouse' }
const TRACKING = {
  label: 'Tracking & Reports',
  sections: ['sales', 'stock', 'customers', 'treasury', 'expenses', 'reports', 'control'],
} as const
const REPORTS_GM: Plan = { ...TRACKING, to: paths.portals.generalManager }
const REPORTS_ASE: Plan = { ...TRACKING, to: paths.portals.ase }

/** The headings of the subjects. */
const GROUP_LABELS: Readonly<Record<Section, string>> = {
  sales: 'Sales',
  stock: 'Stock',
  warehouse: 'Warehouse',
  customers: 'Customers',
  treasury: 'Treasury',
  expenses: 'Expenses',
  reports: 'Reports',
  control: 'Control',
}

/** Lists the menu entries of each role. Their order and labels are fixed. */
const ROLE_ENTRIES: Partial<Record<Role, readonly Plan[]>> = {
  ASE: [REPORTS_ASE],
  'General Manager': [REPORTS_GM],
  Owner: [REPORTS_GM],
  'finance admin': [CUSTOMERS, TREASURY],
  'sales admin': [PURCHASING],
  'invoice admin': [INVOICING],
  'expenses and disbursements': [EXPENSES],
  warehouse: [WAREHOUSE],
  'special access 1': [INVOICING, PURCHASING, CUSTOMERS, TREASURY, WAREHOUSE],
  'one-person office': [
    INVOICING,
    PURCHASING,
    CUSTOMERS,
    TREASURY,
    EXPENSES,
    WAREHOUSE,
    // The other subjects have entries of their own.
    { ...REPORTS_GM, sections: ['reports', 'control'] },
  ],
}

const ADMIN_ENTRIES: readonly Plan[] = [
  { ...HOME, to: paths.admin.home },
  { label: 'Projects', to: paths.admin.projects },
  { label: 'Users', to: paths.admin.users },
  { ...SETTINGS, to: paths.admin.settings },
]

/**
 * Returns the side menu: Home, the role's entries with the screens that the permissions open, and
 * Settings. The menu itself adds Signout, which is a question and not a
 * link.
 */
export function menuOf({ isAdmin, role, permissions }: MenuReader): MenuEntry[] {
  const plans = isAdmin ? ADMIN_ENTRIES : [HOME, ...((role && ROLE_ENTRIES[role]) ?? []), SETTINGS]
  const screens = screensOf(plans.flatMap(sectionsOf))
  const all = new Map([...NAV_ITEMS, ...SUB_NAV_ITEMS].map((item) => [item.to, item]))
  const itemsAt = (addresses: readonly string[]) =>
    addresses.flatMap((address) => {
      const item = all.get(address)
      if (!item || !opens(item, permissions)) return []
      const { label, to, root } = item
      return { label, to, icon: iconOf(to), ...(root ? { root } : {}) }
    })
  return plans.map((plan) => ({
    label: plan.label,
    to: plan.to,
    icon: iconOf(plan.to),
    folds: plan.sections !== undefined,
    groups: (plan.sections
      ? plan.sections.map((section) => ({ section, addresses: screens.get(section) ?? [] }))
      : plan.section
        ? bySubject(plan.section, screens.get(plan.section) ?? [])
        : []
    )
      .map(({ section, addresses }) => ({
        label: GROUP_LABELS[section],
        items: itemsAt(addresses),
      }))
      .filter(({ items }) => items.length > 0),
  }))
}

const sectionsOf = ({ section, sections }: Plan): readonly Section[] =>
  sections ?? (section ? [section] : [])
