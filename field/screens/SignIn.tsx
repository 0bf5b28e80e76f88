import { type FormEvent, useState } from 'react'
import type { FieldPerson } from '~/platform/field/answers'
import { call, Offline, Refusal } from '../api'
import { deviceId, phoneName } from '../data/phone'
import { Button, ErrorText, Field } from '../ui/controls'
import { useUnsaved } from '../unsaved'

interface Props {
  /** Whose work is on this phone. */
  person: FieldPerson | null
  done(person: FieldPerson): Promise<void>
}

/** The sign-in of the field, for agents, collectors and managers. */
export function SignIn({ person, done }: Props) {
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const [typed, setTyped] = useState(false)
  useUnsaved(typed)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const typed = new FormData(event.currentTarget)
    setPending(true)
    setError(null)
    try {
      const entered = await call<FieldPerson>('sign-in', {
        email: String(typed.get('email')).trim(),
        password: String(typed.get('password')),
        device: await deviceId(),
        name: phoneName(),
      })
      await done(entered)
    } catch (failed) {
      if (failed instanceof Offline)
        setError('The office cannot be reached. Try again when the phone is online.')
      else if (failed instanceof Refusal) setError(failed.problem.message)
      else throw failed
      setPending(false)
    }
  }
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-5 bg-paper p-6">
      <img src="/field/icon.svg" alt="" className="size-12" />
      <div>
        <h1 className="text-figure font-semibold">Kalakal Field</h1>
        <p className="text-muted">Bookings and customers, online and offline.</p>
      </div>
      <form
        onSubmit={submit}
        onInput={() => setTyped(true)}
        noValidate
        className="flex flex-col gap-4"
      >
        {error ? <ErrorText>{error}</ErrorText> : null}
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={person?.email}
        />
        <Field label="Password" name="password" type="password" autoComplete="current-password" />
        <Button type="submit" look="primary" wide aria-disabled={pending || undefined}>
          {pending ? 'Signing in…' : 'Sign in'}
        </Button>
        <a
          href="/reset"
          className="inline-flex min-h-12 items-center self-center text-accent underline"
        >
          Forgot your password?
        </a>
      </form>
    </main>
  )
}
