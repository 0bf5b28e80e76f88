import { describe, expect, it } from 'vitest'
import { refuseBody, refuseWholeCheck } from './bodies.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
const JSON_TYPE: [string, string] = ['content-type', 'application/json; charset=utf-8']

const refused = (method: string, path: string, text: string, headers = [JSON_TYPE]) =>
  refuseBody({ method, address: `/rest/v1/${path}`, headers, body: bytes(text) }) !== null

describe('a body that is no row and no arguments', () => {
  it.each(['5', '"x"', 'true', 'null', ' 5 '])('is refused everywhere: %s', (text) => {
    for (const [method, path] of [
      ['POST', 'products'],
      ['PATCH', 'products?id=eq.1'],
      ['PUT', 'products?id=eq.1'],
      ['POST', 'rpc/create_booking'],
    ] as const)
      expect([method, path, refused(method, path, text)]).toEqual([method, path, true])
  })

  it('is refused in the words of PostgREST', async () => {
    const answer = refuseBody({
      method: 'POST',
      address: '/rest/v1/products',
      headers: [JSON_TYPE],
      body: bytes('5'),
    })!
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      ...{ code: 'PGRST102', details: null, hint: null, message: 'Empty or invalid json' },
    })
  })

  it('is a list only where several rows are taken, and a row has columns', () => {
    expect(refused('POST', 'products', '[]')).toBe(false)
    expect(refused('POST', 'products', '[{"description":"{}"}]')).toBe(false)
    expect(refused('POST', 'products', '[{"description":"a"},{ }]')).toBe(true)
    expect(refused('POST', 'products', '{ }')).toBe(true)
    expect(refused('PATCH', 'products?id=eq.1', '[{"description":"a"}]')).toBe(true)
    expect(refused('PATCH', 'products?id=eq.1', '{}')).toBe(false)
    expect(refused('POST', 'rpc/create_booking', '[{"p_project":"1"}]')).toBe(true)
    expect(refused('POST', 'rpc/create_booking', '{}')).toBe(false)
  })

  it('is left to the library where it is none, cannot be read, or is no JSON', () => {
    expect(refused('POST', 'rpc/me', '')).toBe(false)
    expect(refused('POST', 'products', '{')).toBe(false)
    expect(refused('POST', 'products', '[{}')).toBe(false)
    expect(refused('POST', 'products', '5', [['content-type', 'text/csv']])).toBe(false)
  })
})

describe('all integrity checks at once', () => {
  const whole = (address: string, text: string | null, external = true) =>
    refuseWholeCheck({
      address: `/rest/v1/rpc/${address}`,
      source: { external, address: '192.0.2.1' },
      body: text === null ? null : bytes(text),
    })

  it('are refused to external clients, with what to call instead', async () => {
    for (const refusal of [
      whole('verify_books', '{"p_project":"1"}'),
      whole('verify_books', '{"p_project":"1","p_part":null}'),
      whole('verify_books?p_project=1', null),
    ]) {
      expect(refusal!.status).toBe(400)
      expect(await refusal!.json()).toMatchObject({
        ...{ code: '22023', hint: 'invalid', details: 'part' },
        message: expect.stringContaining('p_part'),
      })
    }
  })

  it('run part by part, and for the server itself', () => {
    expect(whole('verify_books', '{"p_project":"1","p_part":2}')).toBeNull()
    expect(whole('verify_books?p_project=1&p_part=2', null)).toBeNull()
    expect(whole('verify_books', '{"p_project":"1"}', false)).toBeNull()
    expect(whole('report_sales', '{"p_project":"1"}')).toBeNull()
  })
})
