import { useLiveQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useData } from './database'
import type { Act } from './written'

/**
 * Reads what a form is about. A refresh may take it off the phone; a form that is open keeps what it has read last, so that
 * what is being written can still be saved, and the office decides.
 *
 * @param about tells what it is about from all else, such as the id of a customer.
 * @param read is given the act that the form corrects, which says what it is about after that has left the phone.
 * @returns undefined until the phone has looked, null where it is not there.
 */
export function useAbout<T>(
  about: string,
  read: (corrected: Act | undefined) => Promise<T | null>,
): T | null | undefined {
  const { db } = useData()
  const [search] = useSearchParams()
  const key = search.get('act') ?? ''
  const last = useRef<{ about: string; found: T } | null>(null)
  const looked = useLiveQuery(async () => {
    const act = await db.acts.get(key)
    return { about, found: await read(act?.state === 'refused' ? act : undefined) }
  }, [db, about, key])
  if (looked?.about !== about) return undefined
  if (looked.found) last.current = { about, found: looked.found }
  return last.current?.about === about ? last.current.found : looked.found
}
