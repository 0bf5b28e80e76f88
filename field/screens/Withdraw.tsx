import { useState } from 'react'
import { withdrawAct } from '../data/acts'
import { useData } from '../data/database'
import { takesPhotos } from '../data/photos'
import type { Act } from '../data/written'
import { Button, ErrorText, Field, Section } from '../ui/controls'
import { useUnsaved } from '../unsaved'

/** Withdraws an act that is not sent any more, for a reason that the office reads. */
export function Withdraw({ act }: { act: Act }) {
  const { db, sync } = useData()
  const [asked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [unstored, setUnstored] = useState(false)
  useUnsaved(asked && reason !== '')
  if (!asked)
    return (
      <Button wide onClick={() => setAsked(true)}>
        Withdraw
      </Button>
    )
  const withdraw = async () => {
    if (!reason.trim()) return setError('Enter the reason.')
    try {
      await withdrawAct(db, act.key, reason.trim())
    } catch {
      return setUnstored(true)
    }
    void sync()
  }
  return (
    <Section title="Withdraw">
      <p className="mb-3 text-sm">
        It is not sent any more, and this cannot be undone. The office reads the reason.
        {takesPhotos(act.kind) ? ' Its photographs are deleted from this phone.' : ''}
      </p>
      <Field
        label="Reason"
        value={reason}
        maxLength={400}
        error={error}
        onChange={({ target }) => {
          setError(null)
          setReason(target.value)
        }}
      />
      {unstored ? (
        <ErrorText>
          Not saved on this phone. Its storage is refused or full: make room and try again.
        </ErrorText>
      ) : null}
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button look="danger" onClick={withdraw}>
          Withdraw
        </Button>
        <Button onClick={() => setAsked(false)}>Keep</Button>
      </div>
    </Section>
  )
}
