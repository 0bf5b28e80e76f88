import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'
import type { FieldCompany, FieldPerson } from '~/platform/field/answers'
import { call, isSignedOut } from './api'
import { forgetSettings, readSetting, writeSetting } from './data/phone'

interface Session {
  person: FieldPerson
  company: FieldCompany
  /** False once the office has said that the session has ended; the work goes on. */
  signedIn: boolean
  /** Notes that a call was refused as the session has ended. */
  noteSignedOut(): void
  /** Takes up the work of who has just signed in. */
  enter(person: FieldPerson): Promise<void>
  choose(company: string | null): Promise<void>
  leave(): Promise<void>
}

const Current = createContext<Session | null>(null)

/** Returns who works, and where. */
export function useSession(): Session {
  const session = useContext(Current)
  if (!session) throw new Error('Nobody has signed in.')
  return session
}

interface Known {
  person: FieldPerson | null
  company: string | null
}

interface Entrance {
  /** Shown to who has not signed in, or has to again. */
  SignIn: ComponentType<{
    person: FieldPerson | null
    done(person: FieldPerson): Promise<void>
  }>
  /** Shown to a person of several companies. */
  Companies: ComponentType<{ person: FieldPerson; choose(id: string): Promise<void> }>
  children: ReactNode
}

/** Keeps who has signed in on this phone. The shell starts from what the phone knows; the office is asked beside it. */
export function SessionProvider({ SignIn, Companies, children }: Entrance) {
  const [known, setKnown] = useState<Known | null>(null)
  const [signedIn, setSignedIn] = useState(true)

  const read = useCallback(async () => {
    const [person, company] = await Promise.all([readSetting('person'), readSetting('company')])
    setKnown({ person, company })
    return person
  }, [])

  useEffect(() => {
    const ask = async () => {
      const person = await read()
      if (!person) return
      try {
        const now = await call<FieldPerson>('me')
        // Another person's session: the phone shows whose work is on it, and asks for that person.
        if (now.id !== person.id) return setSignedIn(false)
        await writeSetting('person', now)
        setSignedIn(true)
        await read()
      } catch (error) {
        if (isSignedOut(error)) setSignedIn(false)
      }
    }
    void ask()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [read])

  const noteSignedOut = useCallback(() => setSignedIn(false), [])

  if (!known) return null
  const { person } = known
  const done = async (entered: FieldPerson) => {
    const same = person?.id === entered.id
    await writeSetting('person', entered)
    if (!same) await forgetSettings('company')
    setSignedIn(true)
    await read()
  }
  if (!person) return <SignIn person={null} done={done} />
  const choose = async (id: string | null) => {
    if (id) await writeSetting('company', id)
    else await forgetSettings('company')
    await read()
  }
  const [only, ...more] = person.companies
  const company =
    person.companies.find(({ id }) => id === known.company) ??
    (more.length === 0 ? only : undefined)
  if (!company) return <Companies person={person} choose={choose} />
  const leave = async () => {
    await forgetSettings('person', 'company', 'pin')
    await read()
  }
  return (
    <Current.Provider
      value={{ person, company, signedIn, noteSignedOut, enter: done, choose, leave }}
    >
      {children}
    </Current.Provider>
  )
}
