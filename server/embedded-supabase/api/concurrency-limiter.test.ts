import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConcurrencyLimiter, PGLITE_LIMITS, POSTGRES_LIMITS } from './concurrency-limiter.ts'

type Release = () => void

/** Asks for a slot; `slots` collects what has started, in the order of the starts. */
function asker(limiter: ConcurrencyLimiter, external = true, patient = false) {
  const slots: { key: string; release: Release }[] = []
  const refused: string[] = []
  const ask = (key: string, signal = new AbortController().signal) =>
    limiter.acquire(key, { external, patient }, signal).then(
      (release) => {
        if (release) slots.push({ key, release })
        else refused.push(key)
      },
      (reason: Error) => refused.push(`${key} ${reason.message}`),
    )
  const started = () => slots.map(({ key }) => key)
  return { ask, slots, refused, started }
}
/** Lets what is due run. */
const turn = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('one client', () => {
  it.each([
    ['PostgreSQL', POSTGRES_LIMITS],
    ['PGlite', PGLITE_LIMITS],
  ])('runs as many requests as it may, and leaves slots to others: %s', async (_, limits) => {
    expect(limits.perClient).toBeLessThanOrEqual(limits.total / 2)
    const { ask, started } = asker(new ConcurrencyLimiter(limits))
    for (let n = 0; n < 20; n++) void ask('greedy')
    await turn()
    expect(started()).toHaveLength(limits.perClient)
    void ask('other')
    await turn()
    expect(started().at(-1)).toBe('other')
  })

  it('is refused when thirty of its requests wait, others are not', async () => {
    const { ask, refused, started } = asker(new ConcurrencyLimiter(POSTGRES_LIMITS))
    for (let n = 0; n < POSTGRES_LIMITS.perClient + 30; n++) void ask('greedy')
    await turn()
    expect(refused).toEqual([])
    void ask('greedy')
    void ask('other')
    await turn()
    expect(refused).toEqual(['greedy'])
    expect(started()).toContain('other')
  })

  it('is refused after ten seconds in the queue', async () => {
    const { ask, refused } = asker(new ConcurrencyLimiter(PGLITE_LIMITS))
    void ask('one')
    await turn()
    void ask('one')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(refused).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(refused).toEqual(['one'])
  })

  it('pauses after a long request, for as long as it took; others do not', async () => {
    const { ask, slots, started } = asker(new ConcurrencyLimiter(PGLITE_LIMITS))
    void ask('slow')
    await turn()
    await vi.advanceTimersByTimeAsync(1_000)
    slots[0]!.release()
    void ask('slow')
    void ask('other')
    await vi.advanceTimersByTimeAsync(990)
    expect(started()).toEqual(['slow', 'other'])
    await vi.advanceTimersByTimeAsync(20)
    expect(started()).toEqual(['slow', 'other', 'slow'])
  })
})

describe('all clients', () => {
  it('are served in turn: the one that was served longest ago is next', async () => {
    const limiter = new ConcurrencyLimiter({ total: 1, perClient: 1, external: 1 })
    const { ask, slots, started } = asker(limiter)
    for (const key of ['a', 'a', 'a', 'b', 'b', 'c']) void ask(key)
    await turn()
    for (let n = 0; n < 6; n++) {
      slots[n]?.release()
      await turn()
    }
    // The first slot was free when the client was new.
    expect(started()).toEqual(['a', 'a', 'b', 'c', 'a', 'b'])
  })

  it('of field apps together leave slots to the web', async () => {
    const limiter = new ConcurrencyLimiter(POSTGRES_LIMITS)
    const apps = asker(limiter)
    for (let n = 0; n < 40; n++) void apps.ask(`app ${n}`)
    await turn()
    expect(apps.started()).toHaveLength(POSTGRES_LIMITS.external)
    const web = asker(limiter, false)
    for (let n = 0; n < 40; n++) void web.ask(`person ${n}`)
    await turn()
    expect(web.started()).toHaveLength(POSTGRES_LIMITS.total - POSTGRES_LIMITS.external)
  })

  it('use as many slots as there are, and every one again', async () => {
    const { ask, slots } = asker(new ConcurrencyLimiter(POSTGRES_LIMITS), false)
    const done = 500
    for (let n = 0; n < done; n++) void ask(`person ${n % 50}`)
    await turn()
    let most = 0
    for (let n = 0; n < done; n++) {
      most = Math.max(most, slots.length - n)
      slots[n]!.release()
      // A slot that is given back twice is one slot.
      slots[n]!.release()
      await turn()
    }
    expect(most).toBe(POSTGRES_LIMITS.total)
    expect(slots).toHaveLength(done)
  })
})

describe('a patient request', () => {
  const limiters = () => {
    const limiter = new ConcurrencyLimiter(PGLITE_LIMITS)
    return { report: asker(limiter, false, true), page: asker(limiter, false) }
  }

  it('starts at once where nobody else asks', async () => {
    const { report } = limiters()
    await vi.advanceTimersByTimeAsync(60)
    for (let n = 0; n < 3; n++) {
      void report.ask('report')
      await turn()
      report.slots[n]!.release()
      await turn()
    }
    expect(report.started()).toHaveLength(3)
  })

  it('waits until others have had a pause', async () => {
    const { report, page } = limiters()
    await vi.advanceTimersByTimeAsync(60)
    void page.ask('page')
    void report.ask('report')
    await vi.advanceTimersByTimeAsync(100)
    expect(report.started()).toEqual([])
    page.slots[0]!.release()
    await vi.advanceTimersByTimeAsync(50)
    expect(report.started()).toEqual([])
    await vi.advanceTimersByTimeAsync(80)
    expect(report.started()).toEqual(['report'])
  })

  it('starts after two seconds, whatever others ask', async () => {
    const { report, page } = limiters()
    void page.ask('page')
    void report.ask('report')
    await vi.advanceTimersByTimeAsync(1_950)
    expect(report.started()).toEqual([])
    await vi.advanceTimersByTimeAsync(120)
    expect(report.started()).toEqual(['report'])
  })
})

describe('a client that has gone', () => {
  it('leaves the queue, and takes no slot', async () => {
    const { ask, slots, refused, started } = asker(new ConcurrencyLimiter(PGLITE_LIMITS))
    const gone = new AbortController()
    void ask('one')
    void ask('one', gone.signal)
    void ask('one')
    await turn()
    gone.abort(new Error('gone'))
    await turn()
    expect(refused).toEqual(['one gone'])
    slots[0]!.release()
    await turn()
    expect(started()).toEqual(['one', 'one'])
  })
})
