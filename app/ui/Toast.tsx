import { Link } from '@remix-run/react'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cx } from './classes'

interface Message {
  tone: 'success' | 'info' | 'danger'
  text: string
  /** The page of what the message is about. */
  link?: string
}

const ICONS = { success: CircleCheck, info: Info, danger: CircleAlert }
const TONES = { success: 'text-ok', info: 'text-info', danger: 'text-danger' }
const STAY_MS = 6000
/** A link is to be reached by key too. */
const LINK_STAYS_MS = 20_000

/**
 * Shows a message that comes with a page and disappears on its own; an error stays until dismissed.
 */
export function Toast({ message }: { message: Message | null }) {
  const [dismissed, dismiss] = useState<Message | null>(null)
  useEffect(() => {
    if (!message || message.tone === 'danger') return
    const timer = setTimeout(() => dismiss(message), message.link ? LINK_STAYS_MS : STAY_MS)
    return () => clearTimeout(timer)
  }, [message])
  const Icon = ICONS[message?.tone ?? 'info']
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--bar)+1rem)] z-40 flex justify-center sm:justify-end print:hidden"
    >
      {message && message !== dismissed ? (
        <div className="pointer-events-auto flex max-w-md items-start gap-2.5 rounded-lg border border-line bg-surface px-4 py-3 shadow-float">
          <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', TONES[message.tone])} />
          <p className="min-w-0">
            {message.text}
            {message.link ? (
              <Link to={message.link} className="ml-2 font-medium text-accent hover:underline">
                Open
              </Link>
            ) : null}
          </p>
          <button
            type="button"
            aria-label="Dismiss message"
            onClick={() => dismiss(message)}
            className="scripted-only -mr-1.5 rounded-md p-1 text-muted hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </div>
      ) : null}
    </div>
  )
}
