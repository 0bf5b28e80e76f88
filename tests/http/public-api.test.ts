import { beforeAll, describe, expect, it } from 'vitest'
import { openSecrets } from '../../server/data-folder.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { newLink, OVER, use } from '../support/links.ts'
import { readOutbox } from '../support/outbox.ts'
import { rawRequest, spellings } from '../support/raw-request.ts'
import { testServer } from '../support/server.ts'

/** The API of field apps, asked as somebody does who looks for a way around its guards. */
const server = testServer()
const AUTH = '/auth/v1'
const WRONG = 'Not-the-password-1'
let apikey: string
/** A field app's person, signed in before any account is locked. */
let token: string

beforeAll(async () => {
  apikey = (await openSecrets(server.folder)).publishableKey
  const { status, text } = await signIn('manager@demo.test', DEMO_PASSWORD)
  expect(status).toBe(200)
  token = (JSON.parse(text) as { access_token: string }).access_token
})

interface Sent {
  method?: string
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

/** Asks the API; no cache may keep what it answers, whatever that is. */
async function ask(address: string, { method = 'POST', body, token, headers }: Sent = {}) {
  const answer = await rawRequest(server.origin, `/supabase${address}`, {
    method,
    headers: {
      apikey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  expect(answer.headers['cache-control']).toContain('no-store')
  return answer
}

const TOKEN = `${AUTH}/token?grant_type=password`
const signIn = (email: string, password: string, address = TOKEN) =>
  ask(address, { body: { email, password } })

/** Ways to write the query of the sign-in. */
const QUERIES = [
  'grant_type=%70assword',
  'grant_type=%70%61%73%73%77%6f%72%64',
  '%67rant_type=password',
  'grant_type=password&grant_type=refresh_token',
  'grant_type=refresh_token&grant_type=password',
  'grant_type=password&',
  '&grant_type=password',
  'grant_type=password&x=1',
  'x=1&grant_type=password',
  'grant_type=password#',
  'GRANT_TYPE=password',
  'grant_type=PASSWORD',
  'grant_type=password%00',
  'grant_type=password%20',
  'grant_type=+password',
  'grant_type[]=password',
  'grant_type=%2570assword',
]

/** Every way to write the address of the sign-in. */
const SIGN_INS = [
  ...spellings(`${AUTH}/token`).map((path) => `${path}?grant_type=password`),
  ...QUERIES.map((query) => `${AUTH}/token?${query}`),
  `${AUTH}/token%3fgrant_type=password`,
]

/** Bodies in which a program may read this e-mail. */
const bodies = (email: string, password: string) => [
  JSON.stringify({ email: email.toUpperCase(), password }),
  JSON.stringify({ email: ` ${email} `, password }),
  JSON.stringify({ email: `${email}${' '.repeat(400)}`, password }),
  `{"email":"${email}","email":"nobody@demo.test","password":"${password}"}`,
  `{"email":"nobody@demo.test","email":"${email}","password":"${password}"}`,
  JSON.stringify({ email: [email], password }),
  JSON.stringify({ email: { toString: email }, password }),
  JSON.stringify({ phone: email, email, password }),
  `\ufeff${JSON.stringify({ email, password })}`,
  JSON.stringify({ email, password, gotrue_meta_security: {} }),
]

describe('an account that is locked', () => {
  const email = 'owner@demo.test'

  it('is locked in every spelling of path, query and body', { timeout: 120_000 }, async () => {
    for (let n = 0; n < 10; n++) expect((await signIn(email, WRONG)).status).toBe(400)
    expect((await signIn(email, DEMO_PASSWORD)).status).toBe(429)
    const opened: string[] = []
    for (const address of SIGN_INS) {
      const { status, text } = await signIn(email, DEMO_PASSWORD, address)
      if (status < 400 || text.includes('access_token')) opened.push(address)
      expect(status, address).toBeLessThan(500)
    }
    for (const body of bodies(email, DEMO_PASSWORD))
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const { status, text } = await ask(TOKEN, { body, headers: { 'content-type': type } })
        if (status < 400 || text.includes('access_token')) opened.push(`${type}: ${body}`)
      }
    expect(opened).toEqual([])
  })

  it('is locked by tries in every spelling', { timeout: 120_000 }, async () => {
    const other = 'warehouse@demo.test'
    let looked = 0
    for (let round = 0; round < 3; round++)
      for (const address of SIGN_INS)
        if ((await signIn(other, WRONG, address)).text.includes('invalid_credentials')) looked++
    expect(looked).toBe(10)
    expect((await signIn(other, DEMO_PASSWORD)).status).toBe(429)
  })
})

describe('an account in no spelling', () => {
  it('is told from one that does not exist', { timeout: 120_000 }, async () => {
    for (const [at, address] of SIGN_INS.entries()) {
      const known = await signIn('agent@demo.test', `${WRONG}${at}`, address)
      const unknown = await signIn('nobody-here@demo.test', `${WRONG}${at}`, address)
      expect([address, known.status, known.text]).toEqual([address, unknown.status, unknown.text])
    }
  })
})

describe('mails', () => {
  it('are sent five times at most, in whatever spelling they are asked for', {
    timeout: 120_000,
  }, async () => {
    const email = 'sales-admin@demo.test'
    const before = readOutbox(server.folder).filter(({ to }) => to === email).length
    for (const address of [`${AUTH}/recover`, ...spellings(`${AUTH}/recover`)])
      expect((await ask(address, { body: { email } })).status, address).toBeLessThan(500)
    for (const address of spellings(`${AUTH}/recover`))
      for (const body of bodies(email, '').slice(0, 3))
        expect((await ask(address, { body })).status, address).toBeLessThan(500)
    await expect
      .poll(() => readOutbox(server.folder).filter(({ to }) => to === email).length - before)
      .toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const sent = readOutbox(server.folder).filter(({ to }) => to === email).length - before
    expect(sent).toBeLessThanOrEqual(5)
  })
})

describe('a link', () => {
  it('is not used up by reading, in any spelling', async () => {
    const email = 'invoice-admin@demo.test'
    const link = await newLink(server, 'recovery', email)
    const token = new URL(link, server.origin).searchParams.get('token_hash')!
    for (const path of [`${AUTH}/verify`, ...spellings(`${AUTH}/verify`)])
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        for (const query of [
          `token=${token}&type=recovery`,
          `token_hash=${token}&type=%72ecovery`,
        ]) {
          const { status, headers, text } = await ask(`${path}?${query}`, { method })
          expect([path, method, status]).toEqual([path, method, 404])
          expect(headers.location ?? '').toBe('')
          expect(text).not.toContain('access_token')
        }
    expect(await use(server, link)).toBe('/')
  })

  it('works once, in whatever spelling it is sent', async () => {
    const email = 'ase@demo.test'
    const link = await newLink(server, 'recovery', email)
    const token = new URL(link, server.origin).searchParams.get('token_hash')!
    let sessions = 0
    for (const path of [...spellings(`${AUTH}/verify`), `${AUTH}/verify`, `${AUTH}/%76erify`])
      if ((await ask(path, { body: { type: 'recovery', token_hash: token } })).status === 200)
        sessions++
    expect(sessions).toBe(1)
    expect(await use(server, link)).toBe(OVER)
  })
})

describe('a request outside of the allow-list', () => {
  it.each([
    ['POST', `${AUTH}/signup`],
    ['POST', `${AUTH}/otp`],
    ['POST', `${AUTH}/magiclink`],
    ['GET', `${AUTH}/authorize?provider=google`],
    ['GET', `${AUTH}/callback`],
    ['POST', `${AUTH}/invite`],
    ['GET', `${AUTH}/reauthenticate`],
    ['GET', `${AUTH}/admin/users`],
    ['POST', `${AUTH}/admin/users`],
    ['GET', '/_system/info'],
    ['GET', '/kalakal/v1/health'],
    ['GET', '/kalakal/v1/system'],
    ['POST', '/kalakal/v1/backup'],
    ['PUT', '/rest/v1/products'],
    ['GET', '/storage/v1/bucket'],
    ['POST', '/storage/v1/object/list/logos'],
    ['POST', '/storage/v1/object/sign/logos/a/b.png'],
    ['GET', '/storage/v1/object/sign/logos/a/b.png?token=abc'],
    ['GET', '/storage/v1/object/public/logos/a/b.png'],
    ['POST', '/storage/v1/object/upload/sign/logos/a/b.png'],
    ['PUT', '/storage/v1/object/logos/a/b.png'],
    ['POST', '/storage/v1/object/move'],
    ['POST', '/storage/v1/object/copy'],
  ])('%s %s is not there, in any spelling', async (method, address) => {
    const [path = '', query] = address.split('?')
    for (const spelled of [path, ...spellings(path)]) {
      const { status } = await ask(query ? `${spelled}?${query}` : spelled, {
        method,
        token,
        ...(method === 'POST' || method === 'PUT' ? { body: { expiresIn: 999 } } : {}),
      })
      // Doubled and resolved addresses may be those of a table that nobody may read.
      expect([401, 403, 404], `${method} ${spelled}`).toContain(status)
    }
  })
})

describe('what no program behind can read', () => {
  const deep = (levels: number, open = '[', close = ']') =>
    open.repeat(levels) + close.repeat(levels)

  it.each<[string, string, string, string | object]>([
    ['NUL in an e-mail', 'POST', TOKEN, { email: 'a\0@demo.test', password: 'x' }],
    ['NUL in a password', 'POST', TOKEN, { email: 'nobody@demo.test', password: 'a\0b' }],
    ['NUL in the e-mail of a link', 'POST', `${AUTH}/recover`, { email: 'a\0@demo.test' }],
    [
      'NUL in the secret of a link',
      'POST',
      `${AUTH}/verify`,
      { type: 'recovery', token_hash: 'a\0' },
    ],
    [
      'NUL in a refresh token',
      'POST',
      `${AUTH}/token?grant_type=refresh_token`,
      { refresh_token: 'a\0' },
    ],
    ['lists in lists', 'POST', '/rest/v1/rpc/current_identity', deep(20_000)],
    ['objects in objects', 'POST', '/rest/v1/rpc/report_ar', deep(20_000, '{"a":', '}')],
    ['an argument of lists', 'POST', '/rest/v1/rpc/report_ar', `{"p_filters":${deep(20_000)}}`],
    ['a value of lists', 'PATCH', '/rest/v1/customers?id=eq.1', `{"name":${deep(20_000)}}`],
    ['lists at a sign-in', 'POST', TOKEN, deep(2000)],
    ['lists that do not end', 'POST', '/rest/v1/rpc/report_ar', '['.repeat(50_000)],
    [
      'brackets in a text that does not end',
      'POST',
      '/rest/v1/rpc/report_ar',
      `{"a":"${'['.repeat(50_000)}`,
    ],
  ])('is refused, never an error of the server: %s', async (_, method, address, body) => {
    const { status } = await ask(address, { method, body, token })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
})

describe('a broken token', () => {
  it('is refused, never an error of the server', async () => {
    const broken = [
      token.slice(0, -10),
      token.slice(0, 40),
      token.split('.').slice(0, 2).join('.'),
      `${token}.x`,
      'a.b.c',
      `${token.split('.')[0]}..`,
      '%00',
      'é',
      ' ',
    ]
    for (const one of broken)
      for (const [method, address] of [
        ['GET', '/rest/v1/customers?select=id'],
        ['POST', '/rest/v1/rpc/current_identity'],
        ['GET', `${AUTH}/user`],
        ['PUT', `${AUTH}/user`],
        ['POST', `${AUTH}/logout`],
        ['GET', '/storage/v1/object/logos/a/b.png'],
        ['POST', '/storage/v1/object/logos/a/b.png'],
        ['GET', `/storage/v1/object/sign/logos/a/b.png?token=${encodeURIComponent(one)}`],
      ] as const) {
        const body = method === 'GET' ? undefined : { password: 'four-words-of-my-own' }
        const { status } = await ask(address, {
          method,
          body,
          headers: { authorization: `Bearer ${Buffer.from(one).toString('latin1')}` },
        })
        expect([401, 403, 400, 404], `${method} ${address} ${one}`).toContain(status)
      }
  })
})

describe('the key', () => {
  it('is looked at before anything else is read', async () => {
    for (const key of ['', 'nonsense', 'sb_publishable_x', `${apikey}x`, apikey.toUpperCase()])
      for (const address of ['/rest/v1/customers', TOKEN, '/storage/v1/object/logos/a/b.png']) {
        const { status } = await ask(address, { body: {}, headers: { apikey: key } })
        expect([address, key, status]).toEqual([address, key, 401])
      }
    const { secretKey } = await openSecrets(server.folder)
    for (const headers of <Record<string, string>[]>[
      { apikey: secretKey },
      { authorization: `Bearer ${secretKey}` },
      { authorization: `bearer  ${secretKey}` },
    ])
      expect((await ask('/rest/v1/customers', { method: 'GET', headers })).status).toBe(403)
    const inQuery = `/rest/v1/customers?apikey=${encodeURIComponent(secretKey).replace('_', '%5f')}`
    expect((await ask(inQuery, { method: 'GET', headers: { apikey: '' } })).status).toBe(403)
  })

  it('is answered without an invitation to the pages of other sites', async () => {
    const { headers } = await ask('/rest/v1/customers?select=id', { method: 'GET' })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('a header or parameter that names another address or method', () => {
  const OVERRIDES: Record<string, string>[] = [
    { 'x-http-method-override': 'POST' },
    { 'x-http-method': 'POST' },
    { 'x-method-override': 'POST' },
    { 'x-original-url': `${AUTH}/token?grant_type=password` },
    { 'x-rewrite-url': `${AUTH}/token?grant_type=password` },
    { 'x-forwarded-prefix': '/supabase/auth/v1/admin' },
    { 'x-forwarded-uri': `${AUTH}/admin/users` },
    { 'x-forwarded-host': 'elsewhere.test', host: 'elsewhere.test' },
  ]

  it('changes nothing', async () => {
    const email = 'finance-admin@demo.test'
    const body = { email, password: DEMO_PASSWORD }
    for (const headers of OVERRIDES)
      for (const [method, address] of [
        ['GET', TOKEN],
        ['GET', `${AUTH}/token?grant_type=password&_method=POST`],
        ['GET', `${AUTH}/user`],
        ['POST', `${AUTH}/admin/users`],
        ['POST', '/rest/v1/no_such_table'],
      ] as const) {
        const sent = method === 'GET' ? {} : { body }
        const { status, text } = await ask(address, { method, headers, ...sent })
        const why = `${JSON.stringify(headers)} ${method} ${address}`
        expect(status, why).toBeGreaterThanOrEqual(400)
        expect(status, why).toBeLessThan(500)
        expect(text, why).not.toContain('access_token')
      }
    // Reading deletes and changes nothing either.
    const count = async () =>
      (await ask('/rest/v1/customers?select=id', { method: 'GET', token })).text
    const before = await count()
    for (const method of ['DELETE', 'PATCH', 'PUT', 'POST'])
      for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
        for (const address of ['/rest/v1/customers', `/rest/v1/customers?_method=${method}`])
          await ask(address, { method: 'GET', token, headers: { [name]: method } })
    expect(await count()).toBe(before)
  })
})

describe('a part of a secret', () => {
  it('is no secret, whatever it is for, and no error of the server', async () => {
    const link = await newLink(server, 'recovery', 'general-manager@demo.test')
    const hash = new URL(link, server.origin).searchParams.get('token_hash')!
    const signedIn = await signIn('collector@demo.test', DEMO_PASSWORD)
    const { refresh_token } = JSON.parse(signedIn.text) as { refresh_token: string }
    const parts = (secret: string) => [
      secret.slice(0, -1),
      secret.slice(1),
      secret.slice(0, 8),
      `${secret}x`,
      ` ${secret}`,
      secret.toUpperCase() === secret ? secret.toLowerCase() : secret.toUpperCase(),
      '',
    ]
    for (const part of parts(refresh_token).filter((one) => one !== refresh_token)) {
      const body = { refresh_token: part }
      const { status } = await ask(`${AUTH}/token?grant_type=refresh_token`, { body })
      expect([400, 401, 403], `refresh ${part}`).toContain(status)
    }
    for (const part of parts(hash).filter((one) => one !== hash)) {
      const answer = await ask(`${AUTH}/verify`, { body: { type: 'recovery', token_hash: part } })
      expect([400, 401, 403], `link ${part}`).toContain(answer.status)
      const page = `/verification?type=recovery&token_hash=${encodeURIComponent(part)}`
      expect((await rawRequest(server.origin, page)).status, page).toBeLessThan(500)
    }
    // The whole ones still work.
    const whole = { body: { refresh_token } }
    expect((await ask(`${AUTH}/token?grant_type=refresh_token`, whole)).status).toBe(200)
    expect(await use(server, link)).toBe('/')
  })
})
