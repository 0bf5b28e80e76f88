import type { AppLoadContext } from '@remix-run/node'

/** Holds what loaders get. */
export interface Contexts {
  /** Has the person as last known; null for commands, and when nothing is known. */
  expected: AppLoadContext | null
  /** Has the person by the database's word; the same object as `expected` when the person is the same. */
  verified: Promise<AppLoadContext>
}

/**
 * Answers a request. Its loaders begin with the expected person, while the database is asked for the session and the
 * rights. What they made is given up, and made anew, when the database says anything else.
 *
 * @throws what verification or the handler throws.
 */
export async function beginAtOnce(
  { expected, verified }: Contexts,
  handle: (context: AppLoadContext) => Promise<Response>,
): Promise<Response> {
  if (!expected) return handle(await verified)
  const early = handle(expected)
  // A failure is looked at below, or is of no interest.
  early.catch(() => {})
  const context = await verified.catch((error) => {
    giveUp(early)
    throw error
  })
  if (context === expected) return early
  giveUp(early)
  return handle(context)
}

function giveUp(early: Promise<Response>): void {
  early.then(({ body }) => body?.cancel()).catch(() => {})
}
