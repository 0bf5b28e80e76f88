import { useFetcher, useLocation } from '@remix-run/react'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { paths } from '~/paths'
import { HelpContent } from './HelpContent'
import type { loader } from './help.route'

/** Shows the help of the page above it, so that what is typed there stays. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const { data, load } = useFetcher<typeof loader>()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    load(paths.helpOf(pathname))
  }, [load, pathname])
  return (
    <dialog
      ref={dialog}
      aria-label="Help"
      onClose={onClose}
      className="m-auto max-h-[85dvh] w-full max-w-3xl overflow-y-auto rounded-lg border border-line bg-surface p-5 text-ink shadow-float backdrop:bg-black/40"
    >
      <button
        type="button"
        aria-label="Close"
        onClick={() => dialog.current?.close()}
        className="float-right -mt-1 -mr-1 rounded-md p-2 text-muted hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
      {data ? <HelpContent {...data} /> : <p className="text-muted">Loading…</p>}
    </dialog>
  )
}
