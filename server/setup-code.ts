import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Backend } from './backend.ts'
import { accountClient } from './supabase.ts'

/** A code is for one hour: a little later the next one is offered, as long as there is no administrator. */
const EVERY_MS = 61 * 60_000

/**
 * Writes a code for the page /setup into the log while the installation has no administrator. The code of the last start is
 * the one that works.
 *
 * @returns stops it.
 */
export function offerSetup(backend: Backend, log: Logger, origin: string): () => void {
  const client = accountClient(backend)
  const offer = async (anew: boolean) => {
    const code = randomBytes(16).toString('hex')
    const { data: taken, error } = await client.rpc('offer_setup', {
      p_code_hash: createHash('sha256').update(code).digest('hex'),
      p_anew: anew,
    })
    if (error) log.warn({ err: error }, 'no code for /setup could be made')
    // A start takes the place of every other code: it is refused where there is an administrator, who stays.
    else if (!taken && anew) clearInterval(timer)
    else if (taken)
      log.warn(
        `This installation has no administrator. Open ${origin}/setup?code=${code} within an hour to make one.`,
      )
  }
  const timer = setInterval(() => void offer(false), EVERY_MS)
  timer.unref()
  void offer(true)
  return () => clearInterval(timer)
}
