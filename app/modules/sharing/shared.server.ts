import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/mini'
import { adminClient } from '~/platform/db/admin-client.server'
import { type KeptPapers, unpackPapers } from '~/platform/papers/packed'
import { problem } from '~/platform/request/errors'

const TOKEN = /^[0-9a-f]{32}$/

const answer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('open'), content: z.string() }),
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('wait'), seconds: z.number() }),
])

const WAIT = 'Too many links that do not exist were tried from here. Try again in some minutes.'

/** Addresses that have to wait, and until when: what they try meanwhile costs the database nothing. */
const waiting = new Map<string, number>()
const MOST_WAITING = 10_000

/**
 * Opens the paper of a link, and counts it. Null for a link that never was one and for one that has ended: both get the same answer.
 *
 * @throws the 429 page for an address that tries links.
 */
export async function openShared(
  { address }: Pick<AppLoadContext, 'address'>,
  token: string | undefined,
): Promise<KeptPapers | null> {
  if (!token || !TOKEN.test(token)) return null
  if ((waiting.get(address) ?? 0) > Date.now()) throw problem(429, WAIT)
  const { data, error } = await adminClient().rpc('open_shared_paper', {
    p_token: token,
    p_address: address,
  })
  if (error) throw error
  const opened = answer.parse(data)
  if (opened.state === 'wait') {
    if (waiting.size >= MOST_WAITING) waiting.clear()
    waiting.set(address, Date.now() + opened.seconds * 1000)
    throw problem(429, WAIT)
  }
  return opened.state === 'open' ? unpackPapers(opened.content) : null
}
