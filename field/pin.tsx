import { useLiveQuery } from 'dexie-react-hooks'
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react'
import type { Pin } from './data/phone'
import { pinOf } from './data/pin'
import { useSession } from './session'

/** A phone that nobody has touched for so long is locked. */
const IDLE_MS = 5 * 60_000
const LOOK_MS = 10_000

interface Gate {
  /** The PIN of the person; null without one. */
  pin: Pin | null
  lock(): void
}

const Current = createContext<Gate | null>(null)

export function usePin(): Gate {
  const gate = useContext(Current)
  if (!gate) throw new Error('Nobody works here.')
  return gate
}

interface Props {
  /** Shown in place of the screens while they are locked. */
  Locked: ComponentType<{ pin: Pin; unlock(): void }>
  children: ReactNode
}

/**
 * Locks the screens of a person with a PIN: when the app is opened, and when nobody has touched the phone for a while. Screens
 * that were open stay as they are, so that nothing typed is lost.
 */
export function PinGate({ Locked, children }: Props) {
  const { person } = useSession()
  const pin = useLiveQuery(() => pinOf(person.id), [person.id])
  const [locked, setLocked] = useState(true)
  const [opened, setOpened] = useState(false)
  const known = pin !== undefined
  const hasPin = Boolean(pin)
  const isLocked = hasPin && locked

  useEffect(() => {
    // A person without a PIN works; one that is set now locks later.
    if (!known || isLocked) return
    setLocked(false)
    setOpened(true)
    if (!hasPin) return
    let touched = Date.now()
    const touch = () => {
      touched = Date.now()
    }
    const look = () => {
      if (Date.now() - touched >= IDLE_MS) setLocked(true)
    }
    const events = ['pointerdown', 'keydown'] as const
    for (const each of events) window.addEventListener(each, touch, true)
    document.addEventListener('visibilitychange', look)
    const timer = setInterval(look, LOOK_MS)
    return () => {
      for (const each of events) window.removeEventListener(each, touch, true)
      document.removeEventListener('visibilitychange', look)
      clearInterval(timer)
    }
  }, [known, hasPin, isLocked])

  if (pin === undefined) return null
  return (
    <Current.Provider value={{ pin, lock: () => setLocked(true) }}>
      {pin && isLocked ? <Locked pin={pin} unlock={() => setLocked(false)} /> : null}
      {opened || !isLocked ? <div hidden={isLocked}>{children}</div> : null}
    </Current.Provider>
  )
}
