import net from 'node:net'
import tls from 'node:tls'

/** Both sides know this: no certificate is needed. */
const KEY = Buffer.from('known to both sides')
const CIPHERS = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const

/** Gives a PostgreSQL that speaks no TLS a front that does. */
export class TlsShell {
  /** For the driver's `ssl`. */
  readonly client = {
    ...CIPHERS,
    pskCallback: () => ({ identity: 'test', psk: KEY }),
    checkServerIdentity: () => undefined,
  }
  readonly #open = new Set<net.Socket>()
  readonly #server: net.Server

  private constructor(to: { host: string; port: number }) {
    const secure = tls.createServer({ ...CIPHERS, pskCallback: () => KEY }, (near) => {
      const far = net.connect(to.port, to.host)
      const end = () => {
        near.destroy()
        far.destroy()
      }
      for (const side of [near, far]) {
        this.#open.add(side)
        side.on('error', end).on('close', end)
      }
      near.pipe(far).pipe(near)
    })
    this.#server = net.createServer((near) => {
      near.on('error', () => near.destroy())
      // The client's first words ask whether this side speaks TLS.
      near.once('data', () => {
        near.write('S')
        secure.emit('connection', near)
      })
    })
  }

  /** A front for the server of this address. */
  static async before(address: string): Promise<TlsShell> {
    const { hostname, port } = new URL(address)
    const shell = new TlsShell({ host: hostname, port: Number(port) })
    await new Promise<void>((resolve) => shell.#server.listen(0, '127.0.0.1', resolve))
    return shell
  }

  /** The address, by way of this front. */
  through(address: string): string {
    const url = new URL(address)
    url.port = String((this.#server.address() as net.AddressInfo).port)
    return url.href
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#open) socket.destroy()
  }
}
