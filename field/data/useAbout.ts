import { useLiveQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import { useData } from './database'

/**
 * Reads what a form is about. A refresh may take it off the phone; a form that is open keeps what it has read last, so that
 * what is being written can still be saved, and the office decides.
 *
 * @param about tells what it is about from all else, such as the id of a customer.
 * @returns undefined until the phone has looked, null where it is not there.
 */
export function useAbout<T>(about: string, read: () => Promise<T | null>): T | null | undefined {
  const { db } = useData()
  const last = useRef<{ about: string; found: T } | null>(null)
  const looked = useLiveQuery(async () => ({ about, found: await read() }), [db, about])
  if (looked?.about !== about) return undefined
  if (looked.found) last.current = { about, found: looked.found }
  return last.current?.about === about ? last.current.found : looked.found
}
