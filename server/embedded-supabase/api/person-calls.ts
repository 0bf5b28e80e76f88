import type { TokenBorder } from '../accounts/signing-keys.ts'
import { claimsOf } from '../accounts/token.ts'
import type { AnswerCall } from '../protocol.ts'
import { type admission, QUEUE_FULL } from './admission.ts'
import type { functionCalls } from './function-calls.ts'
import { hasNul } from './nul.ts'

interface Parts {
  /** Null on PGlite. */
  calls: ReturnType<typeof functionCalls> | null
  border: TokenBorder | null
  admitted: ReturnType<typeof admission>
  jwtSecret: string
}

/**
 * Returns the function that answers calls of signed-in people in this process. Each passes the same checks as a request for
 * it would: its token, its turn, its arguments, and in the database its session. What is not plain becomes a request, which
 * says what is wrong with it.
 */
export function callsOfPeople({ calls, border, admitted, jwtSecret }: Parts): AnswerCall {
  return async ({ name, args, token }, signal) => {
    const inside = border ? throughBorder(border, token) : token
    const claims = inside === null ? null : claimsOf(inside, jwtSecret)
    const given = claims && readArguments(args)
    if (!calls || !given) return null
    const answered = () => calls.call({ name, args: given, claims })
    // An answer within an object, because a call that is left to a request has none.
    const turn = await admitted.call({ name, claims }, signal, async () => ({
      answer: await answered(),
    }))
    return turn ? turn.answer : { status: 503, error: { ...QUEUE_FULL, details: null } }
  }
}

function throughBorder(border: TokenBorder, token: string): string | null {
  const headers = border.inward([['authorization', `Bearer ${token}`]])
  return headers instanceof Response ? null : headers[0]![1].replace('Bearer ', '')
}

/** Returns arguments as their JSON would be read; null where a text has the character NUL, which is refused by name. */
function readArguments(args: object): Record<string, unknown> | null {
  const text = JSON.stringify(args, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return hasNul(text) ? null : (JSON.parse(text) as Record<string, unknown>)
}
