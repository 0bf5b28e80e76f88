import { useEffect, useState } from 'react'
import { version } from '../../package.json'
import { phoneName } from '../data/phone'
import { useSession } from '../session'
import { Button, Section } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { PinSection } from './PinSection'
import { SignOut } from './SignOut'

/** The person, the phone, and the way out. */
export function More() {
  const { person, company, choose } = useSession()
  return (
    <Shell title="More">
      <Section title={person.name}>
        <p>
          {company.role} at {company.name}
        </p>
        <p className="text-muted">{person.email}</p>
        <div className="mt-3 flex flex-col gap-2">
          {person.companies.length > 1 ? (
            <Button wide onClick={() => choose(null)}>
              Change company
            </Button>
          ) : null}
          <SignOut />
        </div>
      </Section>
      <PinSection />
      <Section title="This phone">
        <p>{phoneName()}</p>
        <Storage />
        <p className="text-muted">
          Anyone with this phone can read its data. If you lose it, tell the office to lock it.
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
        ? 'The browser does not delete the data of this app by itself.'
        : 'The browser may delete the data of this app when the phone is full: add the app to the home screen.'}
    </p>
  )
}
