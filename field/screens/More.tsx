import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { version } from '../../package.json'
import { call, Offline } from '../api'
import { actsAsFile, unsent } from '../data/acts'
import { useData } from '../data/database'
import { phoneName } from '../data/phone'
import { useSession } from '../session'
import { shareFile } from '../share'
import { Button, ErrorText, Section } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { PinSection } from './PinSection'

/** The person, the phone, and the way out. */
export function More() {
  const { person, company, choose, leave } = useSession()
  const { db } = useData()
  const [error, setError] = useState<string | null>(null)
  const [handedOver, setHandedOver] = useState(0)
  const waiting = useLiveQuery(async () => (await unsent(db)).waiting, [db]) ?? 0
  const signOut = async () => {
    // Counted now: another tab may have written one.
    const { waiting: left } = await unsent(db)
    if (left > handedOver) {
      setError(
        `${left} acts are on this phone alone. Send them before you sign out, or hand them over as a file.`,
      )
      return
    }
    const photos = await db.photos.where('state').equals('waiting').count()
    if (photos > 0) {
      setError(`${photos} photographs are on this phone alone. Send them before you sign out.`)
      return
    }
    try {
      await call('sign-out', {})
      await leave()
    } catch (failed) {
      if (!(failed instanceof Offline)) throw failed
      setError(
        'The office cannot be reached, so the session cannot be ended. Try again with a line.',
      )
    }
  }
  const handOver = async () => {
    const { waiting: left } = await unsent(db)
    await shareFile(await actsAsFile(db, person.id), `Acts-${person.name}-${Date.now()}.json`)
    setHandedOver(left)
  }
  return (
    <Shell title="More">
      <Section title={person.name}>
        <p>
          {company.role} at {company.name}
        </p>
        <p className="text-muted">{person.email}</p>
        {error ? <ErrorText>{error}</ErrorText> : null}
        <div className="mt-3 flex flex-col gap-2">
          {person.companies.length > 1 ? (
            <Button wide onClick={() => choose(null)}>
              Change company
            </Button>
          ) : null}
          {waiting > 0 ? (
            <Button wide onClick={handOver}>
              Hand over {waiting} acts as a file
            </Button>
          ) : null}
          {handedOver > 0 ? (
            <p role="status" className="text-sm">
              Send the file to the office. The acts stay on this phone too: none counts twice.
            </p>
          ) : null}
          <Button wide onClick={signOut}>
            Sign out
          </Button>
        </div>
      </Section>
      <PinSection />
      <Section title="This phone">
        <p>{phoneName()}</p>
        <Storage />
        <p className="text-muted">
          Who has this phone can read what is on it. If you lose it, tell the office: they lock it.
        </p>
        <p className="mt-2 text-sm text-muted">Version {version}</p>
      </Section>
    </Shell>
  )
}

/** Asks the browser to keep what is stored, and says what it answered. */
function Storage() {
  const [kept, setKept] = useState<boolean | null>(null)
  useEffect(() => {
    // Browsers have it on secure origins only.
    navigator.storage?.persist?.().then(setKept, () => setKept(false))
  }, [])
  if (kept === null) return null
  return (
    <p>
      {kept
        ? 'The browser keeps what is stored here.'
        : 'The browser may delete what is stored here when the phone is full: install the app on the home screen.'}
    </p>
  )
}
