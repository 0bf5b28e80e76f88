import { describe, expect, it } from 'vitest'
import { refuseNul } from './nul.ts'

const request = (path: string, body?: string) =>
  refuseNul({
    url: `http://localhost${path}`,
    body: body === undefined ? null : (new TextEncoder().encode(body).buffer as ArrayBuffer),
  })?.status ?? null

describe('refuseNul', () => {
  it('refuses it in a name, a value and a body, raw and escaped', () => {
    expect(request('/rest/v1/products?na%00me=eq.1')).toBe(400)
    expect(request('/rest/v1/products?name=eq.%00')).toBe(400)
    expect(request('/rest/v1/products', '{"a\\u0000":1}')).toBe(400)
    expect(request('/rest/v1/products', '{"a":"\\\\\\u0000"}')).toBe(400)
    expect(request('/rest/v1/products', '{"a":"\0"}')).toBe(400)
  })

  it('names the argument or column, where the body can be read', async () => {
    const field = async (body: string) => {
      const url = 'http://localhost/rest/v1/rpc/f'
      const refusal = refuseNul({ url, body: new TextEncoder().encode(body).buffer as ArrayBuffer })
      return refusal && ((await refusal.json()) as object)
    }
    expect(await field('{"p_a":"x","p_b":{"c":"\\u0000"}}')).toMatchObject({
      hint: 'invalid',
      details: 'b',
    })
    expect(await field('[{"name":"\\u0000"}]')).toMatchObject({ details: 'name' })
    expect(await field('{"a\0')).toMatchObject({ hint: 'invalid', details: '' })
  })

  it('lets everything else pass, also an escaped backslash before the code', () => {
    expect(request('/rest/v1/products?name=eq.100%25')).toBe(null)
    expect(request('/rest/v1/products', '{"a":"\\\\u0000"}')).toBe(null)
    expect(request('/rest/v1/products')).toBe(null)
  })
})
