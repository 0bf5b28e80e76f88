import { NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Destination } from '~/modules/navigation/destinations'
import { entersDocument } from '~/modules/navigation/place'
import { paths } from '~/paths'
import { Icon } from '~/ui/Icon'
import type { IconName } from '~/ui/icon-names'
import { MenuLink } from '~/ui/Menu'
import { useClosingPopover } from '~/ui/useClosesOnNavigation'
import { Count } from './CountLink'
import { OPENS_MENU } from './MenuFrame'

const NEW = 'phone-new'
const PLACE =
  'relative flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-xs text-muted aria-[current=page]:font-medium aria-[current=page]:text-accent'

interface Props {
  home: string
  destinations: readonly Destination[]
  /** True when documents can be found: the user is in a project. */
  searches: boolean
  /** The number of items that wait; null for a user without an inbox. */
  waiting: number | null
}

/** Shows the bar at the foot of a phone: Home, Search, New, Inbox and the menu. It works without scripts. */
export function PhoneBar({ home, destinations, searches, waiting }: Props) {
  const begin = destinations.filter(entersDocument)
  return (
    <nav
      aria-label="Shortcuts"
      className="fixed inset-x-0 bottom-0 z-30 flex h-(--bar) items-start border-t border-line bg-surface *:flex-1 sm:hidden print:hidden"
    >
      <Place to={home} icon="house" label="Home" />
      {searches ? <Place to={paths.search} icon="search" label="Search" /> : null}
      {begin.length > 0 ? <NewMenu items={begin} /> : null}
      {waiting === null ? null : (
        <Place to={paths.inbox.list} icon="inbox" label="Inbox">
          <Count count={waiting} className="top-1 left-1/2 ml-1" />
        </Place>
      )}
      <button {...OPENS_MENU} className={PLACE}>
        <Icon name="menu" className="size-5" />
        Menu
      </button>
    </nav>
  )
}

interface PlaceProps {
  to: string
  icon: IconName
  label: string
  children?: ReactNode
}

function Place({ to, icon, label, children }: PlaceProps) {
  return (
    <NavLink to={to} className={PLACE}>
      <Icon name={icon} className="size-5" />
      {label}
      {children}
    </NavLink>
  )
}

/** Lists what can be entered, above the bar. It is a popover, so that it opens without scripts. */
function NewMenu({ items }: { items: readonly Destination[] }) {
  const list = useClosingPopover<HTMLDivElement>()
  return (
    <div>
      <button type="button" popovertarget={NEW} className={PLACE}>
        <Icon name="plus" className="size-5" />
        New
      </button>
      <div
        ref={list}
        id={NEW}
        popover="auto"
        className="fixed inset-x-3 top-auto bottom-[calc(var(--bar)+0.5rem)] m-0 max-h-[70dvh] w-auto overflow-y-auto rounded-lg border border-line bg-surface p-1.5 shadow-float"
      >
        {items.map(({ label, to }) => (
          <MenuLink key={to} to={to}>
            {label}
          </MenuLink>
        ))}
      </div>
    </div>
  )
}
