import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { collectAtRest, EVERY_MS } from './collect-at-rest.ts'

afterEach(() => void vi.useRealTimers())

it('frees what requests have left once few come', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const server = new EventEmitter()
  collectAtRest(server)
  const left = new WeakRef({})
  const pass = async (requests: number) => {
    for (let n = 0; n < requests; n++) server.emit('request')
    vi.advanceTimersByTime(EVERY_MS)
    // Memory that was asked for in a turn stays until its end.
    await nextTurn()
    return left.deref() !== undefined
  }
  expect(await pass(1)).toBe(true)
  await nextTurn()
  expect(await pass(50)).toBe(true)
  await nextTurn()
  expect(await pass(1)).toBe(false)
})
