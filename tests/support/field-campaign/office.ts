import { rmSync } from 'node:fs'
import net from 'node:net'
import postgres from 'postgres'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import { CHEAP_PASSWORDS } from '../../../scripts/verify/test-databases.ts'
import { openServer, type RunningServer, type WebServer } from '../../../tools/server-process.ts'
import { within } from '../field-history.ts'
import { TcpProxy } from '../tcp-proxy.ts'
import { copyOfTemplate, type DemoTemplate } from '../warm-servers.ts'
import { Wire } from '../wire.ts'

/** The moment at which the server dies of an act that it has received. */
export type Death = 'before the commit' | 'after the commit'

/** A call whose page is closed is waited for so long. */
const SEND_MS = 30_000

/** The address that phones know: behind it stands the server of this moment, or none. */
class Front extends TcpProxy {
  /** The port of the server; null while there is none. */
  port: number | null = null

  private constructor() {
    super((near) => {
      if (this.port === null) return near.destroy()
      const far = net.connect(this.port, '127.0.0.1')
      this.join(near, far)
      near.pipe(far).pipe(near)
    })
  }

  static async open(): Promise<Front> {
    const front = new Front()
    await front.listen()
    return front
  }
}

/** The office of a campaign: a web server that is killed at work and started again, at one address and on one database. */
export class Office implements WebServer {
  /** The database as its owner sees it. */
  readonly owner: postgres.Sql
  readonly #holder: postgres.Sql
  #server: RunningServer | null = null
  /** Deaths and starts, one after the other, and what went wrong in one. */
  #work: Promise<unknown> = Promise.resolve()
  #failed: unknown
  /** Times that the server died, by the moment. */
  readonly deaths = { 'before the commit': 0, 'after the commit': 0, 'at any moment': 0 }

  private constructor(
    database: string,
    readonly origin: string,
    readonly folder: string,
    private readonly front: Front,
    private readonly wire: Wire,
    private readonly address: string,
    private readonly drop: () => Promise<void>,
  ) {
    this.owner = postgres(database, { max: 1, onnotice: () => {} })
    this.#holder = postgres(database, { max: 1, onnotice: () => {} })
  }

  static async open(demo: DemoTemplate): Promise<Office> {
    const { folder, env, drop } = await copyOfTemplate(demo)
    const [front, wire] = [await Front.open(), await Wire.to(env.DATABASE_URL)]
    const [origin, address] = [front.through('http://127.0.0.1'), wire.through(env.DATABASE_URL)]
    const at = origin.replace(/\/$/, '')
    const office = new Office(env.DATABASE_URL, at, folder, front, wire, address, drop)
    await office.#start()
    return office
  }

  async #start(): Promise<void> {
    if (this.#server) return
    const env = { DATABASE_URL: this.address, LOG_LEVEL: 'warn' }
    const options = ['--require', CHEAP_PASSWORDS]
    const start = () => openServer(this.folder, env, undefined, options)
    // On a machine at other work it may take more than its minute.
    this.#server = await start().catch(start).catch(start)
    this.front.port = Number(new URL(this.#server.origin).port)
  }

  #kill(at: keyof Office['deaths']): void {
    this.deaths[at]++
    this.front.port = null
    this.#server?.process.kill('SIGKILL')
    this.#server = null
    this.front.cut()
    this.wire.mend()
  }

  get allDeaths(): number {
    return Object.values(this.deaths).reduce((sum, each) => sum + each, 0)
  }

  /** Waits until the server is there, whatever has killed it. */
  async isThere(): Promise<void> {
    for (let seen: unknown; seen !== this.#work; ) {
      seen = this.#work
      await seen
    }
    if (this.#failed) throw this.#failed
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work)
    this.#work = done.catch((error) => {
      this.#failed ??= error
    })
    return done
  }

  /** Kills the server at whatever it does, and has another one start. */
  async die(): Promise<void> {
    const dying = this.#next(async () => this.#kill('at any moment'))
    void this.#next(() => this.#start())
    return dying
  }

  /**
   * Sends an act, and kills the server when it has arrived: while its transaction has not ended, which is undone then, or once it
   * is committed and before the server knows. Returns the answer of an act that the server did not hand to the database.
   */
  async dieOf<T>(key: string, when: Death, send: () => Promise<T>): Promise<T | null> {
    const dying = this.#next(async () => {
      const answer = await this.#holder.begin(async (hold) => {
        await hold`select private.lock_number(${DEMO_ID}, 'field act', ${key})`
        const [holder] = await hold<{ pid: number }[]>`select pg_backend_pid() as pid`
        // The call of a page that is closed may have no end.
        const answering = within(SEND_MS, send())
        const arrived = this.#waitsFor(holder!.pid)
        const first = await Promise.race([answering, arrived.backend])
        arrived.stop()
        if (typeof first !== 'number') return first
        if (when === 'before the commit') {
          this.#kill(when)
          await this.owner`select pg_terminate_backend(${first})`
        } else this.wire.stall()
        return undefined
      })
      if (answer !== undefined) return answer as T | null
      if (when === 'after the commit') {
        await this.#isCommitted(key)
        this.#kill(when)
      }
      return null
    })
    void this.#next(() => this.#start())
    return dying
  }

  /** Waits until the office has an act; an act that it could not even refuse is none. */
  async #isCommitted(key: string): Promise<void> {
    for (const until = Date.now() + 10_000; Date.now() < until; ) {
      const found = await this.owner`select from public.field_acts where id = ${key}`
      if (found.length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** Looks for a backend that waits for what another one holds, until it is stopped. */
  #waitsFor(holder: number) {
    let going = true
    const look = async (): Promise<number | null> => {
      while (going) {
        const [found] = await this.owner<{ pid: number }[]>`
          select pid from pg_stat_activity where ${holder} = any (pg_blocking_pids(pid))`
        if (found) return found.pid
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return null
    }
    const stop = () => {
      going = false
    }
    return { backend: look(), stop }
  }

  async close(): Promise<void> {
    await this.isThere()
    await this.#server?.stop()
    this.front.close()
    this.wire.close()
    await Promise.all([this.owner.end(), this.#holder.end()])
    await this.drop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
