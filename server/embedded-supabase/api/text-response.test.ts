import { expect, it } from 'vitest'
import { TextResponse } from './text-response.ts'

const INIT = { status: 201, headers: { 'Content-Type': 'application/json', 'X-Kind': 'rows' } }

it('is read as any other response, each way of reading, and again', async () => {
  const response = new TextResponse('{"name":"Piña"}', INIT)
  expect(response).toBeInstanceOf(Response)
  expect([response.status, response.ok, response.headers.get('x-kind')]).toEqual([
    201,
    true,
    'rows',
  ])
  expect(await response.text()).toBe('{"name":"Piña"}')
  expect(await response.json()).toEqual({ name: 'Piña' })
  expect(new TextDecoder().decode(await response.arrayBuffer())).toBe('{"name":"Piña"}')
  expect(await new Response(response.body).text()).toBe('{"name":"Piña"}')
  const copy = response.clone()
  expect([copy.status, copy.headers.get('x-kind')]).toEqual([201, 'rows'])
  expect(await copy.json()).toEqual({ name: 'Piña' })
  expect(await (await response.blob()).text()).toBe('{"name":"Piña"}')
})

it('is empty where nothing is to be said', async () => {
  expect(await new TextResponse(undefined, INIT).text()).toBe('')
})
