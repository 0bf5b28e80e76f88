import { HttpClient } from '../../tools/http-client.ts'
import type { WebServer } from './server.ts'

/** Reads pages of a server as demo people do, each with one session. */
export function pageReader(server: WebServer) {
  const clients = new Map<string, HttpClient>()

  async function as(login: string): Promise<HttpClient> {
    const known =
      clients.get(login) ?? (await HttpClient.signedIn(server.origin, `${login}@demo.test`))
    clients.set(login, known)
    return known
  }

  /** Opens a page and follows its redirects. */
  async function page(path: string, login = 'special-access-1') {
    const client = await as(login)
    let at = path
    let response = await client.get(at)
    for (let turns = 0; response.status === 302 && turns < 3; turns++) {
      at = response.headers.get('location')!
      response = await client.get(at)
    }
    if (response.status !== 200) throw new Error(`${at}: ${response.status}`)
    return { at, html: await response.text() }
  }

  return { as, page }
}

/** The options of a native select, by its field. */
export function optionsOf(html: string, name: string): string[] {
  const select = new RegExp(
    `<select[^>]*name="${name.replace(/[[\].]/g, '\\$&')}".*?</select>`,
    's',
  )
  return [...(select.exec(html)?.[0] ?? '').matchAll(/<option[^>]*>([^<]*)/g)].map(
    ([, text]) => text!,
  )
}
