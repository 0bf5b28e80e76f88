import { useLocation } from '@remix-run/react'
import type { MenuEntry, MenuItem } from '~/modules/navigation/menu'
import { itemsOf, placeOf } from '~/modules/navigation/place'
import { paths } from '~/paths'
import { cx } from '~/ui/classes'
import { Icon } from '~/ui/Icon'
import { Logo } from '~/ui/Logo'
import { useFollow } from '~/ui/useFollow'
import { SignOut } from './SignOut'

interface Props {
  menu: readonly MenuEntry[]
  /** The address of the company's logo. */
  logo: string | null
  company: string | undefined
}

/**
 * Shows the role's menu, headed by the company's logo if it has one. The entry of the place is open,
 * and the only entry of a role always; others open beside their name, without scripts too.
 */
export function SideMenu({ menu, logo, company }: Props) {
  const { pathname } = useLocation()
  const { entry: current, item } = placeOf(menu, pathname)
  const follow = useFollow()
  const opening = menu.filter(({ groups }) => groups.length > 0)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <nav aria-label="Main" className="flex flex-1 flex-col gap-1 p-3" onClick={follow}>
      <a
        href={menu[0]?.to ?? paths.home}
        data-follow=""
        className={cx('mb-3 self-start rounded-md px-2 py-1.5', logo && 'bg-white')}
      >
        {logo ? (
          <img src={logo} alt={company ?? 'Home'} className="max-h-10 max-w-40 object-contain" />
        ) : (
          <Logo />
        )}
      </a>
      <ul className="flex flex-col gap-0.5">
        {menu.map((entry) => (
          <Entry
            key={entry.to}
            {...{ entry, pathname }}
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
        <span className="mt-auto px-2 pt-4 text-menu-ink">
          <Logo />
        </span>
      ) : null}
    </nav>
  )
}

interface EntryProps {
  entry: MenuEntry
  pathname: string
  current: boolean
  /** The screen of the entry that is open. */
  here: MenuItem | undefined
  open: boolean
}

function Entry({ entry, pathname, current, here, open }: EntryProps) {
  const below = itemsOf(entry).length > 0
  const { folds, groups } = entry
  return (
    <li className="relative">
      <a
        href={entry.to}
        data-follow=""
        aria-current={current ? (entry.to === pathname ? 'page' : 'true') : undefined}
        className={below ? 'menu-entry pr-8' : 'menu-entry'}
      >
        <Icon name={entry.icon} />
        {entry.label}
      </a>
      {below ? (
        <details open={open}>
          <summary
            aria-label={`Screens of ${entry.label}`}
            className="menu-group absolute top-0 right-0 h-9 w-8 justify-center"
          />
          {groups.map(({ label, items }) =>
            folds ? (
              <details
                key={label}
                open={here !== undefined && items.includes(here)}
                className="ml-2.5"
              >
                <summary className="menu-group min-h-8 justify-between px-3 max-lg:min-h-10">
                  {label}
                </summary>
                <Items {...{ label, items, here, pathname }} />
              </details>
            ) : (
              <div key={label} className="ml-2.5">
                {label === entry.label ? null : (
                  <p aria-hidden className="menu-heading">
                    {label}
                  </p>
                )}
                <Items {...{ label, items, here, pathname }} />
              </div>
            ),
          )}
        </details>
      ) : null}
    </li>
  )
}

interface ItemsProps {
  /** The subject of the screens. */
  label: string
  items: readonly MenuItem[]
  here: MenuItem | undefined
  pathname: string
}

function Items({ label, items, here, pathname }: ItemsProps) {
  return (
    <ul aria-label={label} className="my-0.5 flex flex-col">
      {items.map((item) => (
        <li key={item.to}>
          <a
            href={item.to}
            data-follow=""
            aria-current={item === here ? (item.to === pathname ? 'page' : 'true') : undefined}
            className="menu-item"
          >
            <Icon name={item.icon} />
            {item.label}
          </a>
        </li>
      ))}
    </ul>
  )
}
