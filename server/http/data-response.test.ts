import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { describe, expect, it } from 'vitest'
import { DataResponse, dataText, isPlain, withData } from './data-response.ts'

const DATA = { name: 'Piña', rows: [{ amount: '96.25' }, { amount: null }], count: 2, open: true }
const JSON_TYPE = 'application/json; charset=utf-8'

it('is read as any other response, each way of reading, and again', async () => {
  const response = new DataResponse(DATA)
  expect(response).toBeInstanceOf(Response)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, JSON_TYPE])
  expect(await response.json()).toBe(DATA)
  expect(JSON.parse(await response.text())).toEqual(DATA)
  expect(JSON.parse(new TextDecoder().decode(await response.arrayBuffer()))).toEqual(DATA)
  expect(await new Response(response.body).json()).toEqual(DATA)
  expect(JSON.parse(await (await response.blob()).text())).toEqual(DATA)
  response.headers.set('X-Kind', 'rows')
  const copy = response.clone()
  expect([copy.headers.get('x-kind'), copy.headers.get('content-type')]).toEqual([
    'rows',
    JSON_TYPE,
  ])
  expect(await copy.json()).toBe(DATA)
})

describe('data that are the same when they are read from their JSON', () => {
  it.each([DATA, [], {}, null, '', 0, -1.5, false, { '': [[]] }])('are plain: %j', (value) => {
    expect(isPlain(value)).toBe(true)
    expect(JSON.parse(JSON.stringify(value))).toEqual(value)
  })

  it.each([
    ['nothing', undefined],
    ['a property without a value', { toast: undefined }],
    ['a list with a gap', new Array(1)],
    ['minus zero', [-0]],
    ['no number', { rate: Number.NaN }],
    ['a large number', 1n],
    ['a date', { day: new Date(0) }],
    ['a map', new Map()],
    ['a response', new Response()],
    ['what says its own JSON', { toJSON: () => 'else' }],
    ['an object without a prototype', Object.create(null)],
  ])('are not %s', (_, value) => {
    expect(isPlain(value)).toBe(false)
  })
})

describe('a build whose loaders answer with their data', () => {
  const seen: unknown[] = []
  const handlerOf = (loader: () => unknown) => {
    const module = { loader, default: () => null }
    const build = {
      entry: {
        module: {
          default: (_request: Request, status: number, headers: Headers, context: object) => {
            const { loaderData } = (context as { staticHandlerContext: { loaderData: object } })
              .staticHandlerContext
            seen.push(loaderData)
            return new Response('page', { status, headers })
          },
        },
      },
      routes: { root: { id: 'root', path: '', module } },
      assets: { routes: {}, entry: {}, version: '1', url: '' },
      future: {},
      basename: '/',
      publicPath: '/',
      isSpaMode: false,
    } as unknown as ServerBuild
    return createRequestHandler(withData(build), 'production')
  }

  it('gives a page the data themselves, and a browser their JSON', async () => {
    const handle = handlerOf(() => DATA)
    expect((await handle(new Request('http://any/'))).status).toBe(200)
    expect((seen.at(-1) as { root: unknown }).root).toBe(DATA)
    const data = await handle(new Request('http://any/?_data=root'))
    expect(JSON.parse(dataText(data)!)).toEqual(DATA)
    expect(data.headers.get('x-remix-response')).toBe('yes')
    expect(JSON.parse(await data.text())).toEqual(DATA)
  })

  it('leaves to Remix what is no plain data', async () => {
    const handle = handlerOf(() => ({ day: new Date(0), toast: undefined }))
    await handle(new Request('http://any/'))
    expect((seen.at(-1) as { root: unknown }).root).toStrictEqual({
      day: '1970-01-01T00:00:00.000Z',
    })
    const data = await handle(new Request('http://any/?_data=root'))
    expect(dataText(data)).toBeNull()
    expect(await data.json()).toEqual({ day: '1970-01-01T00:00:00.000Z' })
  })
})
