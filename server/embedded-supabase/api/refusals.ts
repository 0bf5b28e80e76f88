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

/** Returns the refusal of a statement that took longer than an external client's may. */
export const tooSlow = () =>
  new Refusal(400, '57014', 'too_slow', 'The request took too long. Request less at a time.')
