import { useLocation } from '@remix-run/react'
import { Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type MenuProps, SideMenu } from './SideMenu'

const ID = 'phone-menu'

/** Shows the side menu as a drawer. It is a popover, so that it opens without scripts. */
export function PhoneMenu(props: MenuProps) {
  const drawer = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // Navigation closes the drawer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation
  useEffect(() => {
    if (drawer.current?.matches(':popover-open')) drawer.current.hidePopover()
  }, [key])
  return (
    <div className="lg:hidden">
      <button
        type="button"
        popovertarget={ID}
        aria-label="Menu"
        className="flex size-10 items-center justify-center rounded-md hover:bg-sunken"
      >
        <MenuIcon aria-hidden className="size-5" />
      </button>
      <div
        ref={drawer}
        id={ID}
        popover="auto"
        className="fixed inset-y-0 left-0 m-0 h-dvh w-72 max-w-[85vw] overflow-y-auto border-r border-line bg-sunken shadow-float"
      >
        <button
          type="button"
          popovertarget={ID}
          popovertargetaction="hide"
          aria-label="Close menu"
          className="absolute top-3 right-3 rounded p-2 text-muted hover:bg-line/60"
        >
          <X aria-hidden className="size-5" />
        </button>
        <SideMenu {...props} />
      </div>
    </div>
  )
}
