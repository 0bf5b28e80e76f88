import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { readPdf } from '../support/pdf.ts'
import { rounds } from '../support/rounds.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
let owner: ReturnType<typeof connect>
let client: HttpClient
/** The page that shares the first invoice of the demo. */
let share: string
beforeAll(async () => {
  if (!hasPostgres()) return
  owner = connect(server)
  client = await HttpClient.signedIn(server.origin, 'owner@demo.test')
  const list = await (await client.get('/sales/bookings?stage=delivered')).text()
  const [, id] = /href="\/sales\/bookings\/([0-9a-f-]{36})\?[^"]*at=/.exec(list)!
  share = `/share/invoice/${id}`
}, 120_000)
afterAll(() => owner?.end())

const fieldOf = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(html)?.[1] ?? ''

/** Sends one of the forms of the page, as a browser without scripts does. */
async function send(intent: string, fields: Record<string, string>) {
  const page = await (await client.get(share)).text()
  const project = fieldOf(page, 'project')
  return client.post(share, { project, idempotencyKey: randomUUID(), intent, ...fields })
}

async function makeLink(): Promise<string> {
  const answer = await send('link', { days: '7' })
  expect(answer.status).toBe(200)
  const html = await answer.text()
  const link = /value="(http[^"]*\/shared\/[0-9a-f]{32})"/.exec(html)![1]!
  return new URL(link).pathname
}

const stranger = () => new HttpClient(server.origin)

describe.runIf(hasPostgres())('a link to a paper', () => {
  it('opens the paper without scripts, session or cookie, and its PDF', async () => {
    const path = await makeLink()
    // Also for somebody who is signed in.
    for (const visitor of [stranger(), client]) {
      const answer = await visitor.get(path)
      expect(answer.status).toBe(200)
      const { headers } = answer
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('content-security-policy')).toContain("script-src 'none'")
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-robots-tag')).toContain('noindex')
      expect(headers.get('cache-control')).toContain('no-store')
      const html = await answer.text()
      expect(html).not.toMatch(/<script|modulepreload|owner@demo\.test/)
      expect(html).toMatch(/Invoice SI-\d+/)
      expect(html).toContain('Amount due')
      // Nothing leads further.
      const links = [...html.matchAll(/<a[^>]* href="([^"]*)"/g)].map(([, to]) => to)
      expect(links).toEqual([`${path}/pdf`])
    }
    const file = await stranger().get(`${path}/pdf`)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-security-policy')).toContain("default-src 'none'")
    const [sheet] = await readPdf(new Uint8Array(await file.arrayBuffer()))
    expect(sheet!.lines.join('\n')).toContain('Amount due')
    const page = (await (await client.get(share)).text()).replaceAll('<!-- -->', '')
    expect(page).toContain('opened 3 times')
  })

  it('shows what it showed, after prices, names and settings have changed', async () => {
    const path = await makeLink()
    const before = await (await stranger().get(path)).text()
    await owner.unsafe(
      `update public.projects set title = 'Another Name', address = 'Elsewhere' where name like 'Bayanihan%'`,
    )
    expect(await (await stranger().get(path)).text()).toBe(before)
  })

  it('gives one same answer when it was ended and when it never was one', async () => {
    const path = await makeLink()
    const page = await (await client.get(share)).text()
    const ended = await send('end', { shared: fieldOf(page, 'shared') })
    expect(ended.status).toBe(302)
    const other = `/shared/${randomBytes(16).toString('hex')}`
    const answers = await Promise.all(
      [path, other, '/shared/no-token'].map((each) => stranger().get(each)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('This link does not open anything')
    expect((await stranger().get(`${path}/pdf`)).headers.get('location')).toBe(path)
    expect((await stranger().post(path)).status).toBe(405)
  })

  it('is for who may print the paper', async () => {
    const foreign = await HttpClient.signedIn(server.origin, 'general-manager@other.test')
    expect((await foreign.get(share)).status).toBe(404)
    const desk = await HttpClient.signedIn(server.origin, 'expenses-and-disbursements@demo.test')
    expect((await desk.get(share)).status).toBe(403)
    expect((await client.get('/share/payslip/1')).status).toBe(404)
  })
})

it.runIf(hasPostgres())('refuses addresses that try links, without a failure', async () => {
  const statuses = new Map<number, number>()
  for (let n = 0; n < rounds(120, 10_000); n += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        stranger().get(`/shared/${randomBytes(16).toString('hex')}`),
      ),
    )
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses.keys()].sort()).toEqual([404, 429])
  expect(statuses.get(404)).toBeLessThanOrEqual(50)
  await owner.unsafe('delete from private.link_guesses')
})
