import { Menu as MenuIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useClosingPopover } from '~/ui/useClosesOnNavigation'

const ID = 'phone-menu'
/** Attributes of a button that opens the menu. */
export const OPENS_MENU = { type: 'button', popovertarget: ID } as const

/** Opens the menu on a tablet; a phone has a button in its bar. */
export function MenuButton() {
  return (
    <button
      {...OPENS_MENU}
      aria-label="Menu"
      className="flex size-10 items-center justify-center rounded-md hover:bg-sunken max-sm:hidden lg:hidden"
    >
      <MenuIcon aria-hidden className="size-5" />
    </button>
  )
}

/**
 * Holds the menu: beside the page, or on a phone as a drawer. The drawer is a popover, so that it opens without scripts.
 */
export function MenuFrame({ children }: { children: ReactNode }) {
  const frame = useClosingPopover<HTMLElement>()
  return (
    <aside ref={frame} id={ID} popover="auto" className="menu-frame lg:block print:hidden">
      <button
        {...OPENS_MENU}
        popovertargetaction="hide"
        aria-label="Close menu"
        className="absolute top-3 right-3 z-10 rounded-md p-2 text-menu-ink hover:bg-menu-here lg:hidden"
      >
        <X aria-hidden className="size-5" />
      </button>
      <div className="sticky top-0 flex flex-col overflow-y-auto lg:h-dvh">{children}</div>
    </aside>
  )
}
