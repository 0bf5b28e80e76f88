import http from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSecrets } from '../../server/data-folder.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const MIB = 1024 * 1024
const SIZE = 100 * MIB
const PART = Buffer.alloc(256 * 1024, 'a')
let apikey: string

beforeAll(async () => {
  apikey = (await openSecrets(server.folder)).publishableKey
})

/** Sends a body of 100 MiB until an answer comes or the other side hangs up; counts what was taken. */
function pour(address: string, headers: http.OutgoingHttpHeaders, method = 'POST') {
  const { hostname, port } = new URL(server.origin)
  return new Promise<{ status: number | null; sent: number }>((resolve) => {
    let sent = 0
    let status: number | null = null
    const request = http.request({ hostname, port, path: address, method, headers }, (response) => {
      status = response.statusCode!
      request.destroy()
    })
    const more = () => {
      while (sent < SIZE && status === null && !request.destroyed) {
        sent += PART.length
        if (!request.write(PART)) {
          request.once('drain', more)
          return
        }
      }
      if (!request.destroyed) request.end()
    }
    request.on('error', () => {})
    request.on('close', () => resolve({ status, sent }))
    more()
  })
}

const memory = async () =>
  ((await (await fetch(`${server.origin}/health`)).json()) as { memoryMiB: number }).memoryMiB

const PREFIXES = [
  '/supabase/rest/v1/customers',
  '/supabase/rest/v1/rpc/current_identity',
  '/supabase/auth/v1/token?grant_type=password',
  '/supabase/auth/v1/user',
  '/supabase/storage/v1/object/vouchers/a/b.pdf',
  '/supabase/no/such/address',
  '/supabase/auth/v1/admin/users',
  '/',
  '/home',
  '/api/account-name',
  '/expenses/expenses-list/00000000-0000-4000-8000-000000000000',
  '/health',
]

describe('a body of 100 MiB', () => {
  it.each(PREFIXES)('to %s is not taken', { timeout: 60_000 }, async (address) => {
    const before = await memory()
    const plain = { 'content-type': 'application/json' }
    const asked = [
      pour(address, { ...plain, 'content-length': SIZE }),
      pour(address, { ...plain, 'transfer-encoding': 'chunked' }),
      pour(address, { ...plain, 'content-length': SIZE, apikey }),
      pour(address, { ...plain, 'transfer-encoding': 'chunked', apikey }),
      pour(address, { ...plain, 'content-length': SIZE, apikey: 'wrong' }),
      pour(address, { ...plain, 'content-length': SIZE, apikey }, 'PUT'),
      pour(address, { ...plain, 'content-length': SIZE, apikey, expect: '100-continue' }),
    ]
    // Others are served meanwhile.
    expect((await fetch(`${server.origin}/health/live`)).status).toBe(200)
    for (const { status, sent } of await Promise.all(asked)) {
      expect(status === null || status >= 400).toBe(true)
      // Answered before it was sent; buffers of both sides hold some of it.
      expect(sent).toBeLessThan(SIZE)
    }
    expect((await memory()) - before).toBeLessThan(150)
  })
})
