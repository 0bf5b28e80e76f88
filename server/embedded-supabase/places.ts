/** How many requests are worked at, together and of one person. */
export interface Sizes {
  together: number
  person: number
  /** All that came through the public API, together. */
  outside: number
}

/** For PostgreSQL, whose pool has twelve connections: nobody has more than half of them. */
export const POSTGRES_SIZES: Sizes = { together: 12, person: 6, outside: 8 }
/** For PGlite, which answers one at a time. */
export const PGLITE_SIZES: Sizes = { together: 8, person: 1, outside: 4 }

/**
 * After a call from outside that took longer than this many milliseconds, the next one of the person waits as long as it
 * took: half of the time is for the others.
 */
const LONG_MS = 100

/** The most requests of one person that wait: an app is told to ask later, a page never has so many. */
const WAITING = { outside: 30, inside: 200 }

/** Longest that a request waits for its turn: whoever asked is told in time. */
const WAIT_MS = 10_000

interface Waiting {
  outside: boolean
  begin(): void
}

interface Person {
  running: number
  waiting: Waiting[]
  /** Until then no call from outside is begun. */
  restsUntil: number
}

/** Ends the turn of a request. */
type Leave = () => void

/**
 * Shares the database between people: each has requests worked at and others that wait, and whose turn was longest ago
 * comes next.
 */
export class Places {
  private readonly people = new Map<string, Person>()
  private running = 0
  private outside = 0

  constructor(private readonly sizes: Sizes) {}

  /**
   * Waits for the turn of a request.
   *
   * @param signal nobody waits for its answer any more.
   * @returns what ends the turn; null when too many of this person wait already, or it was too long.
   */
  async enter(key: string, outside: boolean, signal: AbortSignal): Promise<Leave | null> {
    const person = this.people.get(key) ?? { running: 0, waiting: [], restsUntil: 0 }
    this.people.set(key, person)
    if (person.waiting.length >= (outside ? WAITING.outside : WAITING.inside)) return null
    const begun = await new Promise<boolean>((resolve, reject) => {
      const waiting = { outside, begin: () => end(() => resolve(true)) }
      const end = (then: () => void) => {
        clearTimeout(late)
        signal.removeEventListener('abort', gone)
        then()
      }
      const giveUp = (then: () => void) => {
        person.waiting.splice(person.waiting.indexOf(waiting), 1)
        this.forget(key, person)
        end(then)
      }
      const gone = () => giveUp(() => reject(signal.reason as Error))
      const late = setTimeout(() => giveUp(() => resolve(false)), WAIT_MS)
      signal.addEventListener('abort', gone)
      person.waiting.push(waiting)
      this.next()
    })
    if (!begun) return null
    const began = performance.now()
    let left = false
    return () => {
      if (left) return
      left = true
      const took = performance.now() - began
      if (outside && took > LONG_MS) this.rest(key, person, took)
      person.running -= 1
      this.running -= 1
      if (outside) this.outside -= 1
      this.forget(key, person)
      this.next()
    }
  }

  private rest(key: string, person: Person, took: number): void {
    person.restsUntil = performance.now() + took
    const rested = () => {
      this.forget(key, person)
      this.next()
    }
    setTimeout(rested, Math.ceil(took) + 1).unref()
  }

  /** Begins whatever may begin. People stand in the order of their last turn. */
  private next(): void {
    for (const [key, person] of this.people) {
      if (this.running >= this.sizes.together) return
      const at = person.waiting.findIndex((one) => this.mayBegin(person, one))
      if (at < 0) continue
      const [one] = person.waiting.splice(at, 1)
      person.running += 1
      this.running += 1
      if (one!.outside) this.outside += 1
      this.people.delete(key)
      this.people.set(key, person)
      one!.begin()
    }
  }

  private mayBegin(person: Person, { outside }: Waiting): boolean {
    if (person.running >= this.sizes.person) return false
    if (!outside) return true
    return this.outside < this.sizes.outside && performance.now() >= person.restsUntil
  }

  private forget(key: string, person: Person): void {
    const resting = performance.now() < person.restsUntil
    if (person.running === 0 && person.waiting.length === 0 && !resting) this.people.delete(key)
  }
}
