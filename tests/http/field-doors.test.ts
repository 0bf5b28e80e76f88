import { describe, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { FieldClient } from '../support/field-client.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const messageOf = async (response: Response) =>
  ((await response.json()) as { message: string }).message

describe('the sign-in of the field', () => {
  it.each([
    ['agent', 'Agent'],
    ['collector', 'Collector'],
    ['manager', 'Manager'],
  ])('lets the %s in, whom the web refuses in the same words as ever', async (login, role) => {
    const email = `${login}@demo.test`
    const client = new FieldClient(server.origin)
    const entered = await client.enter(email)
    expect(entered.status).toBe(200)
    expect(await entered.json()).toMatchObject({ email, companies: [{ role }] })
    expect((await client.call('me')).status).toBe(200)
    expect(await (await client.signIn(email)).text()).toContain('Account does not exist.')
  })

  it('refuses the people of the office, and ends their session', async () => {
    const client = new FieldClient(server.origin)
    const refused = await client.enter('general-manager@demo.test')
    expect(refused.status).toBe(422)
    expect(await messageOf(refused)).toContain('Sign in at the address of the office.')
    expect([...client.cookies.keys()].filter((name) => name.startsWith('field'))).toEqual([])
  })

  it('says the same of an unknown account and a wrong password, and counts as the office does', async () => {
    const client = new FieldClient(server.origin)
    const said = new Set<string>()
    for (const email of ['agent-3@demo.test', 'nobody@demo.test'])
      said.add(await messageOf(await client.enter(email, 'Not-the-password-1')))
    expect([...said]).toEqual(['Email and password does not match.'])
    for (let n = 1; n < 10; n++) await client.enter('agent-3@demo.test', 'Not-the-password-1')
    expect(await messageOf(await client.enter('agent-3@demo.test'))).toContain('Too many attempts.')
  }, 120_000)

  it('ends with the sign-out: the old cookie is dead', async () => {
    const client = new FieldClient(server.origin)
    await client.enter('agent-2@demo.test')
    const stolen = new Map(client.cookies)
    expect((await client.call('sign-out', {})).status).toBe(200)
    for (const [name, value] of stolen) client.cookies.set(name, value)
    expect((await client.call('me')).status).toBe(401)
  })
})

describe('the two doors', () => {
  it('have cookies that do not open each other', async () => {
    const [field, office] = [new FieldClient(server.origin), new HttpClient(server.origin)]
    const entered = await field.enter('agent@demo.test')
    const [cookie = ''] = entered.headers.getSetCookie().filter((line) => /^field\.0=/.test(line))
    expect(cookie).toMatch(/; Path=\/field; HttpOnly; SameSite=Strict; Max-Age=2592000$/)
    await office.signIn('sales-admin@demo.test')
    const sealed = (client: HttpClient, name: string) =>
      [...client.cookies].filter(([key]) => key.startsWith(`${name}.`))

    // Each cookie under the name of the other.
    const asOffice = new HttpClient(server.origin)
    for (const [name, value] of sealed(field, 'field'))
      asOffice.cookies.set(name.replace('field', 'session'), value)
    expect((await asOffice.get('/home')).headers.get('location')).toBe('/')
    expect((await asOffice.get('/api/current-profile')).status).toBe(401)
    const asField = new FieldClient(server.origin)
    for (const [name, value] of sealed(office, 'session'))
      asField.cookies.set(name.replace('session', 'field'), value)
    expect((await asField.call('me')).status).toBe(401)

    // And both as they are.
    const both = new FieldClient(server.origin)
    for (const [name, value] of field.cookies) both.cookies.set(name, value)
    expect((await both.get('/home')).headers.get('location')).toBe('/')
    const officeAtField = new FieldClient(server.origin)
    for (const [name, value] of office.cookies) officeAtField.cookies.set(name, value)
    expect((await officeAtField.call('me')).status).toBe(401)
  })

  it('take calls from pages of their own origin alone', async () => {
    const client = new FieldClient(server.origin)
    await client.enter('agent@demo.test')
    const init = { method: 'POST', body: '{}' }
    for (const origin of ['https://evil.example', 'null'])
      expect((await client.send('/field/api/sign-out', init, { origin })).status).toBe(403)
    expect((await client.call('me')).status).toBe(200)
  })
})

describe('documents of the field', () => {
  it.each(['/field/', '/field/more', '/field/sw.js', '/field/api/me', '/field/nothing.png'])(
    '%s has headers of its own',
    async (path) => {
      const { headers } = await new HttpClient(server.origin).get(path)
      const policy = headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
      expect(policy).toContain("connect-src 'self'")
      expect(policy).toContain("img-src 'self' blob:")
      expect(policy).not.toMatch(/unsafe|nonce|data:/)
      expect(headers.get('permissions-policy')).toBe(
        'camera=(self), geolocation=(self), microphone=()',
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  it('are the shell at every address, without a script of its own', async () => {
    const client = new HttpClient(server.origin)
    expect((await client.get('/field')).headers.get('location')).toBe('/field/')
    const page = await client.get('/field/customers/1')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const text = await page.text()
    expect(text).toContain('<noscript>')
    expect(text).not.toMatch(/<script(?![^>]*src=)/)
    expect((await client.get('/field/api/nothing')).status).toBe(404)
    expect((await client.get('/field/nothing.png')).status).toBe(404)
  })
})
