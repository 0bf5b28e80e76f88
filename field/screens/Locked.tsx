import { type FormEvent, useEffect, useState } from 'react'
import type { FieldPerson } from '~/platform/field/answers'
import { call, Offline, Refusal } from '../api'
import { deviceId, type Pin, phoneName } from '../data/phone'
import { checkPin, needsPassword, trustPin } from '../data/pin'
import { useSession } from '../session'
import { Button, ErrorText, Field } from '../ui/controls'
import { useOnline } from '../ui/useOnline'

interface Props {
  pin: Pin
  unlock(): void
}

/** Asks for the PIN; after five wrong ones for the password, or to wait where there is no line. */
export function Locked({ pin, unlock }: Props) {
  const { person, company } = useSession()
  const online = useOnline()
  const [forgotten, setForgotten] = useState(false)
  const [unreachable, setUnreachable] = useState(false)
  const wait = useWait(pin.until)
  const asksPassword = online && (forgotten || (needsPassword(pin) && !unreachable))
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-4 bg-paper p-6">
      <div>
        <h1 className="text-xl font-semibold">Locked</h1>
        <p className="text-muted">
          {person.name} at {company.name}
        </p>
      </div>
      {asksPassword ? (
        <PasswordForm
          unlock={unlock}
          unreachable={() => {
            setUnreachable(true)
            setForgotten(false)
          }}
        />
      ) : wait > 0 ? (
        <p role="status">
          Wrong too often. Enter the PIN again in {wait} {wait === 1 ? 'minute' : 'minutes'}, or
          your password when the phone is online.
        </p>
      ) : (
        <PinForm wrong={pin.wrong} unlock={unlock} />
      )}
      {online && !asksPassword ? (
        <Button wide onClick={() => setForgotten(true)}>
          Use your password
        </Button>
      ) : null}
    </main>
  )
}

/** Returns how many minutes are left, rounded up. */
function useWait(until: number): number {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const now = Date.now()
  return Math.ceil(Math.max(until - now, 0) / 60_000)
}

function PinForm({ wrong, unlock }: { wrong: number; unlock(): void }) {
  const { person } = useSession()
  const [digits, setDigits] = useState('')
  const [pending, setPending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    setPending(true)
    const right = await checkPin(person.id, digits)
    setPending(false)
    setDigits('')
    if (right) unlock()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <PinField
        label="PIN"
        value={digits}
        change={setDigits}
        error={wrong > 0 && digits === '' ? 'That is not the PIN.' : null}
      />
      <Button type="submit" look="primary" wide aria-disabled={pending || undefined}>
        Unlock
      </Button>
    </form>
  )
}

interface PinFieldProps {
  label: string
  value: string
  change(digits: string): void
  error?: string | null
}

/** Takes the digits of a PIN. */
export function PinField({ label, value, change, error }: PinFieldProps) {
  return (
    <Field
      label={label}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={value}
      error={error}
      onChange={({ target }) => change(target.value.replace(/\D/g, ''))}
    />
  )
}

function PasswordForm({ unlock, unreachable }: { unlock(): void; unreachable(): void }) {
  const { person, enter } = useSession()
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const password = String(new FormData(event.currentTarget).get('password'))
    setPending(true)
    setError(null)
    try {
      const entered = await call<FieldPerson>('sign-in', {
        ...{ email: person.email, password },
        ...{ device: await deviceId(), name: phoneName() },
      })
      await trustPin(person.id)
      await enter(entered)
      unlock()
    } catch (failed) {
      if (failed instanceof Offline) unreachable()
      else if (failed instanceof Refusal) setError(failed.problem.message)
      else throw failed
      setPending(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p>Enter the password of {person.email}.</p>
      {error ? <ErrorText>{error}</ErrorText> : null}
      <Field label="Password" name="password" type="password" autoComplete="current-password" />
      <Button type="submit" look="primary" wide aria-disabled={pending || undefined}>
        {pending ? 'Checking…' : 'Unlock'}
      </Button>
    </form>
  )
}
