import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { paths } from '../../app/paths.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { failingServer } from '../support/failing.ts'
import { GOOD, newLink, OVER, twice } from '../support/links.ts'

/** Plays answers that PostgREST, Auth and Storage of a hosted project were seen to give, and reads what a person sees. */
const server = failingServer()
let finance: HttpClient

beforeAll(async () => {
  finance = await HttpClient.signedIn(server.origin, 'finance-admin@demo.test')
})

function failing(addresses: RegExp, status: number, body: object) {
  server.fail(addresses, { status, body })
  onTestFinished(() => server.fail(null))
}

const FORM = paths.customers.add

/** Sends the form of a new customer of this name, with the hidden fields of a page that was shown before. */
async function register(name: string, shown: string) {
  const hidden = (field: string) => new RegExp(`name="${field}" value="([^"]*)"`).exec(shown)![1]!
  const response = await finance.post(FORM, {
    project: hidden('project'),
    idempotencyKey: hidden('idempotencyKey'),
    name,
    store_name: `${name} Store`,
    agent_id: /<option value="([0-9a-f-]{36})"/.exec(shown)![1]!,
  })
  return { status: response.status, body: await response.text() }
}

describe('a database of hosted Supabase', () => {
  it.each([
    ['PGRST000', 503],
    ['PGRST001', 503],
    ['PGRST002', 503],
    ['PGRST003', 504],
  ])('that PostgREST does not reach (%s) leads to the page to try again', async (code, status) => {
    failing(/\/rest\/v1\/(rpc\/)?customer/, status, { code, message: 'Database connection error' })
    const page = await finance.get(paths.customers.list)
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toBe('5')
    expect(await page.text()).toContain('The database does not respond')
  })

  it('that ended a question says that it takes too long, and does not ask to try again', async () => {
    failing(/\/rest\/v1\/(rpc\/)?customer/, 500, {
      code: '57014',
      message: 'canceling statement due to statement timeout',
    })
    const page = await finance.get(paths.customers.list)
    expect(page.status).toBe(504)
    expect(page.headers.get('retry-after')).toBeNull()
    expect(await page.text()).toContain('The report took too long. Try a shorter period.')
  })

  it.each([
    ['PGRST001', 503, 503, 'this may not be saved'],
    ['57014', 500, 504, 'nothing was saved'],
    ['55P03', 500, 503, 'Another user is saving the same records'],
  ])('keeps a form that was answered with %s', async (code, given, status, said) => {
    const shown = await (await finance.get(FORM)).text()
    failing(/\/rest\/v1\/rpc\/request_customer/, given, { code, message: 'm' })
    const name = `Kept ${code} ${randomUUID().slice(0, 8)}`
    const refused = await register(name, shown)
    expect(refused.status).toBe(status)
    expect(refused.body).toContain(said)
    expect(refused.body).toContain(`value="${name}"`)
    server.fail(null)
    expect((await register(name, shown)).status).toBe(302)
  })
})

describe('Auth of hosted Supabase', () => {
  it('that answers a race of two forms with 500 names the address as taken', async () => {
    const admin = await HttpClient.signedIn(server.origin, 'admin@demo.test')
    const add = `/admin-users/add?${new URLSearchParams({ role: 'finance admin', project_id: DEMO_ID })}`
    const fields = (email: string) => ({
      idempotencyKey: randomUUID(),
      role: 'finance admin',
      project_id: DEMO_ID,
      email,
      display_name: 'Two Forms',
    })
    const email = 'two-forms@new.test'
    expect((await admin.post(add, fields(email))).status).toBe(302)
    server.failOnce(/\/auth\/v1\/admin\/users$/, {
      status: 500,
      body: { code: 'unexpected_failure', message: 'Database error creating new user' },
    })
    const second = await admin.post(add, fields(email))
    expect(second.status).toBe(422)
    expect(await second.text()).toContain('An account with this e-mail address already exists.')
    // The same answer without anybody else at the address is gone at the next try.
    server.failOnce(/\/auth\/v1\/admin\/users$/, {
      status: 500,
      body: { code: 'unexpected_failure', message: 'Database error creating new user' },
    })
    expect((await admin.post(add, fields('alone@new.test'))).status).toBe(302)
  })

  it('refuses a sign-in no sooner for an address that it does not know', async () => {
    const times: number[] = []
    for (const email of ['finance-admin@demo.test', 'nobody@demo.test']) {
      failing(/\/auth\/v1\/token/, 400, { code: 400, error_code: 'invalid_credentials', msg: 'm' })
      const began = performance.now()
      expect((await new HttpClient(server.origin).signIn(email)).status).toBe(422)
      times.push(performance.now() - began)
    }
    // The provider answered at once both times: what is left is the least time of a refusal.
    for (const time of times) expect(time).toBeGreaterThanOrEqual(400)
  })

  it.each([
    ['the link', 'invoice-admin@demo.test', /\/auth\/v1\/verify/],
    ['the new password', 'warehouse@demo.test', /\/auth\/v1\/user/],
  ])(
    'that takes %s later keeps the link and what was typed for another try',
    async (_, email, address) => {
      const link = await newLink({ ...server, folder: server.supabase().folder }, 'recovery', email)
      const person = new HttpClient(server.origin)
      server.failOnce(address, {
        status: 429,
        body: { code: 429, error_code: 'over_request_rate_limit', msg: 'm' },
      })
      const refused = await person.post(link, twice(GOOD))
      expect(refused.status).toBe(422)
      const said = await refused.text()
      expect(said).toContain('Too many attempts. Wait a few minutes and try again.')
      expect(said).not.toContain(OVER)
      expect((await person.post(link, twice(GOOD))).headers.get('location')).toBe('/')
    },
  )

  it('that has sent all the mails of an hour makes the account and says how long to wait', async () => {
    const admin = await HttpClient.signedIn(server.origin, 'admin@demo.test')
    server.failOnce(/\/auth\/v1\/resend/, {
      status: 429,
      body: { code: 429, error_code: 'over_email_send_rate_limit', msg: 'm' },
    })
    const made = await admin.post(
      `/admin-users/add?${new URLSearchParams({ role: 'finance admin', project_id: DEMO_ID })}`,
      {
        ...{ idempotencyKey: randomUUID(), role: 'finance admin', project_id: DEMO_ID },
        ...{ email: 'no-mail@new.test', display_name: 'No Mail' },
      },
    )
    expect(made.status).toBe(302)
    const page = await admin.get(made.headers.get('location')!)
    expect(await page.text()).toContain('if that fails, in an hour')
  })

  it('finds the templates of its mails at the web server', async () => {
    for (const name of ['confirmation', 'recovery', 'password_changed']) {
      const response = await fetch(`${server.origin}/mail-templates/${name}.html`)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(readFileSync(`supabase/templates/${name}.html`, 'utf8'))
    }
  })
})

describe('storage of hosted Supabase', () => {
  // It says most of its refusals in the body of a 400.
  it.each([
    [429, '429'],
    [503, '503'],
    [400, '503'],
  ])('that says "later" (%i, %s) does not deny a file', async (status, statusCode) => {
    const logo = `/logos/${randomUUID()}/Bayanihan_Distribution/${'0'.repeat(64)}.png`
    expect((await finance.get(logo)).status).toBe(404)
    failing(/\/storage\/v1\//, status, { statusCode, error: 'e', message: 'm' })
    expect((await finance.get(logo)).status).toBe(503)
  })
})
