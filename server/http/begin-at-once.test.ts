import type { AppLoadContext } from '@remix-run/node'
import { describe, expect, it } from 'vitest'
import { beginAtOnce } from './begin-at-once.ts'

const personOf = (name: string) => ({ requestId: name }) as AppLoadContext
const known = personOf('known')
const other = personOf('other')

/** Returns what the database says, once `resolve` is called. */
function later() {
  let resolve!: (context: AppLoadContext) => void
  const verified = new Promise<AppLoadContext>((done) => {
    resolve = done
  })
  return { verified, resolve }
}

/** Notes with whom the loaders were run, and answers with that name. */
function loaders() {
  const seen: AppLoadContext[] = []
  let cancelled = 0
  const handle = async (context: AppLoadContext) => {
    seen.push(context)
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(context.requestId)),
      cancel: () => {
        cancelled += 1
      },
    })
    return new Response(body)
  }
  return { seen, handle, cancelled: () => cancelled }
}
/** The first part of an answer. */
const partOf = async ({ body }: Response) =>
  new TextDecoder().decode((await body!.getReader().read()).value)

describe('the answer to a question', () => {
  it('begins before the database has said who asks', async () => {
    const { seen, handle } = loaders()
    const { verified, resolve } = later()
    const answer = beginAtOnce({ expected: known, verified }, handle)
    expect(seen).toEqual([known])
    resolve(known)
    expect(await partOf(await answer)).toBe('known')
    expect(seen).toEqual([known])
  })

  it('is made anew when it is somebody else', async () => {
    const { seen, handle, cancelled } = loaders()
    const verified = Promise.resolve(other)
    const answer = await beginAtOnce({ expected: known, verified }, handle)
    expect(await partOf(answer)).toBe('other')
    expect([seen, cancelled()]).toEqual([[known, other], 1])
  })

  it('is made anew when the expected person’s failed, and fails when the same person’s did', async () => {
    const handle = async (context: AppLoadContext) => {
      if (context === known) throw new Error('refused')
      return new Response('right')
    }
    const differs = { expected: known, verified: Promise.resolve(other) }
    expect(await (await beginAtOnce(differs, handle)).text()).toBe('right')
    const same = { expected: known, verified: Promise.resolve(known) }
    await expect(beginAtOnce(same, handle)).rejects.toThrow('refused')
  })

  it('fails when the database does not answer, and what was begun is given up', async () => {
    const { handle, cancelled } = loaders()
    const verified = Promise.reject(new Error('The database does not respond.'))
    await expect(beginAtOnce({ expected: known, verified }, handle)).rejects.toThrow('not respond')
    await new Promise(setImmediate)
    expect(cancelled()).toBe(1)
  })

  it('waits where nobody is expected', async () => {
    const { seen, handle } = loaders()
    const { verified, resolve } = later()
    const answer = beginAtOnce({ expected: null, verified }, handle)
    expect(seen).toEqual([])
    resolve(other)
    expect(await partOf(await answer)).toBe('other')
  })
})
