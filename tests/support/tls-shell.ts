import net from 'node:net'
import tls from 'node:tls'
import { hostAndPort, TcpProxy } from './tcp-proxy.ts'

/** Client and server share this key, so no certificate is needed. */
const KEY = Buffer.from('known to both sides')
const CIPHERS = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const

/** Gives a PostgreSQL that speaks no TLS a front that does. */
export class TlsShell extends TcpProxy {
  /** The driver's `ssl` option. */
  readonly client = {
    ...CIPHERS,
    pskCallback: () => ({ identity: 'test', psk: KEY }),
    checkServerIdentity: () => undefined,
  }

  private constructor(to: { host: string; port: number }) {
    const secure = tls.createServer({ ...CIPHERS, pskCallback: () => KEY }, (near) => {
      const far = net.connect(to.port, to.host)
      this.join(near, far)
      near.pipe(far).pipe(near)
    })
    super((near) => {
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
    const shell = new TlsShell(hostAndPort(address))
    await shell.listen()
    return shell
  }
}
