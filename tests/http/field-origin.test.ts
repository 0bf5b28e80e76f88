import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { ownServer } from '../support/server.ts'

const OFFICE = 'https://office.kalakal.test'
const FIELD = 'https://field.kalakal.test'

const server = ownServer({ APP_ORIGIN: OFFICE, FIELD_ORIGIN: FIELD, TRUST_PROXY: '1' })

/** A browser that comes to one of the two addresses, through the proxy. */
class Browser extends HttpClient {
  constructor(readonly address: string) {
    super(server.origin, {
      ...{ 'x-forwarded-host': new URL(address).host, 'x-forwarded-proto': 'https' },
    })
  }

  /** Sends a page's call from a page of an address, of its own one where none is given. */
  call(path: string, body: object, origin = this.address): Promise<Response> {
    const headers = { 'content-type': 'application/json', origin }
    return this.send(path, { method: 'POST', body: JSON.stringify(body) }, headers)
  }

  enter(origin?: string): Promise<Response> {
    const who = { email: 'agent@demo.test', password: DEMO_PASSWORD }
    const phone = { device: '019b0000-0000-7000-8000-000000000001', name: 'Test phone' }
    return this.call('/field/api/sign-in', { ...who, ...phone }, origin)
  }
}

describe('the app for the field at an address of its own', () => {
  it.each([
    [FIELD, '/', 302, '/field/'],
    [FIELD, '/field/', 200, null],
    [FIELD, '/home', 404, null],
    [FIELD, '/setup', 404, null],
    [FIELD, '/rest/v1/customers', 404, null],
    [OFFICE, '/', 200, null],
    [OFFICE, '/field', 308, `${FIELD}/field`],
    [OFFICE, '/field/customers?q=a', 308, `${FIELD}/field/customers?q=a`],
  ])('answers %s%s with %i', async (address, path, status, location) => {
    const response = await new Browser(address).get(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('location')).toBe(location)
  })

  it('lets its people in there alone, from its own pages, by a cookie that only goes there', async () => {
    expect((await new Browser(OFFICE).enter()).status).toBe(404)
    expect((await new Browser(FIELD).enter(OFFICE)).status).toBe(403)

    const phone = new Browser(FIELD)
    const entered = await phone.enter()
    expect(entered.status).toBe(200)
    const set = entered.headers.getSetCookie().filter((line) => /field\.\d+=/.test(line))
    expect(set).not.toEqual([])
    for (const line of set) {
      expect(line).toMatch(/; Path=\/field;.* HttpOnly; Secure; SameSite=Strict|; Secure/)
      expect(line).not.toMatch(/Domain=/i)
    }
    expect((await phone.get('/field/api/me')).status).toBe(200)
  })

  it('takes no sign-in of the office', async () => {
    const form = { email: 'sales-admin@demo.test', password: DEMO_PASSWORD }
    expect((await new Browser(FIELD).post('/?index', form, { origin: FIELD })).status).toBe(404)
    const office = new Browser(OFFICE)
    expect((await office.post('/?index', form, { origin: FIELD })).status).toBe(403)
    expect((await office.post('/?index', form, { origin: OFFICE })).status).toBe(302)
    expect((await office.get('/home')).status).toBe(200)
  })
})
