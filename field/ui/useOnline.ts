import { useSyncExternalStore } from 'react'

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Tells whether the phone has a line, as far as the browser knows. */
export const useOnline = () => useSyncExternalStore(listen, () => navigator.onLine)
