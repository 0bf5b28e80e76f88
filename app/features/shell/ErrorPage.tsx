import { useLocation, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { Button, LinkButton } from '~/ui/Button'
import { Logo } from '~/ui/Logo'
import { failureOf } from './failure-of'

/**
 * 403, 404, 409, 500 …: what happened, in the product's words, the ways on, and the number in the log.
 * `outside`: there is no shell around it that shows whose page this is.
 */
export function ErrorPage({ outside = false }: { outside?: boolean }) {
  const { status, title, message, requestId, again } = failureOf(useRouteError())
  const root = useRouteLoaderData<{ requestId?: string }>('root')
  const { pathname, search } = useLocation()
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
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {again ? (
          <LinkButton to={pathname + search} variant="primary" reloadDocument>
            Try again
          </LinkButton>
        ) : null}
        <LinkButton to="/home" variant={again ? 'secondary' : 'primary'} reloadDocument>
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
