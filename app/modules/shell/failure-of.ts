import { isRouteErrorResponse } from '@remix-run/react'
import { type Problem, problemOf } from '~/platform/request/errors'

interface Failure extends Problem {
  /** null: nothing answered at all. */
  status: number | null
  /** Under which it is in the log, when the answer itself told. */
  requestId?: string
  /** Trying the same once more may help. */
  again: boolean
}

const NO_ANSWER: Problem = {
  title: 'No connection',
  message: 'The server cannot be reached. Check the connection and try again.',
}

/** What a boundary caught, for people. */
export function failureOf(error: unknown): Failure {
  if (isRouteErrorResponse(error)) {
    const body = (typeof error.data === 'object' ? error.data : null) as Partial<Failure> | null
    const { title, message } = { ...problemOf(error.status), ...body }
    const again = error.status >= 500 || error.status === 409
    return { title, message, status: error.status, requestId: body?.requestId, again }
  }
  // What fetch throws, in each browser's own words.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
    return { ...NO_ANSWER, status: null, again: true }
  const text = error instanceof Error ? error.message : ''
  const requestId = /^Reference (\S+)$/.exec(text)?.[1]
  return { ...problemOf(500), status: 500, requestId, again: true }
}
