import { useLocation, useNavigate } from '@remix-run/react'
import { Command, useCommandState } from 'cmdk'
import { Search, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Destination } from '~/modules/navigation/destinations'
import { matchOf } from '~/modules/navigation/match'
import { HIT_GROUPS, HIT_KINDS, stateText } from '~/modules/search/hits'
import { paths } from '~/paths'
import { cx } from '~/ui/classes'
import { Kbd } from '~/ui/Kbd'
import { useDocuments } from './useDocuments'

/** Prefix of the value of an item that the server found. Such an item is always shown. */
const FOUND = 'found '
/** The groups of screens in their order. */
const GROUPS = ['Screens', 'New', 'Reports'] as const
const BELOW_SCREENS = 0.2
const CHOSEN = '[cmdk-item][aria-selected=true]'

export interface PaletteProps {
  open: boolean
  destinations: readonly Destination[]
  /** True when documents are found too: the user is in a project. */
  searches: boolean
  onClose: () => void
}

/**
 * Lists the screens, and below them the documents that match the typed words. Typing narrows the
 * list, arrow keys move, Enter opens, Esc closes. The closed dialog stays in the page: removing it
 * would move the caret of the field that gets the focus back.
 */
export function PaletteDialog({ open, onClose, ...list }: PaletteProps) {
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
      aria-label="Search screens and documents"
      // Esc closes at once. The dialog's own close event counts only while the dialog is closed: it
      // comes a moment later, when a quick Ctrl-K may have opened the dialog again.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => event.currentTarget.open || onClose()}
      // A click outside the list closes the dialog.
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12dvh] mb-auto w-[calc(100%-2rem)] max-w-lg overflow-hidden rounded-lg border border-line bg-surface p-0 shadow-float"
    >
      {/* The key starts each opening with an empty list. */}
      {times > 0 ? <List key={times} {...list} onClose={onClose} /> : null}
    </dialog>
  )
}

function List({ destinations, searches, onClose }: Omit<PaletteProps, 'open'>) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const { hits, searching, failed } = useDocuments(typed, searches)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useLayoutEffect(() => input.current?.focus(), [])
  const go = (to: string) => {
    if (to === pathname) return onClose()
    // Closed, it gives the focus back; the keys go on within the screen that opens.
    input.current?.closest('dialog')?.close()
    document.getElementById('content')?.focus({ preventScroll: true })
    navigate(to)
  }
  return (
    <Command
      label="Search screens and documents"
      loop
      vimBindings={false}
      filter={scoreOf}
      // Enter opens the page of results when the answer has not arrived or failed.
      onKeyDown={(event) => {
        if (
          event.key === 'Enter' &&
          (searching || failed) &&
          !event.currentTarget.querySelector(CHOSEN)
        )
          go(`${paths.search}?${new URLSearchParams({ q: typed.trim() })}`)
      }}
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Command.Input
          ref={input}
          // The input is not controlled: cmdk would get a letter too late for an Enter right after
          // it.
          onValueChange={setTyped}
          // The search reads no more characters than this.
          maxLength={200}
          placeholder={searches ? 'Search screens, names and document numbers' : 'Search…'}
          className="min-h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        <button
          type="button"
          onClick={onClose}
          className="-mr-2 rounded-md p-2 text-muted hover:text-ink"
        >
          <span className="hidden sm:inline">
            <Kbd>Esc</Kbd>
          </span>
          <X aria-hidden className="size-5 sm:hidden" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <Results {...{ typed, searching, failed }}>
        {GROUPS.map((group) => (
          <Group
            key={group}
            name={group}
            items={destinations
              .filter((item) => item.group === group)
              .map(({ to, label, section = '', words }) => ({
                value: to,
                to,
                label,
                detail: section,
                words,
              }))}
            onGo={go}
          />
        ))}
        {HIT_GROUPS.map((kind) => (
          <Group
            key={kind}
            name={HIT_KINDS[kind].label}
            items={hits
              .filter((hit) => hit.kind === kind)
              .map(({ id, to, label, detail, state }) => ({
                value: `${FOUND}${kind} ${id}`,
                to,
                label,
                detail: [detail, stateText(state)].filter(Boolean).join(', '),
              }))}
            onGo={go}
          />
        ))}
      </Results>
    </Command>
  )
}

/** Returns how well an item matches. A new item has no keywords yet. */
function scoreOf(to: string, typed: string, keywords: string[] = []): number {
  const [label = '', section, words] = keywords
  return to.startsWith(FOUND) ? BELOW_SCREENS : matchOf(typed, label, section, words)
}

/** Hides an empty list box, which is not allowed, and shows the message beside it. */
function Results(props: {
  typed: string
  searching: boolean
  failed: boolean
  children: ReactNode
}) {
  const { typed, searching, failed, children } = props
  const none = useCommandState(({ filtered }) => filtered.count === 0)
  return (
    <>
      <Command.List
        label="Screens and documents"
        className={cx('max-h-[min(24rem,60dvh)] overflow-y-auto p-2', none && 'hidden')}
      >
        {children}
      </Command.List>
      <p
        role="status"
        className={cx('px-3 text-center text-muted', none ? 'not-empty:py-10' : 'not-empty:py-3')}
      >
        {failed
          ? 'The search did not respond. Keep typing, or press Enter, to try again.'
          : none
            ? searching
              ? 'Searching…'
              : `No results for “${typed.trim()}”.`
            : null}
      </p>
    </>
  )
}

interface GroupProps {
  name: string
  items: readonly { value: string; to: string; label: string; detail: string; words?: string }[]
  onGo: (to: string) => void
}

function Group({ name, items, onGo }: GroupProps) {
  if (items.length === 0) return null
  return (
    <Command.Group
      heading={name}
      className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2.5 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-muted"
    >
      {items.map(({ value, to, label, detail, words = '' }) => (
        <Command.Item
          key={value}
          value={value}
          keywords={[label, detail, words]}
          onSelect={() => onGo(to)}
          className="flex min-h-10 items-center justify-between gap-4 rounded-md px-3 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent"
        >
          <span className="min-w-0 shrink-0 max-w-[65%] truncate">{label}</span>
          {detail ? <span className="min-w-0 truncate text-xs text-muted">{detail}</span> : null}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
