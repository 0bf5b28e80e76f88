import { type FormEvent, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { Link, useLocation } from 'wouter'
import { isSignedOut, Offline, Refusal } from '../api'
import { checkPin, needsPassword } from '../data/pin'
import { usePin } from '../pin'
import { useSession } from '../session'
import { Button, buttonLook, ErrorText, Field, Section } from '../ui/controls'
import { useUnsaved } from '../unsaved'
import { PinField } from './Locked'

type Place = 'reason' | 'pin' | 'form'

interface Props {
  /** The number of the document. */
  of: string
  /** Sends the approval under a key, with which it counts once. */
  send(key: string, reason: string): Promise<unknown>
  /** Sends the rejection, where there is one. */
  reject?: (key: string, reason: string) => Promise<unknown>
}

const newKeys = () => ({ approved: uuidv7(), rejected: uuidv7() })

/** Decides with a reason and the PIN. Nothing is decided without a line. */
export function DecisionForm({ of: no, send, reject }: Props) {
  const { person, noteSignedOut } = useSession()
  const { pin, lock } = usePin()
  const [, go] = useLocation()
  // A decision that is sent twice with the same reason counts once.
  const [keys, setKeys] = useState(newKeys)
  const [reason, setReason] = useState('')
  const [digits, setDigits] = useState('')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<{ at: Place; text: string } | null>(null)
  useUnsaved(reason !== '')
  if (!pin)
    return (
      <Section title="Decide">
        <p>A decision asks for your PIN. Set one first.</p>
        <Link to="/more" className={`${buttonLook('primary', true)} mt-3`}>
          Set a PIN
        </Link>
      </Section>
    )
  const fail = (at: Place, text: string) => {
    setError({ at, text })
    setPending(false)
  }
  const decide = async (decision: keyof typeof keys, work: Props['send']) => {
    if (pending) return
    if (reason.trim() === '') return fail('reason', 'Enter a reason.')
    setPending(true)
    setError(null)
    const right = await checkPin(person.id, digits)
    setDigits('')
    if (!right) {
      if (needsPassword({ ...pin, wrong: pin.wrong + 1 })) lock()
      return fail('pin', 'That is not the PIN.')
    }
    try {
      await work(keys[decision], reason)
      const done = `${no} is ${decision}.`
      go(`/approvals?done=${encodeURIComponent(done)}`, { replace: true })
    } catch (failed) {
      if (isSignedOut(failed)) noteSignedOut()
      if (failed instanceof Offline || isSignedOut(failed))
        fail('form', 'The office did not answer, so this may not be decided. Send it again.')
      else if (failed instanceof Refusal)
        fail(/^(reason|note)$/.test(failed.problem.field ?? '') ? 'reason' : 'form', failed.message)
      else throw failed
    }
  }
  const approve = (event: FormEvent) => {
    event.preventDefault()
    void decide('approved', send)
  }
  const at = (place: Place) => (error?.at === place ? error.text : null)
  return (
    <Section title="Decide">
      <form onSubmit={approve} noValidate className="flex flex-col gap-3">
        <Field
          label="Reason"
          value={reason}
          maxLength={400}
          error={at('reason')}
          onChange={({ target }) => {
            setReason(target.value)
            setKeys(newKeys())
          }}
        />
        <PinField label="Your PIN" value={digits} change={setDigits} error={at('pin')} />
        {error?.at === 'form' ? <ErrorText>{error.text}</ErrorText> : null}
        <Button type="submit" look="primary" wide aria-disabled={pending || undefined}>
          {pending ? 'Sending…' : 'Approve'}
        </Button>
        {reject ? (
          <Button wide onClick={() => decide('rejected', reject)}>
            Reject
          </Button>
        ) : null}
      </form>
    </Section>
  )
}
