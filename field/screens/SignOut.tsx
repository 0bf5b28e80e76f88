import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { call, Offline } from '../api'
import { actsAsFiles } from '../data/acts'
import { useData } from '../data/database'
import { type Left, leftOf } from '../data/left'
import { useSession } from '../session'
import { shareFiles } from '../share'
import { Button, ErrorText } from '../ui/controls'

/** The way out. What is on this phone alone is sent or handed over first; photographs may also be dropped. */
export function SignOut() {
  const { person, leave } = useSession()
  const { rest } = useData()
  const [error, setError] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [handed, setHanded] = useState<ReadonlySet<string>>(new Set())
  const left = useLiveQuery(() => leftOf(person.id), [person.id]) ?? []
  const acts = left.flatMap((each) => each.acts)
  const photos = left.flatMap((each) => each.photos)
  const nameOf = (company: string) =>
    person.companies.find(({ id }) => id === company)?.name ?? 'a former company'
  const signOut = async () => {
    // Looked at now: another tab may have written one.
    const problem = problemOf(await leftOf(person.id), handed, nameOf)
    if (problem) return setError(problem)
    setLeaving(true)
    // A call that is under way would come to an office that knows the session no more.
    await rest()
    try {
      await call('sign-out', {})
      await leave()
    } catch (failed) {
      setLeaving(false)
      if (!(failed instanceof Offline)) throw failed
      setError(
        'The office cannot be reached, so the session cannot be ended. Try again when the phone is online.',
      )
    }
  }
  const handOver = async (
    keys: readonly { key: string }[],
    files: readonly { content: Blob; name: string }[],
  ) => {
    if (!(await shareFiles(...files))) return
    setError(null)
    setHanded(new Set([...handed, ...keys.map(({ key }) => key)]))
  }
  const handOverActs = async () => {
    const now = await leftOf(person.id)
    const files = await Promise.all(
      now.map(async (each) => actsAsFiles(each.acts, person.id, `${person.name}-${each.company}`)),
    )
    await handOver(
      now.flatMap((each) => each.acts),
      files.flat(),
    )
  }
  const handOverPhotos = () =>
    handOver(
      photos,
      photos.map(({ data, key, taken_at }) => ({
        content: new Blob(data ? [data] : [], { type: 'image/jpeg' }),
        name: `Photograph-${taken_at.slice(0, 10)}-${key.slice(-6)}.jpg`,
      })),
    )
  const drop = async () => {
    for (const each of left) await each.db.photos.bulkDelete(each.photos.map(({ key }) => key))
    setError(null)
  }
  return (
    <>
      {error ? <ErrorText>{error}</ErrorText> : null}
      {acts.length > 0 ? (
        <Button wide onClick={handOverActs}>
          Hand over {acts.length} acts as a file
        </Button>
      ) : null}
      {acts.some(({ key }) => handed.has(key)) ? (
        <p role="status" className="text-sm">
          Send the file to the office. The acts stay on this phone too: none counts twice.
        </p>
      ) : null}
      {photos.length > 0 ? (
        <>
          <Button wide onClick={handOverPhotos}>
            Hand over {photos.length} photographs
          </Button>
          <Drop count={photos.length} drop={drop} />
        </>
      ) : null}
      <Button wide disabled={leaving} onClick={signOut}>
        {leaving ? 'Signing out…' : 'Sign out'}
      </Button>
    </>
  )
}

/** Says what keeps the person from signing out; null where nothing does. */
function problemOf(
  left: readonly Left[],
  handed: ReadonlySet<string>,
  nameOf: (company: string) => string,
): string | null {
  const isLeft = ({ key }: { key: string }) => !handed.has(key)
  const at = left.map(({ company, acts }) => ({ company, count: acts.filter(isLeft).length }))
  const acts = at.reduce((sum, { count }) => sum + count, 0)
  if (acts > 0) {
    const where = at.flatMap(({ company, count }) =>
      count > 0 ? `${count} at ${nameOf(company)}` : [],
    )
    return `${acts} acts are on this phone alone. Send them before you sign out, or hand them over as a file: ${where.join(', ')}.`
  }
  const photos = left.flatMap((each) => each.photos.filter(isLeft))
  if (photos.length === 0) return null
  const waiting = photos.filter(({ ready }) => !ready).length
  const then =
    waiting > 0
      ? `${waiting} of them cannot be sent before the office accepts what they belong to. Hand them over, or drop them.`
      : 'Send them before you sign out, hand them over, or drop them.'
  return `${photos.length} photographs are on this phone alone. ${then}`
}

/** Drops photographs once it is confirmed: nothing else has them. */
function Drop({ count, drop }: { count: number; drop(): Promise<void> }) {
  const [asked, setAsked] = useState(false)
  if (!asked)
    return (
      <Button wide onClick={() => setAsked(true)}>
        Drop {count} photographs
      </Button>
    )
  return (
    <div className="grid grid-cols-2 gap-2">
      <p className="col-span-2 text-sm text-danger">
        They are deleted from this phone, and the office never gets them.
      </p>
      <Button look="danger" onClick={drop}>
        Drop them
      </Button>
      <Button onClick={() => setAsked(false)}>Keep them</Button>
    </div>
  )
}
