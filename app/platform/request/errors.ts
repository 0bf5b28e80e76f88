/** An error page shows this: a sentence for staff, never a stack trace, SQL or a path. */
export interface Problem {
  title: string
  message: string
}

const PROBLEMS: Record<number, Problem> = {
  400: { title: 'The request is incomplete', message: 'Go back, check the form and try again.' },
  401: { title: 'Please sign in', message: 'Your session has ended. Sign in and try again.' },
  403: { title: 'Access denied', message: 'Your role does not have permission for this page.' },
  404: { title: 'Not found', message: 'No such document!' },
  409: { title: 'Changed by another user', message: 'Reload the page and try again.' },
  413: { title: 'Too much data', message: 'Nothing was saved. Go back and send less.' },
  429: { title: 'Too many requests', message: 'Wait a moment and try again.' },
  503: { title: 'The database does not respond', message: 'Wait a moment and try again.' },
  504: {
    title: 'This takes too long',
    message: 'The report took too long. Try a shorter period.',
  },
}

/** Seconds after which to try again, for the header Retry-After of a 503. */
export const RETRY_SECONDS = 5

const UNKNOWN: Problem = {
  title: 'Something went wrong',
  message:
    'The error was logged under the number below. Try again, or give this number to support.',
}

/** The page text of a status, with the sentence replaced when a better one is known. */
export function problemOf(status: number, message?: string): Problem {
  const known = PROBLEMS[status] ?? UNKNOWN
  return message ? { ...known, message } : known
}

/**
 * Loaders and actions throw this: `throw problem(404)` leads to the error page with "No such
 * document!". It is a Response, because in Remix without single fetch nothing else keeps its
 * status on client navigations.
 */
export function problem(status: number, message?: string): Response {
  const headers = status === 503 ? { 'Retry-After': String(RETRY_SECONDS) } : undefined
  return Response.json(problemOf(status, message), { status, headers })
}
