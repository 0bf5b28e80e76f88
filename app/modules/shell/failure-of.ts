import { isRouteErrorResponse } from '@remix-run/react'
import { type Problem, problemOf } from '~/platform/request/errors'

interface Failure extends Problem {
  /** Null means that no answer arrived. */
  status: number | null
  /** The number of the request in the log, when the answer contains it. */
  requestId?: string
  /** True when another try may succeed. */
  again: boolean
}

const NO_ANSWER: Problem = {
  title: 'No connection',
  message: 'The server cannot be reached. Check the connection and try again.',
}

/** Describes an error that a boundary caught, in plain words. */
export function failureOf(error: unknown): Failure {
  if (isRouteErrorResponse(error)) {
    const body = (typeof error.data === 'object' ? error.data : null) as Partial<Failure> | null
    const { title, message } = { ...problemOf(error.status), ...body }
    // A question that was too slow is as slow the next time.
    const again = (error.status >= 500 && error.status !== 504) || error.status === 409
    return { title, message, status: error.status, requestId: body?.requestId, again }
  }
  // These are the messages of a failed fetch in the different browsers.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
    return { ...NO_ANSWER, status: null, again: true }
  const text = error instanceof Error ? error.message : ''
  const requestId = /^Reference (\S+)$/.exec(text)?.[1]
  return { ...problemOf(500), status: 500, requestId, again: true }
}
