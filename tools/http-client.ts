import { DEMO_PASSWORD } from './demo-password.ts'

/** The name of a browser: a client that sends it has a session that the list of sessions shows as a browser's. */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Answers are asked for as they are: packing and unpacking them takes longer than they do on this machine. */
const UNPACKED = { 'accept-encoding': 'identity' }

/** A browser without a screen: keeps cookies, sends its Origin with forms, follows no redirect. */
export class HttpClient {
  readonly cookies = new Map<string, string>()
  readonly #origin: string
  readonly #headers: Record<string, string>

  /** @param headers sent with every request */
  constructor(origin: string, headers: Record<string, string> = {}) {
    this.#origin = origin
    this.#headers = headers
  }

  /** Returns a client that has signed in with a demo account, such as `sales-admin@demo.test`. */
  static async signedIn(origin: string, email: string): Promise<HttpClient> {
    const client = new HttpClient(origin)
    const response = await client.signIn(email)
    if (response.status !== 302)
      throw new Error(`${email} cannot sign in: ${response.status} ${await response.text()}`)
    return client
  }

  /** Signs in by the form, as a browser without scripts. The greeting of the next page is taken as read. */
  async signIn(email: string, password = DEMO_PASSWORD): Promise<Response> {
    const response = await this.post('/?index', { email, password })
    this.cookies.delete('toast')
    return response
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(path, { headers })
  }

  post(
    path: string,
    fields: Record<string, string> | FormData = {},
    headers: Record<string, string> = { origin: this.#origin },
  ): Promise<Response> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
    return this.#send(path, { method: 'POST', body, headers })
  }

  /** Sends any other request from the app's own origin. */
  send(path: string, init: RequestInit, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(path, { ...init, headers: { origin: this.#origin, ...headers } })
  }

  async #send(path: string, init: RequestInit & { headers: Record<string, string> }) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${this.#origin}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...UNPACKED, ...this.#headers, ...init.headers, ...(cookie ? { cookie } : {}) },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
}

/** A page without what differs between any two responses: ids and the nonce. */
export function withoutIds(body: string): string {
  return body
    .replace(/nonce="[^"]*"|"nonce":"[^"]*"/g, '')
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, 'ID')
}
