import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beatEvery, watchSilence } from './silence.ts'

const SILENCE_MS = 300_000
const gone = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  gone.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a thread that is watched', () => {
  it('is given up once, when it has been silent for long', () => {
    const watch = watchSilence(SILENCE_MS, gone)
    vi.advanceTimersByTime(SILENCE_MS - 1)
    expect(gone).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(gone).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(2 * SILENCE_MS)
    expect(gone).toHaveBeenCalledTimes(1)
    watch.end()
  })

  it('is kept with a sign of life now and then', () => {
    const watch = watchSilence(SILENCE_MS, gone)
    for (let n = 0; n < 3; n++) {
      vi.advanceTimersByTime(SILENCE_MS - beatEvery(SILENCE_MS))
      watch.beat()
    }
    expect(gone).not.toHaveBeenCalled()
    watch.end()
  })

  it('is kept when the machine slept, which only the clock says', () => {
    const watch = watchSilence(SILENCE_MS, gone)
    vi.setSystemTime(Date.now() + 10 * SILENCE_MS)
    vi.advanceTimersByTime(beatEvery(SILENCE_MS))
    expect(gone).not.toHaveBeenCalled()
    watch.end()
  })

  it('is watched no more once it has ended', () => {
    watchSilence(SILENCE_MS, gone).end()
    vi.advanceTimersByTime(2 * SILENCE_MS)
    expect(gone).not.toHaveBeenCalled()
  })
})
