import net from 'node:net'

/** A server of a test that stands before another one and takes its connections. */
export abstract class TcpProxy {
  protected readonly pairs = new Set<[near: net.Socket, far: net.Socket]>()
  readonly #server: net.Server

  /** `take` is handed each connection that somebody opens. */
  protected constructor(take: (near: net.Socket) => void) {
    this.#server = net.createServer(take)
  }

  protected async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  /** Makes a pair of two ends: when one of them ends, so does the other. */
  protected join(near: net.Socket, far: net.Socket): void {
    const pair: [net.Socket, net.Socket] = [near, far]
    this.pairs.add(pair)
    const end = () => {
      this.pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const side of pair) side.on('error', end).on('close', end)
  }

  /** The address, by way of this front. */
  through(address: string): string {
    const url = new URL(address)
    url.port = String((this.#server.address() as net.AddressInfo).port)
    return url.href
  }

  /** Ends every connection; new ones are made. */
  cut(): void {
    for (const [near] of this.pairs) near.destroy()
  }

  close(): void {
    this.#server.close()
    this.cut()
  }
}

/** Returns host and port of the server of an address. */
export function hostAndPort(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(address)
  return { host: hostname, port: Number(port) }
}
