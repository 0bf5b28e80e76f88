import type { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Time between two looks at how many requests came. */
export const EVERY_MS = 20_000
/** Requests in that time with which a server is at rest: supervisors ask for its health all day. */
const FEW = 10

/**
 * Collects what requests have left in memory once few come any more. V8 collects when more is allocated, so that a server at rest
 * would keep all of it.
 */
export function collectAtRest(server: EventEmitter): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let requests = 0
  let worked = false
  server.on('request', () => {
    requests += 1
  })
  setInterval(() => {
    if (requests > FEW) worked = true
    else if (worked) {
      worked = false
      collect()
    }
    requests = 0
  }, EVERY_MS).unref()
}
