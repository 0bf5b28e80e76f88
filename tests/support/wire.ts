import net from 'node:net'

/**
 * The line between a server and its database, for tests that break it: it passes bytes on, swallows them, keeps the
 * answers back, or is cut.
 */
export class Wire {
  readonly #pairs = new Set<[near: net.Socket, far: net.Socket]>()
  readonly #server: net.Server
  #mode: 'pass' | 'stalled' | 'refusing' = 'pass'
  #delay = 0

  private constructor(to: { host: string; port: number }) {
    this.#server = net.createServer((near) => {
      if (this.#mode === 'refusing') return near.destroy()
      const far = net.connect(to.port, to.host)
      const pair: [net.Socket, net.Socket] = [near, far]
      this.#pairs.add(pair)
      const end = () => {
        this.#pairs.delete(pair)
        near.destroy()
        far.destroy()
      }
      for (const side of pair) side.on('error', end).on('close', end)
      near.on('data', (bytes) => far.write(bytes))
      far.on('data', (bytes) => {
        if (this.#delay === 0) near.write(bytes)
        else setTimeout(() => near.write(bytes), this.#delay)
      })
      if (this.#mode === 'stalled') far.pause()
    })
  }

  /** A line to the server of this address. */
  static async to(address: string): Promise<Wire> {
    const { hostname, port } = new URL(address)
    const wire = new Wire({ host: hostname, port: Number(port) })
    await new Promise<void>((resolve) => wire.#server.listen(0, '127.0.0.1', resolve))
    return wire
  }

  /** The address, by way of this line. */
  through(address: string): string {
    const url = new URL(address)
    url.port = String((this.#server.address() as net.AddressInfo).port)
    return url.href
  }

  /** From now on answers come this many milliseconds late; one after the other, as they were sent. */
  delay(ms: number): void {
    this.#delay = ms
  }

  /** Ends every connection; new ones are made. */
  cut(): void {
    for (const [near] of this.#pairs) near.destroy()
  }

  /** Ends every connection; new ones are ended, too. */
  refuse(): void {
    this.#mode = 'refusing'
    this.cut()
  }

  /** Nothing comes back any longer, on old connections and new ones. */
  stall(): void {
    this.#mode = 'stalled'
    for (const [, far] of this.#pairs) far.pause()
  }

  /** All is well again. What was kept back comes. */
  mend(): void {
    this.#mode = 'pass'
    this.#delay = 0
    for (const [, far] of this.#pairs) far.resume()
  }

  close(): void {
    this.#server.close()
    this.cut()
  }
}
