import { type FormEvent, useState } from 'react'
import { canHavePin, checkPin, removePin, setPin, wrongPin } from '../data/pin'
import { usePin } from '../pin'
import { useSession } from '../session'
import { Button, Section } from '../ui/controls'
import { PinField } from './Locked'

/** Sets, changes and removes the PIN that locks the screen. */
export function PinSection() {
  const { person } = useSession()
  const { pin } = usePin()
  const [open, setOpen] = useState(false)
  const [old, setOld] = useState('')
  const [typed, setTyped] = useState('')
  const [again, setAgain] = useState('')
  const [error, setError] = useState<{ at: 'old' | 'typed' | 'again'; text: string } | null>(null)
  const of = (field: string) => (error?.at === field ? error.text : null)
  const close = () => {
    setOpen(false)
    for (const clear of [setOld, setTyped, setAgain]) clear('')
    setError(null)
  }
  const isOld = async () => {
    if (!pin || (await checkPin(person.id, old))) return true
    setError({ at: 'old', text: 'That is not the PIN.' })
    return false
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = wrongPin(typed)
    if (wrong) return setError({ at: 'typed', text: wrong })
    if (typed !== again) return setError({ at: 'again', text: 'The two are not the same.' })
    if (!(await isOld())) return
    await setPin(person.id, typed)
    close()
  }
  const remove = async () => {
    if (!(await isOld())) return
    await removePin()
    close()
  }
  return (
    <Section title="PIN">
      <p>
        {pin
          ? 'The screen is locked when the app opens, and after five minutes without a touch.'
          : 'No PIN is set: anyone with this phone can work in your name.'}
      </p>
      <p className="text-muted">
        A PIN locks the screen only. It does not encrypt the data on this phone.
      </p>
      {!canHavePin() ? (
        <p>A PIN needs an address with HTTPS.</p>
      ) : open ? (
        <form onSubmit={save} noValidate className="mt-3 flex flex-col gap-3">
          {pin ? (
            <PinField label="Present PIN" value={old} change={setOld} error={of('old')} />
          ) : null}
          <PinField
            label="New PIN of 4 to 6 digits"
            value={typed}
            change={setTyped}
            error={of('typed')}
          />
          <PinField label="New PIN again" value={again} change={setAgain} error={of('again')} />
          <Button type="submit" look="primary" wide>
            Save PIN
          </Button>
          {pin ? (
            <Button wide onClick={remove}>
              Remove PIN
            </Button>
          ) : null}
          <Button wide onClick={close}>
            Cancel
          </Button>
        </form>
      ) : (
        <Button wide className="mt-3" onClick={() => setOpen(true)}>
          {pin ? 'Change PIN' : 'Set a PIN'}
        </Button>
      )}
    </Section>
  )
}
