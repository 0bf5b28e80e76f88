import { Link, useLocation } from '@remix-run/react'
import {
  Banknote,
  Boxes,
  ChartColumn,
  FileText,
  FolderKanban,
  House,
  type LucideIcon,
  Receipt,
  Settings,
  Store,
  Users,
  Warehouse,
} from 'lucide-react'
import { activeEntry } from '~/modules/navigation/destinations'
import type { MenuEntry } from '~/modules/navigation/menu'
import { paths } from '~/paths'
import { cx } from '~/ui/classes'
import { Logo } from '~/ui/Logo'
import { SignOut } from './SignOut'

const ICONS: Record<string, LucideIcon> = {
  Home: House,
  Customers: Store,
  Treasury: Banknote,
  Purchasing: Boxes,
  Invoicing: FileText,
  Expenses: Receipt,
  Warehouse,
  'Tracking & Reports': ChartColumn,
  Projects: FolderKanban,
  Users,
  Settings,
}

const ITEM = 'flex w-full items-center gap-2.5 rounded-md px-3 py-2 text-left font-medium'

export interface MenuProps {
  menu: readonly MenuEntry[]
  /** The address of the company's logo. */
  logo: string | null
  company: string | undefined
}

/** Shows the role's menu, headed by the company's logo if it has one. */
export function SideMenu({ menu, logo, company }: MenuProps) {
  const { pathname } = useLocation()
  const current = activeEntry(menu, pathname)?.to
  return (
    <nav aria-label="Main" className="flex flex-1 flex-col gap-1 p-3">
      <Link to={menu[0]?.to ?? paths.home} className="mb-3 self-start rounded px-2 py-1.5">
        {logo ? (
          <img src={logo} alt={company ?? 'Home'} className="max-h-10 max-w-40 object-contain" />
        ) : (
          <Logo />
        )}
      </Link>
      <ul className="flex flex-col gap-0.5">
        {menu.map(({ label, to }) => {
          const Icon = ICONS[label] ?? FileText
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === current ? (to === pathname ? 'page' : 'true') : undefined}
                className={cx(
                  ITEM,
                  to === current
                    ? 'bg-accent-soft text-accent'
                    : 'text-muted hover:bg-line/60 hover:text-ink',
                )}
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {label}
              </Link>
            </li>
          )
        })}
        <li>
          <SignOut />
        </li>
      </ul>
      {logo ? (
        <span className="mt-auto px-2 pt-4 text-muted">
          <Logo />
        </span>
      ) : null}
    </nav>
  )
}
