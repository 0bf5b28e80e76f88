import { useLocation, useOutletContext, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { paths } from '~/paths'
import { Button, LinkButton } from '~/ui/Button'
import { Logo } from '~/ui/Logo'
import { failureOf } from './failure-of'
import { SendAgain, type Sent } from './SendAgain'

/**
 * 403, 404, 409, 500 …: what happened, in the product's words, the ways on, and the number in the log.
 * `outside`: there is no shell around it that shows whose page this is.
 */
export function ErrorPage({ outside = false }: { outside?: boolean }) {
  const { status, title, message, requestId, again } = failureOf(useRouteError())
  const root = useRouteLoaderData<{ requestId?: string; sent?: boolean }>('root')
  const { pathname, search, key } = useLocation()
  // Known no longer as soon as this page is there.
  const [sent] = useState(useOutletContext<Sent | null>())
  const resend = again && status !== 409
  const kept = resend ? sent : null
  // A form of a browser without scripts, or sent before they had come: the browser has it, and a link would lose it.
  const reload = resend && root?.sent && key === 'default'
  const reference = requestId ?? root?.requestId
  return (
    <div className="mx-auto w-full max-w-md rounded-lg border border-line bg-surface p-8 text-center shadow-raised">
      {outside ? (
        <div className="mb-6">
          <Logo />
        </div>
      ) : null}
      {status ? <p className="figures text-4xl font-semibold text-muted">{status}</p> : null}
      <h1 className="mt-2 text-lg font-semibold">{title}</h1>
      <p className="mt-2 text-muted">{message}</p>
      {kept ? (
        <p className="mt-2 text-muted">
          What you entered is kept here. Send it again: it is saved once only.
        </p>
      ) : reload ? (
        <p className="mt-2 text-muted">
          Reload this page to send what you entered again: it is saved once only.
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

/** The title of the page that shows an error: for the `meta` of routes with a boundary. */
export function errorTitle(error: unknown): { title: string } {
  return { title: `${failureOf(error).title} · Kalakal` }
}
