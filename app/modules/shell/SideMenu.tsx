import { Link, useLocation } from '@remix-run/react'
import {
  Banknote,
  Boxes,
  ChartColumn,
  ChevronRight,
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
import type { MenuEntry, MenuItem } from '~/modules/navigation/menu'
import { itemsOf, placeOf } from '~/modules/navigation/place'
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
const CURRENT = 'bg-accent-soft text-accent'
const OTHER = 'text-muted hover:bg-line/60 hover:text-ink'

export interface MenuProps {
  menu: readonly MenuEntry[]
  /** The address of the company's logo. */
  logo: string | null
  company: string | undefined
}

/**
 * Shows the role's menu, headed by the company's logo if it has one. The entry of the place is open,
 * and the only entry of a role always; others open beside their name, without scripts too.
 */
export function SideMenu({ menu, logo, company }: MenuProps) {
  const { pathname } = useLocation()
  const { entry: current, item } = placeOf(menu, pathname)
  const opening = menu.filter(({ groups }) => groups.length > 0)
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
        {menu.map((entry) => (
          <Entry
            key={entry.to}
            entry={entry}
            current={entry === current}
            here={entry === current ? item : undefined}
            open={entry === current || opening.length === 1}
          />
        ))}
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

interface EntryProps {
  entry: MenuEntry
  current: boolean
  /** The screen of the entry that is open. */
  here: MenuItem | undefined
  open: boolean
}

function Entry({ entry, current, here, open }: EntryProps) {
  const { pathname } = useLocation()
  const Icon = ICONS[entry.label] ?? FileText
  const below = itemsOf(entry).length > 0
  return (
    <li className="relative">
      <Link
        to={entry.to}
        aria-current={current ? (entry.to === pathname ? 'page' : 'true') : undefined}
        className={cx(ITEM, below && 'pr-10', current ? CURRENT : OTHER)}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {entry.label}
      </Link>
      {below ? (
        <details open={open} className="group/entry">
          <summary
            aria-label={`Screens of ${entry.label}`}
            className="absolute top-0 right-0 flex size-9 list-none items-center justify-center rounded-md text-muted hover:bg-line/60 hover:text-ink"
          >
            <ChevronRight
              aria-hidden
              className="size-4 transition-transform group-open/entry:rotate-90"
            />
          </summary>
          {entry.groups.map(({ label, items }) =>
            label === null ? (
              <Items key="" items={items} here={here} />
            ) : (
              <details
                key={label}
                open={here !== undefined && items.includes(here)}
                className="group/part ml-5"
              >
                <summary className="flex min-h-8 list-none items-center justify-between rounded-md px-3 text-muted hover:bg-line/60 hover:text-ink max-lg:min-h-10">
                  {label}
                  <ChevronRight
                    aria-hidden
                    className="size-3.5 transition-transform group-open/part:rotate-90"
                  />
                </summary>
                <Items items={items} here={here} close />
              </details>
            ),
          )}
        </details>
      ) : null}
    </li>
  )
}

interface ItemsProps {
  items: readonly MenuItem[]
  here: MenuItem | undefined
  /** True below a group, which stands to the right of its entry already. */
  close?: boolean
}

function Items({ items, here, close }: ItemsProps) {
  const { pathname } = useLocation()
  return (
    <ul
      className={cx('my-0.5 flex flex-col border-l border-line pl-1.5', close ? 'ml-2.5' : 'ml-5')}
    >
      {items.map((item) => (
        <li key={item.to}>
          <Link
            to={item.to}
            aria-current={item === here ? (item.to === pathname ? 'page' : 'true') : undefined}
            className={cx(
              'flex min-h-8 items-center rounded-md px-2.5 py-1 max-lg:min-h-10',
              item === here ? `font-medium ${CURRENT}` : OTHER,
            )}
          >
            {item.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
