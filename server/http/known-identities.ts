import type { Identity } from '../../app/platform/request/context.ts'

/** The number of tokens that are remembered; those that were used longest ago go first. */
const MOST = 1000

interface Known {
  /** The database's answer as JSON. */
  answer: string
  identity: Identity
}

/**
 * Remembers what the database last said of each token. It is only an expectation: a page is prepared with it while the
 * database is asked again, and is sent only when the database says the same (docs/decisions/0055-pages-begin-at-once.md).
 */
export class KnownIdentities {
  private readonly known = new Map<string, Known>()

  /** Returns the person of a token as last known, or null. */
  expected(token: string): Identity | null {
    return this.known.get(token)?.identity ?? null
  }

  /** Takes the database's answer. When it is that of before, the same object is returned. */
  read(token: string, row: unknown, parse: (row: unknown) => Identity): Identity {
    const answer = JSON.stringify(row)
    const before = this.known.get(token)
    const now = before?.answer === answer ? before : { answer, identity: frozen(parse(row)) }
    this.known.delete(token)
    this.known.set(token, now)
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value!)
    return now.identity
  }
}

/** Several requests share the object. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) frozen(each)
    Object.freeze(value)
  }
  return value
}
