import { useLocation } from '@remix-run/react'
import { Menu as MenuIcon, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

const ID = 'phone-menu'
const BUTTON = { type: 'button', popovertarget: ID } as const

/** Opens the menu on a phone. */
export function MenuButton() {
  return (
    <button
      {...BUTTON}
      aria-label="Menu"
      className="flex size-10 items-center justify-center rounded-md hover:bg-sunken lg:hidden"
    >
      <MenuIcon aria-hidden className="size-5" />
    </button>
  )
}

/**
 * Holds the menu: beside the page, or on a phone as a drawer. The drawer is a popover, so that it opens without scripts.
 */
export function MenuFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLElement>(null)
  const { key } = useLocation()
  // Navigation closes the drawer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation
  useEffect(() => {
    if (frame.current?.matches(':popover-open')) frame.current.hidePopover()
  }, [key])
  return (
    <aside ref={frame} id={ID} popover="auto" className="menu-frame lg:block print:hidden">
      <button
        {...BUTTON}
        popovertargetaction="hide"
        aria-label="Close menu"
        className="absolute top-3 right-3 rounded p-2 text-muted hover:bg-line/60 lg:hidden"
      >
        <X aria-hidden className="size-5" />
      </button>
      <div className="sticky top-0 flex flex-col overflow-y-auto lg:h-dvh">{children}</div>
    </aside>
  )
}
