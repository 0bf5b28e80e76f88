import type { FieldProblem } from '~/platform/field/answers'

const WAIT_MS = 20_000

/** The office cannot be reached: nothing was said about the call. */
export class Offline extends Error {}

/** The office refused the call. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: FieldProblem,
  ) {
    super(problem.message)
  }
}

/** The session has ended: what is on the phone stays, and the person signs in again. */
export const isSignedOut = (error: unknown) => error instanceof Refusal && error.status === 401

/**
 * Returns what the office says against a thing that the phone sent and keeps.
 *
 * @throws the error when it says nothing of the thing: no line, an ended session, a locked phone, a person who may not send at all.
 */
export function refusalOf(error: unknown): FieldProblem {
  const { status, problem } = error instanceof Refusal ? error : { status: 0, problem: null }
  if (problem?.code === 'device_locked') throw new Offline(problem.message)
  if (!problem || (status !== 422 && problem.code !== 'not_found')) throw error
  return problem
}

/**
 * Calls the web server.
 *
 * @throws Offline when it is not known whether the call has come through, Refusal when the server refused it.
 */
export async function call<T>(name: string, body?: object, waitMs = WAIT_MS): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/field/api/${name}`, {
      method: body ? 'POST' : 'GET',
      ...(body && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
      cache: 'no-store',
      signal: AbortSignal.timeout(waitMs),
    })
  } catch (error) {
    throw new Offline('The office cannot be reached.', { cause: error })
  }
  let answer: unknown
  try {
    answer = await response.json()
  } catch (error) {
    throw new Offline('The answer did not arrive.', { cause: error })
  }
  if (response.ok) return answer as T
  const problem = answer as FieldProblem
  if (response.status === 429 || response.status >= 500) throw new Offline(problem.message)
  throw new Refusal(response.status, problem)
}
