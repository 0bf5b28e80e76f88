import { useCallback, useEffect, useState } from 'react'
import { call, isSignedOut, Offline, Refusal } from '../api'
import { useSession } from '../session'

/** An answer that only the office has, and that no copy replaces. */
export type Asked<T> = 'asking' | 'offline' | { refused: string } | { answer: T }

/** Asks the office when a screen opens, when the phone has a line again, and when it is told to. */
export function useOffice<T>(name: string): [Asked<T>, () => Promise<void>] {
  const { company, noteSignedOut } = useSession()
  const [asked, setAsked] = useState<Asked<T>>('asking')
  const ask = useCallback(async () => {
    try {
      setAsked({ answer: await call<T>(name, { project: company.id }) })
    } catch (error) {
      if (isSignedOut(error)) noteSignedOut()
      if (error instanceof Refusal && !isSignedOut(error)) setAsked({ refused: error.message })
      else if (error instanceof Offline || isSignedOut(error)) setAsked('offline')
      else throw error
    }
  }, [name, company.id, noteSignedOut])
  useEffect(() => {
    void ask()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [ask])
  return [asked, ask]
}
