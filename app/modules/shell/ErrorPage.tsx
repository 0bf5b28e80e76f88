import { useLocation, useOutletContext, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { paths } from '~/paths'
import { Button, LinkButton } from '~/ui/Button'
import { Logo } from '~/ui/Logo'
import { failureOf } from './failure-of'
import { SendAgain, type SentAgain } from './SendAgain'

/**
 * Shows an error such as 403, 404, 409 or 500: what happened, in plain words, the next steps, and
 * the request's number in the log. `outside` is true when no shell around it shows the logo.
 */
export function ErrorPage({ outside = false }: { outside?: boolean }) {
  const { status, title, message, requestId, again } = failureOf(useRouteError())
  const root = useRouteLoaderData<{ requestId?: string; sent?: boolean }>('root')
  const { pathname, search, key } = useLocation()
  // The outlet's context drops the form once this page is drawn, so the state keeps it.
  const [sent] = useState(useOutletContext<SentAgain | null>())
  const resend = again && status !== 409
  const kept = resend ? sent : null
  // The browser itself holds a form that was sent without scripts or before they loaded. A link
  // would lose it, a reload sends it again.
  const reload = resend && root?.sent && key === 'default'
  const reference = requestId ?? root?.requestId
  return (
    <div className="mx-auto w-full max-w-md rounded-lg border border-line bg-surface p-8 text-center">
      {outside ? (
        <div className="mb-6">
          <Logo />
        </div>
      ) : null}
      {status ? <p className="figures text-hero font-semibold text-muted">{status}</p> : null}
      <h1 className="mt-2 text-xl font-semibold">{title}</h1>
      <p className="mt-2 text-muted">{message}</p>
      {kept ? (
        <p className="mt-2 text-muted">
          Your entries are still here. Send again; they are saved only once.
        </p>
      ) : reload ? (
        <p className="mt-2 text-muted">
          Reload this page to send your entries again; they are saved only once.
        </p>
      ) : null}
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {kept ? (
          <SendAgain sent={kept} />
        ) : again && !reload ? (
          <LinkButton to={pathname + search} variant="primary" reloadDocument>
            Try again
          </LinkButton>
        ) : null}
        <LinkButton to={paths.home} variant={again ? 'secondary' : 'primary'} reloadDocument>
          Go to Home
        </LinkButton>
        <Button variant="ghost" className="scripted-only" onClick={() => window.history.back()}>
          Go back
        </Button>
      </div>
      {reference ? (
        <p className="mt-6 font-mono text-xs text-muted">Reference {reference}</p>
      ) : null}
    </div>
  )
}

/** Returns the title of the page that shows an error, for the `meta` of routes with a boundary. */
export function errorTitle(error: unknown): { title: string } {
  return { title: `${failureOf(error).title} · Kalakal` }
}
