import { Link, useNavigate } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { rememberedPlace, rememberSignIn } from '~/platform/browser/local-state'
import { ProductLogo } from '~/ui/Logo'
import { Spinner } from '~/ui/Spinner'
import { runChecks } from './gate-checks'
import type { Welcome } from './sign-in.server'
import { greetOnNextPage } from './WelcomeDialog'

/** The least time of "SIGNING IN....", so that it is no flash. */
const CHECKING_MS = 100

/**
 * The screen after signing in: product logo, spinner and "SIGNING IN...." while checking; then the
 * project's own logo with "POWERED BY", or the product logo alone, until the remembered screen or
 * the landing page is there.
 *
 * @param greets The person has just signed in, and is greeted on the next page.
 */
export function Gate({ welcome, greets }: { welcome: Welcome; greets: boolean }) {
  const navigate = useNavigate()
  const [shown, setShown] = useState<{ logo: string | null } | null>(null)
  const { allowed, to, logo, printLogo, greeting } = welcome
  useEffect(() => {
    let stale = false
    rememberSignIn(logo, printLogo)
    Promise.all([runChecks(logo), wait(CHECKING_MS)]).then(([{ found, picture }]) => {
      if (stale) return
      // No input can be lost here, so the page reloads without asking.
      if (found?.reload === 'now') return window.location.reload()
      setShown({ logo: picture ? logo : null })
      if (greets) greetOnNextPage(greeting)
      navigate(rememberedPlace(allowed, to), { replace: true })
    })
    return () => {
      stale = true
    }
  }, [allowed, to, logo, printLogo, greeting, greets, navigate])
  return (
    <main className="grid min-h-dvh place-items-center bg-surface p-8">
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
      </noscript>
      <div className="flex flex-col items-center gap-8 text-center">
        <h1 className="sr-only">Kalakal</h1>
        {shown ? <Logos logo={shown.logo} /> : <Checking />}
        <Link to={to} className="scriptless-only font-medium text-accent underline">
          Continue
        </Link>
      </div>
    </main>
  )
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function Checking() {
  return (
    <>
      <ProductLogo width={300} />
      <Spinner large />
      <p role="status" className="tracking-widest text-muted">
        SIGNING IN....
      </p>
    </>
  )
}

function Logos({ logo }: { logo: string | null }) {
  if (!logo) return <ProductLogo width={300} />
  return (
    <>
      <img src={logo} alt="" className="h-auto max-h-[50dvh] w-auto max-w-[min(400px,100%)]" />
      <p className="flex flex-col items-center gap-2 text-xs tracking-widest text-muted">
        POWERED BY
        <ProductLogo width={80} />
      </p>
    </>
  )
}
