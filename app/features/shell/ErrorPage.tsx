import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { type Problem, problemOf } from '~/platform/errors'
import { LinkButton } from '~/ui/Button'
import { Logo } from '~/ui/Logo'

/** 403, 404, 409, 500 …: what happened, in the product's words, and the number in the log. */
export function ErrorPage() {
  const error = useRouteError()
  const root = useRouteLoaderData<{ requestId?: string }>('root')
  const { status, title, message, requestId } = describe(error)
  return (
    <div className="mx-auto w-full max-w-md rounded-lg border border-line bg-surface p-8 text-center shadow-raised">
      <Logo />
      <p className="figures mt-6 text-4xl font-semibold text-muted">{status}</p>
      <h1 className="mt-2 text-lg font-semibold">{title}</h1>
      <p className="mt-2 text-muted">{message}</p>
      <div className="mt-6 flex justify-center gap-2">
        <LinkButton to="/home" variant="primary" reloadDocument>
          Go to Home
        </LinkButton>
      </div>
      <p className="mt-6 font-mono text-xs text-muted">{requestId ?? root?.requestId}</p>
    </div>
  )
}

function describe(error: unknown): Problem & { status: number; requestId?: string } {
  if (isRouteErrorResponse(error)) {
    const known = problemOf(error.status)
    const body = (typeof error.data === 'object' ? error.data : null) as
      | (Partial<Problem> & { requestId?: string })
      | null
    return { ...known, ...body, status: error.status }
  }
  const reference =
    error instanceof Error ? /^Reference (\S+)$/.exec(error.message)?.[1] : undefined
  return { ...problemOf(500), status: 500, requestId: reference }
}
