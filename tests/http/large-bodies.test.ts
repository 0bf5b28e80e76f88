import { beforeAll, describe, expect, it } from 'vitest'
import { openSecrets } from '../../server/data-folder.ts'
import { LARGE_BODY, PREFIXES, pour } from '../support/large-body.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let apikey: string

beforeAll(async () => {
  apikey = (await openSecrets(server.folder)).publishableKey
})

const memory = async () =>
  ((await (await fetch(`${server.origin}/health`)).json()) as { memoryMiB: number }).memoryMiB

describe('a body of 100 MiB', () => {
  it.each(PREFIXES)('to %s is not taken', { timeout: 60_000 }, async (address) => {
    const before = await memory()
    const plain = { 'content-type': 'application/json' }
    const asked = [
      pour(server.origin, address, { ...plain, 'content-length': LARGE_BODY }),
      pour(server.origin, address, { ...plain, 'transfer-encoding': 'chunked' }),
      pour(server.origin, address, { ...plain, 'content-length': LARGE_BODY, apikey }),
      pour(server.origin, address, { ...plain, 'transfer-encoding': 'chunked', apikey }),
      pour(server.origin, address, { ...plain, 'content-length': LARGE_BODY, apikey: 'wrong' }),
      pour(server.origin, address, { ...plain, 'content-length': LARGE_BODY, apikey }, 'PUT'),
      pour(server.origin, address, {
        ...plain,
        'content-length': LARGE_BODY,
        apikey,
        expect: '100-continue',
      }),
    ]
    // Others are served meanwhile.
    expect((await fetch(`${server.origin}/health/live`)).status).toBe(200)
    for (const { status, sent } of await Promise.all(asked)) {
      expect(status === null || status >= 400).toBe(true)
      // Answered before it was sent; buffers of both sides hold some of it.
      expect(sent).toBeLessThan(LARGE_BODY)
    }
    expect((await memory()) - before).toBeLessThan(150)
  })
})
