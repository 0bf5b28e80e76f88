import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { COMPANIES } from '../../../scripts/demo/people.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'

const PROJECT = COMPANIES[0]!.id

/** The outcome of a command: done, with its answer; refused; or unknown. */
export type CommandOutcome =
  | { kind: 'done'; body: unknown }
  | { kind: 'refused'; status: number; body: unknown }
  | { kind: 'none' }

/**
 * Sets the longest that a request may wait for an answer. On a machine shared with other tests the limit only separates
 * late answers from missing ones; `npm run faults` has the machine for itself and uses the product's limit.
 */
export const LIMIT_MS = process.env.KALAKAL_FAULTS ? 15_000 : 45_000

export const freshKey = () => randomUUID()

/** A server's API as an app of the first demo company sees it: by HTTP, with a person's token. */
export class CompanyApi {
  readonly #tokens = new Map<string, string>()

  constructor(
    /** Address of the server; the next start has another. */
    public origin: string,
    private readonly key: string,
  ) {}

  /** Signs a demo account in. Its token outlives the server. */
  async signIn(login: string): Promise<void> {
    const who = { email: `${login}@demo.test`, password: DEMO_PASSWORD }
    const answer = await this.#send('auth/v1/token?grant_type=password', null, who)
    const { access_token } = (await answer.json()) as { access_token?: string }
    if (!access_token) throw new Error(`${login} cannot sign in: ${answer.status}`)
    this.#tokens.set(login, access_token)
  }

  /**
   * Calls a function for the company.
   *
   * @throws when the answer takes longer than anyone may wait. That none comes is an answer, too.
   */
  async call(login: string, name: string, args: object): Promise<CommandOutcome> {
    try {
      const answer = await this.#send(`rest/v1/rpc/${name}`, login, { p_project: PROJECT, ...args })
      const body = (await answer.json()) as { code?: string }
      if (answer.ok) return { kind: 'done', body }
      // Deadlocks and serialization failures are for the app to try again, as the web does on its own.
      const again = answer.status === 503 || /^40(001|P01)$/.test(body.code ?? '')
      return again ? { kind: 'none' } : { kind: 'refused', status: answer.status, body }
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        throw new Error(`${name} hung.`, { cause: error })
      return { kind: 'none' }
    }
  }

  /** Calls a function and returns its answer; everything else fails the test. */
  async ask<T>(login: string, name: string, args: object = {}): Promise<T> {
    const answer = await this.call(login, name, args)
    if (answer.kind === 'done') return answer.body as T
    throw new Error(`${name}: ${JSON.stringify(answer)}`)
  }

  /** Rows of the company in a table, and how many there are of them. */
  async rows<T>(login: string, query: string): Promise<{ rows: T[]; count: number }> {
    const answer = await this.#send(`rest/v1/${query}&project_id=eq.${PROJECT}`, login)
    if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`)
    const count = Number(answer.headers.get('content-range')?.split('/')[1])
    return { rows: (await answer.json()) as T[], count }
  }

  /** Adds a row of the company's. */
  async insert(login: string, table: string, row: object): Promise<void> {
    const answer = await this.#send(`rest/v1/${table}`, login, { project_id: PROJECT, ...row })
    if (!answer.ok) throw new Error(`${table}: ${answer.status} ${await answer.text()}`)
  }

  /** Sends a request, and again as long as too many of this person wait, as an app does. */
  async #send(path: string, login: string | null, body?: object): Promise<Response> {
    for (;;) {
      const answer = await this.#sendOnce(path, login, body)
      if (answer.status !== 429) return answer
      await sleep(Number(answer.headers.get('retry-after') ?? 1) * 500)
    }
  }

  #sendOnce(path: string, login: string | null, body?: object): Promise<Response> {
    const token = login === null ? null : this.#tokens.get(login)
    return fetch(`${this.origin}/supabase/${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(LIMIT_MS),
      headers: {
        apikey: this.key,
        'content-type': 'application/json',
        prefer: 'count=exact',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    })
  }
}
