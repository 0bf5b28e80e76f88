import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isSignedOut, Offline, Refusal } from '../api'
import { useSession } from '../session'
import { sendActs, unsent } from './acts'
import { refreshBought } from './bought'
import { PersonDatabase } from './copy'
import { sendPhotos } from './photos'
import { refreshCopy, tellWaiting } from './refresh'

/** The outcome of the last refresh. */
type Progress = 'working' | 'done' | 'offline' | { refused: string }

interface Data {
  db: PersonDatabase
  progress: Progress
  /** Sends what the office does not have, and then refreshes the copy. */
  sync(): Promise<void>
  /** Waits until the office is asked nothing more. */
  rest(): Promise<unknown>
}

const Current = createContext<Data | null>(null)

/** Returns what this phone keeps for the person in the company. */
export function useData(): Data {
  const data = useContext(Current)
  if (!data) throw new Error('No company is open.')
  return data
}

/** A copy of this age is refreshed when the app is looked at again; what waits is sent in any case. */
const OLD_MS = 5 * 60_000

/**
 * Pauses in seconds after which an office that was not reached is tried again while the app is looked at; the last one repeats.
 * A poor line does not tell that it is back.
 */
const PAUSES = [15, 30, 60, 120, 300]

/** Opens the database of the person in the company, and keeps its copy fresh while the phone has a line. */
export function DataProvider({ children }: { children: ReactNode }) {
  const { person, company, signedIn, noteSignedOut } = useSession()
  const db = useMemo(() => new PersonDatabase(person.id, company.id), [person.id, company.id])
  const [progress, setProgress] = useState<Progress>('working')

  const run = useCallback(async () => {
    setProgress('working')
    try {
      await tellWaiting(db, company.id)
      await sendActs(db, company.id)
      await refreshCopy(db, company.id)
      if (company.role === 'Agent') await refreshBought(db, company.id)
      await sendPhotos(db, company.id)
      setProgress('done')
    } catch (error) {
      if (isSignedOut(error)) noteSignedOut()
      if (error instanceof Refusal && !isSignedOut(error)) setProgress({ refused: error.message })
      else if (error instanceof Offline || isSignedOut(error)) setProgress('offline')
      else {
        setProgress({ refused: 'The storage of this phone is full or not available.' })
        throw error
      }
    }
  }, [db, company.id, company.role, noteSignedOut])

  const running = useRef<Promise<unknown>>(Promise.resolve())
  const sync = useCallback(() => {
    const work = run()
    running.current = Promise.allSettled([running.current, work])
    return work
  }, [run])
  const rest = useCallback(() => running.current, [])

  useEffect(() => {
    // Browsers delete what is stored when the phone is full, unless it is asked for; More says what they answer.
    navigator.storage?.persist?.().catch(() => {})
  }, [])

  const last = useRef(Date.now())
  const again = useCallback(async () => {
    if (document.visibilityState !== 'visible') return
    const isOld = Date.now() - last.current >= OLD_MS
    if (!isOld && (await unsent(db)).waiting === 0) return
    last.current = Date.now()
    void sync()
  }, [sync, db])

  const tries = useRef(0)
  useEffect(() => {
    if (progress === 'done') tries.current = 0
    if (progress !== 'offline' || !signedIn) return
    const pause = PAUSES[Math.min(tries.current++, PAUSES.length - 1)]!
    const timer = setTimeout(again, pause * 1000)
    return () => clearTimeout(timer)
  }, [progress, signedIn, again])

  useEffect(() => {
    void sync()
    window.addEventListener('online', sync)
    document.addEventListener('visibilitychange', again)
    return () => {
      window.removeEventListener('online', sync)
      document.removeEventListener('visibilitychange', again)
    }
  }, [sync, again])

  return <Current.Provider value={{ db, progress, sync, rest }}>{children}</Current.Provider>
}
