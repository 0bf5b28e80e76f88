import pg from 'pg'
import { expect, it } from 'vitest'
import { connectionTo } from './pool.ts'

const encryptionOf = (parameters: string) => {
  const { pooled: _, ...connection } = connectionTo(
    `postgres://kalakal@localhost/kalakal${parameters}`,
  )
  return new pg.Client(connection).ssl
}

it('encrypts and checks certificates as sslmode says', () => {
  expect(encryptionOf('')).toBe(false)
  expect(encryptionOf('?sslmode=disable')).toBe(false)
  expect(encryptionOf('?sslmode=require')).toEqual({ rejectUnauthorized: false })
  expect(encryptionOf('?sslmode=verify-full')).toEqual({})
})

it('knows a pooler by a parameter that PostgreSQL never sees', () => {
  const { pooled, connectionString } = connectionTo(
    'postgres://kalakal@pooler/kalakal?pgbouncer=true',
  )
  expect([pooled, connectionString]).toEqual([true, 'postgres://kalakal@pooler/kalakal'])
})
