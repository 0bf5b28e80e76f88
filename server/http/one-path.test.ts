import { expect, it } from 'vitest'
import { onePath } from './one-path.ts'

it.each([
  '/',
  '/home',
  '/assets/entry.client-Bx_1.js',
  '/sales/bookings/0198a0e0-0000-7000-8000-000000000000',
  '/a.b/c..d',
  '/%252e%252e/home',
])('reads %s as it is written', (path) => expect(onePath(path)).toBe(path))

it.each([
  ['/%68ome', '/home'],
  ['/%61pi/account', '/api/account'],
  ['/%C3%91ora', '/%C3%91ora'],
])('reads %s as %s', (path, one) => expect(onePath(path)).toBe(one))

it.each([
  '',
  '*',
  'home',
  'http://127.0.0.1/home',
  '//evil.example',
  '/api//x',
  '/api/../home',
  '/api/..',
  '/./home',
  '/api/%2e%2e/home',
  '/api/.%2E/home',
  '/api%2f..%2fhome',
  '/api/..\\home',
  '/api/%5c..%5chome',
  '/home%3f',
  '/home%23',
  '/home%00',
  '/ho%0ame',
  '/%',
  '/%ff',
])('does not read %s', (path) => expect(onePath(path)).toBeNull())
