import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer, type RunningServer } from '../../tools/server-process.ts'

const PASSWORD = 'tatlong-manok-sa-bukid'
const twice = (password: string) => ({ password, again: password })
const NEW = 'This installation has no administrator yet.'
let server: RunningServer
let code: string

beforeAll(async () => {
  server = await openServer('memory://')
  for (;;) {
    const [, found] = /\/setup\?code=([0-9a-f]{32})\b/.exec(server.output()) ?? []
    if (found) code = found
    if (found) break
    await sleep(50)
  }
})
afterAll(() => server?.stop())

const setup = (client: HttpClient, fields: Record<string, string>) =>
  client.post('/setup', { name: 'Maria Santos', email: 'maria', ...twice(PASSWORD), ...fields })

it('an empty installation is set up by whoever reads its log, once', async () => {
  const anyone = new HttpClient(server.origin)
  expect(await (await anyone.get('/')).text()).toContain(NEW)
  // A code that cannot be right is no try.
  const short = await setup(anyone, { code: 'abc' })
  expect(short.status).toBe(422)
  const wrong = await setup(anyone, { code: '0'.repeat(32) })
  expect(wrong.status).toBe(422)
  const text = await wrong.text()
  expect(text).toContain('This is not the code.')
  expect(text).toContain('value="Maria Santos"')
  expect(text).not.toContain(PASSWORD)
  const common = await setup(anyone, { code, ...twice('password1234') })
  expect(common.status).toBe(422)

  // One of several who send the right code at once becomes the administrator, and no account of another stays.
  const typed = code.match(/.{4}/g)!.join('-').toUpperCase()
  const people = ['maria', 'pedro', 'juana'].map((email) => ({
    email,
    client: new HttpClient(server.origin),
  }))
  const sent = await Promise.all(
    people.map(({ client, email }) => setup(client, { code: typed, email })),
  )
  const isMade = (response: Response) => response.headers.get('location') === '/admin-projects/add'
  expect(sent.filter(isMade).length).toBe(1)
  const first = people[sent.findIndex(isMade)]!
  expect((await first.client.get('/admin-home')).status).toBe(200)
  for (const { email } of people) {
    const again = await new HttpClient(server.origin).signIn(`${email}@kalakal.local`, PASSWORD)
    expect([email, again.status]).toEqual([email, email === first.email ? 302 : 422])
  }
  expect(await (await anyone.get('/')).text()).not.toContain(NEW)
  expect((await anyone.get('/setup')).headers.get('location')).toBe('/')
  expect((await setup(anyone, { code })).headers.get('location')).toBe('/')
})

it('a person opens the account by a link that was handed over, once', async () => {
  const admin = new HttpClient(server.origin)
  for (const name of ['maria', 'pedro', 'juana'])
    if ((await admin.signIn(`${name}@kalakal.local`, PASSWORD)).status === 302) break
  const made = await admin.post('/admin-projects/add', {
    ...{ idempotencyKey: randomUUID(), name: 'First Trading', time_zone: 'Asia/Manila' },
    currency: 'PHP',
  })
  const project = made.headers.get('location')!.split('/')[2]!
  const email = 'owner@first.test'
  const role = 'one-person office'
  const added = await admin.post(
    `/admin-users/add?${new URLSearchParams({ role, project_id: project })}`,
    {
      ...{ idempotencyKey: randomUUID(), role, project_id: project, email },
      display_name: 'Juan Cruz',
    },
  )
  const page = added.headers.get('location')!
  const linkOf = async () => {
    const shown = await (await admin.post(page, { intent: 'link' })).text()
    return /\/invitation\?token=[0-9a-f]{64}/.exec(shown)![0]
  }
  const old = await linkOf()
  const link = await linkOf()
  const person = new HttpClient(server.origin)
  const OVER = 'This link was used or has expired.'
  expect(await (await person.get(old)).text()).toContain(OVER)
  // A messenger follows the link before the person does.
  for (let n = 0; n < 2; n++) expect(await (await person.get(link)).text()).toContain(email)
  const weak = await person.post(link, twice('password1234'))
  expect(weak.status).toBe(422)
  const sent = await Promise.all([1, 2].map(() => person.post(link, twice(PASSWORD))))
  expect(sent.map(({ status }) => status).sort()).toEqual([302, 422])
  // The office of one person has the screens of all.
  const home = await (await person.get('/home')).text()
  for (const entry of ['Invoicing', 'Purchasing', 'Treasury', 'Expenses', 'Tracking &amp; Reports'])
    expect(home).toContain(entry)
  for (const page of ['/sales', '/inventory', '/treasury', '/expenses', '/warehouse', '/audit'])
    expect([page, (await person.get(page)).status < 400]).toEqual([page, true])
  expect((await (await person.post(link, twice(PASSWORD))).text()).includes(OVER)).toBe(true)
  expect((await new HttpClient(server.origin).signIn(email, PASSWORD)).status).toBe(302)
  // Nobody makes a link to an account that is open.
  const refused = await (await admin.post(page, { intent: 'link' })).text()
  expect(refused).not.toMatch(/token=/)
})
