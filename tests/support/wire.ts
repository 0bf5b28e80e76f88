import net from 'node:net'
import { hostAndPort, TcpProxy } from './tcp-proxy.ts'

/**
 * The line between a server and its database, for tests that break it: it passes bytes on, swallows them, keeps the
 * answers back, or is cut.
 */
export class Wire extends TcpProxy {
  #mode: 'pass' | 'stalled' | 'refusing' = 'pass'
  #delay = 0

  private constructor(to: { host: string; port: number }) {
    super((near) => {
      if (this.#mode === 'refusing') return near.destroy()
      const far = net.connect(to.port, to.host)
      this.join(near, far)
      near.on('data', (bytes) => far.write(bytes))
      // Once the delay is over, an answer must not overtake one that is still kept back: the line would say something else.
      const kept: Buffer[] = []
      far.on('data', (bytes) => {
        if (this.#delay === 0 && kept.length === 0) return near.write(bytes)
        kept.push(bytes)
        setTimeout(() => near.write(kept.shift()!), this.#delay)
      })
      if (this.#mode === 'stalled') far.pause()
    })
  }

  /** A line to the server of this address. */
  static async to(address: string): Promise<Wire> {
    const wire = new Wire(hostAndPort(address))
    await wire.listen()
    return wire
  }

  /** Delays answers from now on by this many milliseconds; they keep their order. */
  delay(ms: number): void {
    this.#delay = ms
  }

  /** Ends every connection; new ones are ended, too. */
  refuse(): void {
    this.#mode = 'refusing'
    this.cut()
  }

  /** Holds back all answers, on old connections and new ones. */
  stall(): void {
    this.#mode = 'stalled'
    for (const [, far] of this.pairs) far.pause()
  }

  /** Restores normal answers. Held answers are delivered. */
  mend(): void {
    this.#mode = 'pass'
    this.#delay = 0
    for (const [, far] of this.pairs) far.resume()
  }
}
