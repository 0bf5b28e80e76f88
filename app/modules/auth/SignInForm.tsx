import { Form, Link, useNavigation } from '@remix-run/react'
import { type FormEvent, useEffect, useState } from 'react'
import { paths } from '~/paths'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { CONTROL } from '~/ui/Field'
import { SubmitButton } from '~/ui/SubmitButton'
import { useHydrated } from '~/ui/useHydrated'

/**
 * The sign-in form. The banner clears on any keystroke. Submitting an empty e-mail does nothing.
 */
export function SignInForm({ error, email }: { error: string | null; email: string }) {
  const hydrated = useHydrated()
  const { state } = useNavigation()
  const [shown, setShown] = useState(error)
  // Each answer shows the banner again, even with the same sentence.
  useEffect(() => {
    if (state === 'idle') setShown(error)
  }, [error, state])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget).get('email')
    if (state !== 'idle' || String(typed).trim() === '') event.preventDefault()
  }
  return (
    <Form
      method="post"
      noValidate
      onSubmit={onSubmit}
      onKeyDown={() => setShown(null)}
      className="flex flex-col gap-4"
    >
      <h1 className="text-figure font-semibold tracking-wide">SIGN IN</h1>
      <div className="-mb-4 empty:hidden">
        <ErrorBanner errors={shown ? [shown] : null} />
      </div>
      <input type="hidden" name="scripted" value={hydrated ? '1' : ''} />
      <label className="block text-xs font-medium">
        Email
        <input
          type="email"
          name="email"
          defaultValue={email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          className={`${CONTROL} mt-1 min-h-11`}
        />
      </label>
      <label className="block text-xs font-medium">
        Password
        <input
          type="password"
          name="password"
          autoComplete="current-password"
          className={`${CONTROL} mt-1 min-h-11`}
        />
      </label>
      <SubmitButton className="min-h-11">Log in</SubmitButton>
      <Link
        to={paths.auth.reset}
        className="self-center text-xs font-medium text-accent hover:underline"
      >
        Forgot your password?
      </Link>
    </Form>
  )
}
