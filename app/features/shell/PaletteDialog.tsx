import { useLocation, useNavigate } from '@remix-run/react'
import { Command, useCommandState } from 'cmdk'
import { Search, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '~/ui/classes'
import { Kbd } from '~/ui/Kbd'
import { type Destination, GROUPS } from './destinations'
import { matchOf } from './match'

export interface PaletteProps {
  open: boolean
  destinations: readonly Destination[]
  onClose: () => void
}

/**
 * The list of screens over the page: typing narrows it, arrows move, Enter goes, Esc leaves. The
 * dialog stays in the page when it is closed: taken out, it would take the cursor of the field that
 * gets its focus back along.
 */
export function PaletteDialog({ open, destinations, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [times, setTimes] = useState(0)
  useLayoutEffect(() => {
    if (!open) return dialog.current?.close()
    dialog.current?.showModal()
    setTimes((before) => before + 1)
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-label="Go to a screen"
      // Esc counts at once, and the dialog's own event only while it is closed: that one comes a moment
      // later, when a quick Ctrl-K may have opened it again.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => event.currentTarget.open || onClose()}
      // A click beside the list.
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12dvh] mb-auto w-[calc(100%-2rem)] max-w-lg overflow-hidden rounded-xl border border-line bg-surface p-0 shadow-float"
    >
      {/* Each time from the beginning. */}
      {times > 0 ? <List key={times} destinations={destinations} onClose={onClose} /> : null}
    </dialog>
  )
}

function List({ destinations, onClose }: Omit<PaletteProps, 'open'>) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useLayoutEffect(() => input.current?.focus(), [])
  const go = (to: string) => {
    onClose()
    if (to !== pathname) navigate(to)
  }
  return (
    <Command
      label="Go to a screen"
      loop
      vimBindings={false}
      filter={(_to, search, keywords) => matchOf(search, ...(keywords as [string, string]))}
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Command.Input
          ref={input}
          // Not controlled: cmdk would hear of a letter too late for an Enter right after it.
          onValueChange={setTyped}
          placeholder="Go to…"
          className="min-h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        <button
          type="button"
          onClick={onClose}
          className="-mr-2 rounded p-2 text-muted hover:text-ink"
        >
          <span className="hidden sm:inline">
            <Kbd>Esc</Kbd>
          </span>
          <X aria-hidden className="size-5 sm:hidden" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <Results typed={typed}>
        {GROUPS.map((group) => (
          <Group key={group} name={group} places={destinations} onGo={go} />
        ))}
      </Results>
    </Command>
  )
}

/** A list box without a choice would be none: what says so stands beside it. */
function Results({ typed, children }: { typed: string; children: ReactNode }) {
  const none = useCommandState(({ filtered }) => filtered.count === 0)
  return (
    <>
      <Command.List
        label="Screens"
        className={cx('max-h-[min(24rem,60dvh)] overflow-y-auto p-2', none && 'hidden')}
      >
        {children}
      </Command.List>
      <p role="status" className="px-3 text-center text-muted not-empty:py-10">
        {none ? `Nothing matches “${typed.trim()}”.` : null}
      </p>
    </>
  )
}

interface GroupProps {
  name: Destination['group']
  places: readonly Destination[]
  onGo: (to: string) => void
}

function Group({ name, places, onGo }: GroupProps) {
  const here = places.filter(({ group }) => group === name)
  if (here.length === 0) return null
  return (
    <Command.Group
      heading={name}
      className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2.5 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-muted"
    >
      {here.map(({ label, to, section = '' }) => (
        <Command.Item
          key={to}
          value={to}
          keywords={[label, section]}
          onSelect={() => onGo(to)}
          className="flex min-h-10 items-center justify-between gap-4 rounded-md px-3 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent"
        >
          {label}
          {section ? <span className="text-xs text-muted">{section}</span> : null}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
