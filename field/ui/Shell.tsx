import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { FieldRole } from '~/platform/field/answers'
import { countRefused } from '../data/acts'
import { useData } from '../data/database'
import { useSession } from '../session'
import { Icon, type IconName } from './Icon'
import { NewVersion } from './NewVersion'
import { useOnline } from './useOnline'

const PLACES: readonly { to: string; label: string; icon: IconName }[] = [
  { to: '/', label: 'Today', icon: 'today' },
  { to: '/customers', label: 'Customers', icon: 'customers' },
  { to: '/products', label: 'Products', icon: 'products' },
  { to: '/acts', label: 'Acts', icon: 'acts' },
  { to: '/approvals', label: 'Approvals', icon: 'approvals' },
  { to: '/more', label: 'More', icon: 'more' },
]

/** Agents and collectors write; managers approve; collectors have no products. */
function isFor(place: string, role: FieldRole): boolean {
  if (place === '/acts') return role !== 'Manager'
  if (place === '/approvals') return role === 'Manager'
  return place !== '/products' || role !== 'Collector'
}

interface Props {
  title: string
  /** The address of the screen that this one is a part of. */
  back?: string
  children: ReactNode
}

/** Lays out a screen: where one is above, the places that a thumb reaches below. */
export function Shell({ title, back, children }: Props) {
  const { company, signedIn } = useSession()
  const online = useOnline()
  const [here] = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-10 bg-menu px-4 pt-[max(0.5rem,env(safe-area-inset-top))] pb-2 text-menu-ink">
        <div className="flex items-center justify-between gap-3 text-sm">
          <span className="truncate">{company.name}</span>
          {online ? null : (
            <span role="status" className="shrink-0 rounded-md bg-gold px-2 text-on-gold">
              Offline
            </span>
          )}
        </div>
        <div className="flex items-center gap-2">
          {back === undefined ? null : (
            <Link
              to={back}
              className="-ml-3 inline-flex min-h-12 items-center px-3 text-base underline"
            >
              Back
            </Link>
          )}
          <h1 className="truncate text-xl font-semibold">{title}</h1>
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-3 p-3 pb-24">
        {signedIn ? null : <SignedOut />}
        <NewVersion />
        {children}
      </main>
      <nav
        aria-label="Places"
        className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
      >
        <ul className="mx-auto flex max-w-xl">
          {PLACES.filter(({ to }) => isFor(to, company.role)).map(({ to, label, icon }) => {
            const current = to === '/' ? here === '/' : here.startsWith(to)
            return (
              <li key={to} className="flex-1">
                <Link
                  to={to}
                  aria-current={current ? 'page' : undefined}
                  className={`flex min-h-14 flex-col items-center justify-center text-xs ${current ? 'font-semibold text-accent' : 'text-muted'}`}
                >
                  <span className="relative">
                    <Icon name={icon} />
                    {to === '/acts' ? <RefusedCount /> : null}
                  </span>
                  {label}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
    </div>
  )
}

/** The number of refused acts beside the icon of the place where they are corrected. */
function RefusedCount() {
  const { db } = useData()
  const refused = useLiveQuery(() => countRefused(db), [db])
  if (!refused) return null
  return (
    <span className="figures absolute -top-1 left-3 rounded-full bg-danger px-1 font-semibold text-surface">
      {refused}
      <span className="sr-only"> rejected, </span>
    </span>
  )
}

function SignedOut() {
  return (
    <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      Your session has ended. What is on this phone stays here.{' '}
      <Link to="/sign-in" className="inline-flex min-h-11 items-center font-medium underline">
        Sign in to send and refresh
      </Link>
    </p>
  )
}
