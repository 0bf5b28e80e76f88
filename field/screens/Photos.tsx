import { useLiveQuery } from 'dexie-react-hooks'
import { type ChangeEvent, useEffect, useId, useMemo, useState } from 'react'
import { useData } from '../data/database'
import { addPhoto } from '../data/photos'
import type { Photo } from '../data/written'
import { useSession } from '../session'
import { shownMoment } from '../ui/AsOf'
import { buttonLook, ErrorText, Section } from '../ui/controls'

const WORDS: Record<Photo['state'], string> = {
  waiting: 'On this phone',
  sent: 'At the office',
  refused: 'Rejected',
}

/** The photographs of an act or a booking: of the cheque, or of the signed delivery receipt. */
export function Photos({ of }: { of: { key: string; booking?: boolean } }) {
  const { db, sync } = useData()
  const id = useId()
  const [error, setError] = useState<string | null>(null)
  const photos = useLiveQuery(() => db.photos.where('act').equals(of.key).toArray(), [db, of.key])
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    setError(null)
    try {
      await addPhoto(db, of, file)
    } catch {
      setError('This file is no picture, or the phone cannot store it. Try again.')
      return
    }
    void sync()
  }
  return (
    <Section title="Photographs">
      <ul className="divide-y divide-line">
        {photos?.map((photo) => (
          <li key={photo.key} className="py-2">
            <Shown photo={photo} />
          </li>
        ))}
      </ul>
      {error ? <ErrorText>{error}</ErrorText> : null}
      <input
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        onChange={take}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={`${buttonLook('secondary', true)} mt-2 peer-focus-visible:outline-2`}
      >
        Take a photograph
      </label>
      <p className="mt-1 text-sm text-muted">
        {of.booking
          ? 'Of the signed delivery receipt.'
          : 'Of the cheque, or of the signed delivery receipt.'}{' '}
        It goes to the office after the acts.
      </p>
    </Section>
  )
}

function Shown({ photo }: { photo: Photo }) {
  const { company } = useSession()
  const { data, state, message, taken_at } = photo
  const address = useMemo(
    () => (data ? URL.createObjectURL(new Blob([data], { type: 'image/jpeg' })) : null),
    [data],
  )
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const time = shownMoment(taken_at, company.timeZone)
  return (
    <>
      {address ? <img src={address} alt={`Taken ${time}`} className="max-h-40 rounded-md" /> : null}
      <p className="flex justify-between gap-3 text-sm text-muted">
        <span>{time}</span>
        <span className={state === 'refused' ? 'text-danger' : ''}>{WORDS[state]}</span>
      </p>
      {message ? <p className="text-sm text-danger">{message}</p> : null}
    </>
  )
}
