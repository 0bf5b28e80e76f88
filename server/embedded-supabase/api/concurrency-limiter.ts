/** The most requests that run at the same time. */
export interface ConcurrencyLimits {
  total: number
  perClient: number
  /** Requests of all external clients together. */
  external: number
}

/** Limits for PostgreSQL, whose pool has twelve connections: one client uses at most half of them. */
export const POSTGRES_LIMITS: ConcurrencyLimits = { total: 12, perClient: 6, external: 8 }
/** Limits for PGlite, which runs one statement at a time. */
export const PGLITE_LIMITS: ConcurrencyLimits = { total: 8, perClient: 1, external: 4 }

/**
 * An external request that ran longer than this many milliseconds is followed by a pause of the same length for its
 * client, so that half of the time is left to the other clients.
 */
const LONG_MS = 100

/** The most requests of one client that wait. A page of ours never has so many; a field app is told to retry later. */
const QUEUE_LENGTH = { external: 30, internal: 200 }

/** A patient request starts when nobody else has asked for so many milliseconds: a page that is being made asks again sooner. */
const QUIET_MS = 60
/** Longest time that it waits for that. */
const PATIENCE_MS = 2_000

/** Longest time that a request waits, so that its client gets an answer before it gives up. */
const WAIT_MS = 10_000

/** Tells who asks, and how. */
interface Manner {
  /** An app of another company, or a phone. */
  external: boolean
  /** One of many long requests of the same work: those of others come first. */
  patient?: boolean
}

interface Asked extends Manner {
  since: number
}

interface QueuedRequest extends Asked {
  start(): void
}

interface Client {
  running: number
  queue: QueuedRequest[]
  /** No external request of the client starts before this time. */
  pausedUntil: number
}

/** Frees the slot of a request. A second call does nothing. */
type Release = () => void

/**
 * Limits how many requests use the database at the same time, in total and per client. Requests above the limits wait in
 * a queue for each client; the client that was served longest ago is served next (round robin).
 */
export class ConcurrencyLimiter {
  /** In the order in which they were served, the least recent one first. */
  private readonly clients = new Map<string, Client>()
  private running = 0
  private external = 0
  /** The moment at which the last request that is not patient ended. */
  private quietSince = 0

  constructor(private readonly limits: ConcurrencyLimits) {}

  /**
   * Waits for a free slot.
   *
   * @param signal aborts when the client no longer waits for the answer.
   * @returns the function that frees the slot; null when the client's queue is full, or the wait was too long.
   * @throws the signal's reason.
   */
  async acquire(key: string, manner: Manner, signal: AbortSignal): Promise<Release | null> {
    const { external, patient } = manner
    const client = this.clients.get(key) ?? { running: 0, queue: [], pausedUntil: 0 }
    this.clients.set(key, client)
    if (client.queue.length >= QUEUE_LENGTH[external ? 'external' : 'internal']) return null
    // Whoever waits has no slot now, and takes none from those who may have one.
    const free = client.queue.length === 0 && this.running < this.limits.total
    const request = { ...manner, since: performance.now() }
    if (free && this.mayStart(client, request)) this.count(key, client, external)
    else if (!(await this.wait(key, client, request, signal))) return null
    const startedAt = performance.now()
    let released = false
    return () => {
      if (released) return
      released = true
      const elapsed = performance.now() - startedAt
      if (external && elapsed > LONG_MS) this.pause(key, client, elapsed)
      client.running -= 1
      this.running -= 1
      if (external) this.external -= 1
      if (!patient) this.quietSince = performance.now()
      this.removeIfIdle(key, client)
      this.startQueued()
    }
  }

  /** Resolves to true when the request may run, to false when it has waited too long. */
  private wait(key: string, client: Client, asked: Asked, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer)
        clearInterval(looks)
        signal.removeEventListener('abort', onAbort)
        then()
      }
      const leaveQueue = (then: () => void) => {
        client.queue.splice(client.queue.indexOf(request), 1)
        this.removeIfIdle(key, client)
        settle(then)
      }
      const request = { ...asked, start: () => settle(() => resolve(true)) }
      const onAbort = () => leaveQueue(() => reject(signal.reason as Error))
      const timer = setTimeout(() => leaveQueue(() => resolve(false)), WAIT_MS)
      // Nothing else tells that it has become quiet.
      const looks = asked.patient ? setInterval(() => this.startQueued(), QUIET_MS) : undefined
      signal.addEventListener('abort', onAbort)
      client.queue.push(request)
      this.startQueued()
    })
  }

  private pause(key: string, client: Client, ms: number): void {
    client.pausedUntil = performance.now() + ms
    const resume = () => {
      this.removeIfIdle(key, client)
      this.startQueued()
    }
    setTimeout(resume, Math.ceil(ms) + 1).unref()
  }

  /** Starts the queued requests for which there is a slot. */
  private startQueued(): void {
    for (const [key, client] of this.clients) {
      if (this.running >= this.limits.total) return
      const at = client.queue.findIndex((request) => this.mayStart(client, request))
      if (at < 0) continue
      const [request] = client.queue.splice(at, 1)
      this.count(key, client, request!.external)
      request!.start()
    }
  }

  /** Counts a request that starts now. */
  private count(key: string, client: Client, external: boolean): void {
    client.running += 1
    this.running += 1
    if (external) this.external += 1
    this.clients.delete(key)
    this.clients.set(key, client)
  }

  private mayStart(client: Client, asked: Asked): boolean {
    const { external, patient } = asked
    if (client.running >= this.limits.perClient) return false
    if (patient && this.isWanted(asked)) return false
    if (!external) return true
    return this.external < this.limits.external && performance.now() >= client.pausedUntil
  }

  /** Tells that others use the database, or did a moment ago, and this request has not waited long. */
  private isWanted({ since }: Asked): boolean {
    const now = performance.now()
    if (now - since >= PATIENCE_MS) return false
    return this.running > 0 || now - this.quietSince < QUIET_MS
  }

  private removeIfIdle(key: string, client: Client): void {
    const paused = performance.now() < client.pausedUntil
    if (client.running === 0 && client.queue.length === 0 && !paused) this.clients.delete(key)
  }
}
