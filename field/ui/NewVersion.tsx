import { useSyncExternalStore } from 'react'
import { isVersionWaiting, onVersion, reloadNow } from '../update'
import { Button } from './controls'

/** Says that a new version waits for input that is not on the phone, and offers to give that up. */
export function NewVersion() {
  const waits = useSyncExternalStore(onVersion, isVersionWaiting)
  if (!waits) return null
  return (
    <div role="status" className="rounded-md bg-info-soft px-3 py-2 text-sm text-info">
      <p>A new version is here. It waits until what you have entered is saved.</p>
      <Button wide className="mt-2" onClick={reloadNow}>
        Reload without saving
      </Button>
    </div>
  )
}
