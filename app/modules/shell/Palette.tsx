import { Link } from '@remix-run/react'
import { Search } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { Destination } from '~/modules/navigation/destinations'
import { paths } from '~/paths'
import { Kbd } from '~/ui/Kbd'
import type { PaletteProps } from './PaletteDialog'

interface Props {
  destinations: readonly Destination[]
  /** True when the palette finds documents too. */
  searches: boolean
  /** True when the user's keyboard has ⌘ instead of Ctrl. */
  mac: boolean
}

/**
 * Opens the palette by Ctrl-K, ⌘K or the button in the top bar: to any screen by a few letters, to
 * any document by its number or name; and the help of the page by `?`. Both dialogs are loaded on first use, so that they
 * are no part of a page's first load.
 */
export function Palette({ destinations, searches, mac }: Props) {
  const [Dialog, setDialog] = useState<ComponentType<PaletteProps> | null>(null)
  const [Help, setHelp] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const show = useCallback(() => {
    // The palette must not cover a dialog that waits for an answer.
    if (document.querySelector('dialog:modal')) return
    setOpen(true)
    import('./PaletteDialog').then(
      (loaded) => setDialog(() => loaded.PaletteDialog),
      (error) => {
        setOpen(false)
        console.info('The palette could not be loaded.', error)
      },
    )
  }, [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key === '?' &&
        !(event.target as Element).closest('input, select, textarea, dialog')
      )
        import('./help/HelpDialog').then((loaded) => setHelp(() => loaded.HelpDialog), console.info)
      const command = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!command || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (event.repeat) return
      if (open) close()
      else show()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open, close, show])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={mac ? 'Meta+K' : 'Control+K'}
        onClick={show}
        className="scripted-only flex size-10 shrink-0 items-center justify-center gap-2 rounded-md text-muted hover:bg-sunken hover:text-ink max-sm:hidden md:size-auto md:min-h-8 md:border md:border-line md:px-2.5"
      >
        <Search aria-hidden className="size-5 md:size-4" />
        <span className="sr-only md:not-sr-only">Search</span>
        <span className="sr-only">screens and documents</span>
        <span className="hidden md:inline">
          <Kbd>{mac ? '⌘K' : 'Ctrl K'}</Kbd>
        </span>
      </button>
      {searches ? (
        <Link
          to={paths.search}
          className="scriptless-only max-sm:hidden px-2 py-2 font-medium text-accent"
        >
          Search
        </Link>
      ) : null}
      {Help ? <Help onClose={() => setHelp(null)} /> : null}
      {Dialog ? <Dialog {...{ open, destinations, searches }} onClose={close} /> : null}
    </>
  )
}
