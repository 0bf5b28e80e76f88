import { NavLink, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { cx } from './classes'

interface Tab {
  label: string
  to: string
  end?: boolean
  /** The number of items that wait under the tab. */
  count?: number
  /** True for the current tab, for tabs that differ in the query string only. */
  current?: boolean
}

/** Links to related screens; the list scrolls sideways on a phone. */
export function Tabs({ label, items }: { label: string; items: readonly Tab[] }) {
  const box = useRef<HTMLElement>(null)
  const { key } = useLocation()
  // The current tab may be outside of a phone's screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation
  useEffect(() => {
    const current = box.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (!box.current || !current) return
    box.current.scrollLeft = current.offsetLeft + current.offsetWidth - box.current.clientWidth
  }, [key])
  return (
    <nav
      ref={box}
      aria-label={label}
      className="fades relative mb-1 min-w-0 overflow-x-auto print:hidden"
    >
      <ul className={cx('flex', items.length <= 9 && 'gap-0.5')}>
        {items.map((item) => (
          <li key={item.to}>
            <NavLink
              to={item.to}
              end={item.end}
              aria-current={item.current === false ? 'false' : 'page'}
              className={({ isActive }) =>
                cx(
                  'flex min-h-10 items-center border-b-2 font-medium whitespace-nowrap sm:min-h-9',
                  // Many tabs stand closer, so that they fit beside the title.
                  items.length > 9 ? 'px-2 sm:px-1' : items.length > 8 ? 'px-2 sm:px-1.5' : 'px-2',
                  (item.current ?? isActive)
                    ? 'border-accent text-accent'
                    : 'border-transparent text-muted hover:text-ink',
                )
              }
            >
              {item.label}
              {item.count === undefined ? null : (
                <span className="figures ml-1.5 rounded-full bg-sunken px-1.5 py-0.5 text-xs">
                  {item.count}
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
