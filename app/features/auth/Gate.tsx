import { Link, useNavigate } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { LogoPicture } from '~/ui/Logo'
import { Spinner } from '~/ui/Spinner'
import { rememberedPlace, rememberSignIn, versionChanged } from './local-state'
import type { Welcome } from './sign-in.server'

// Long enough to be read, short enough not to be waited for.
const CHECKING_MS = 400
const SHOWN_MS = 700

/**
 * The gate: product logo, spinner and SIGNING IN.... while checking; then the project's own logo
 * with POWERED BY, or the product logo alone; then the remembered screen or the landing.
 */
export function Gate({ welcome }: { welcome: Welcome }) {
  const navigate = useNavigate()
  const [checked, setChecked] = useState(false)
  const { allowed, to, logo } = welcome
  useEffect(() => {
    let stale = false
    let timer: ReturnType<typeof setTimeout> | undefined
    rememberSignIn(logo)
    const pause = new Promise((resolve) => setTimeout(resolve, CHECKING_MS))
    Promise.all([versionChanged(), pause]).then(([changed]) => {
      if (stale) return
      if (changed) return window.location.reload()
      setChecked(true)
      const target = rememberedPlace(allowed, to)
      timer = setTimeout(() => navigate(target, { replace: true }), SHOWN_MS)
    })
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [allowed, to, logo, navigate])
  return (
    <main className="grid min-h-dvh place-items-center bg-surface p-8">
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
      </noscript>
      <div className="flex flex-col items-center gap-8 text-center">
        {checked ? <Logos logo={logo} /> : <Checking />}
        <Link to={to} className="scriptless-only font-medium text-accent underline">
          Continue
        </Link>
      </div>
    </main>
  )
}

function Checking() {
  return (
    <>
      <LogoPicture width={300} />
      <Spinner large />
      <p role="status" className="tracking-widest text-muted">
        SIGNING IN....
      </p>
    </>
  )
}

function Logos({ logo }: { logo: string | null }) {
  if (!logo || logo === 'null') {
    return <LogoPicture width={300} />
  }
  return (
    <>
      <img src={logo} alt="" className="max-h-60 max-w-[min(400px,100%)]" />
      <p className="flex flex-col items-center gap-2 text-xs tracking-widest text-muted">
        POWERED BY
        <LogoPicture width={80} />
      </p>
    </>
  )
}
