/** Answers in the format of the API. */
export function refusal(
  status: number,
  code: string,
  hint: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, message, details: null, hint }, { status, headers })
}

/** An error that the library passes on as an answer in the format of the API (see errors.ts). */
export class Refusal extends Error {
  readonly code: string
  readonly hint: string
  readonly status: number
  constructor(status: number, code: string, hint: string, message: string) {
    super(message)
    this.status = status
    this.code = code
    this.hint = hint
  }
}

/** Returns the refusal of a query above a limit, with SQLSTATE `program_limit_exceeded`. */
export const tooComplex = (message: string) => new Refusal(400, '54000', 'too_complex', message)

/** Returns the refusal of an answer above the size limit. */
export const tooLarge = () =>
  new Refusal(
    400,
    '54000',
    'answer_too_large',
    'The answer is too large. Request fewer rows or columns at a time.',
  )

/** Returns the refusal of a question that took longer than an external client's may. */
export const tooSlow = () =>
  new Refusal(400, '57014', 'too_slow', 'The request took too long. Request less at a time.')

/**
 * Returns the answer to a command of an external client that took longer than it may. It has few rows, so it waited for what
 * others save: the same again may succeed.
 */
export const stopped = () =>
  new Refusal(503, '57014', 'too_slow', 'This took too long, and nothing was saved. Send it again.')
