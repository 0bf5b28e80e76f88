import { useEffect, useState } from 'react'
import { watchForms } from '~/platform/browser/edited-forms'
import { checkVersion, decline } from '~/platform/browser/version-check'
import { Button } from './Button'

const LONG_MS = 30 * 60_000

/**
 * Checks for a new version when the page loads (signed in, signed out) and when the tab is visible
 * again after a long time. Unsaved input is never discarded without a question.
 */
export function VersionWatch() {
  const [waiting, setWaiting] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    let checkedAt = 0
    const check = async () => {
      checkedAt = Date.now()
      const found = await checkVersion()
      if (gone || !found) return
      if (found.reload === 'now') window.location.reload()
      else setWaiting(found.version)
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - checkedAt > LONG_MS) check()
    }
    const stopWatching = watchForms()
    document.addEventListener('visibilitychange', onVisible)
    check()
    return () => {
      gone = true
      stopWatching()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])
  const later = (version: string) => {
    decline(version)
    setWaiting(null)
  }
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-16 z-40 flex justify-center print:hidden"
    >
      {waiting ? (
        <div className="pointer-events-auto flex max-w-lg flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 shadow-float">
          <p className="min-w-48 flex-1">
            A new version of Kalakal is available. Reloading discards unsaved entries.
          </p>
          <div className="flex gap-2">
            <Button variant="primary" size="sm" onClick={() => window.location.reload()}>
              Reload now
            </Button>
            <Button size="sm" onClick={() => later(waiting)}>
              Later
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  )
}
