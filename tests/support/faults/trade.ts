import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { verifyInParts } from '../verify-parts.ts'
import { type CommandOutcome, type CompanyApi, freshKey } from './company.ts'

const STAFF = 'special-access-1'
/** Approves what the staff recorded. */
const FINANCE = 'finance-admin'
/** Sets prices, so that the staff may validate bookings at them. */
const PRICING = 'sales-admin'
const BOUGHT = 20
const SOLD = 3
const PRICE = '10.00'
/** The pause between two tries of a command that was not answered. */
const PAUSE_MS = 100

interface Document {
  id: string
  version: number
}

interface SentCommand {
  name: string
  args: object
  answer: CommandOutcome
}

/**
 * Lets people work while a server fails: each buys, books, validates, invoices, delivers and collects, one command
 * after the other, and repeats a command, with the same `p_idempotency_key`, until it is answered. The answers are
 * kept and compared with the tables afterwards.
 */
export class Trade {
  /** Acts that were answered, each once. */
  answered = 0
  /** Tries that got no answer: nobody knew what became of them. */
  unanswered = 0

  readonly #product = randomUUID()
  readonly #run = this.#product.slice(0, 8)
  readonly #customers: string[] = []
  readonly #before = new Map<string, number>()
  readonly #done = new Map<string, number>()
  /** Acts that were answered since the last check. */
  #fresh: SentCommand[] = []
  readonly #lost = new Set<SentCommand>()
  readonly #refused: string[] = []
  #serial = 0
  #gate = Promise.resolve()
  #open = () => {}
  #sending = 0
  #stopped = false
  #work: Promise<unknown> = Promise.resolve()
  #goal = { answers: Number.POSITIVE_INFINITY, reached: () => {} }

  constructor(
    private readonly api: CompanyApi,
    readonly people: number,
  ) {}

  /** A product, a customer for each person, and the counts from before. */
  async prepare(): Promise<void> {
    for (const login of [STAFF, FINANCE, PRICING, 'agent', 'owner']) await this.api.signIn(login)
    const product = {
      id: this.#product,
      description: `Rice ${this.#run}`,
      material_code: this.#run,
      def_srp: PRICE,
    }
    await this.api.insert(PRICING, 'products', product)
    for (let n = 0; n < this.people; n++) {
      const { id, version } = await this.api.ask<Document>('agent', 'request_customer', {
        p_idempotency_key: freshKey(),
        p_customer: { name: `Store ${this.#run} ${n}` },
      })
      await this.api.ask(FINANCE, 'decide_customer', {
        p_idempotency_key: freshKey(),
        p_customer: id,
        p_version: version,
        p_decision: 'approved',
        p_credit_line: null,
      })
      this.#customers.push(id)
    }
    for (const table of ['purchases', 'bookings', 'collections'])
      this.#before.set(table, (await this.api.rows(STAFF, `${table}?select=id&limit=1`)).count)
  }

  /** Starts all people, who go on until `stop`. */
  start(): void {
    this.#work = Promise.all(
      this.#customers.map(async (customer) => {
        while (!this.#stopped) await this.#sell(customer)
      }),
    )
    // Thrown by `progress` and `stop`.
    this.#work.catch(() => {})
  }

  /** Resolves once so many more commands have been answered. */
  progress(answers: number): Promise<unknown> {
    const reached = new Promise<void>((resolve) => {
      this.#goal = { answers: this.answered + answers, reached: resolve }
    })
    return Promise.race([reached, this.#work])
  }

  /** Lets nobody begin anything new; resolves when no answer is pending. */
  async pause(): Promise<void> {
    this.#gate = new Promise((resolve) => {
      this.#open = resolve
    })
    while (this.#sending > 0) await sleep(5)
  }

  /** Lets all people go on. */
  resume(): void {
    this.#open()
  }

  /** Lets all people finish their sale, and ends. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.resume()
    await this.#work
  }

  /** Checks while nobody works, and lets all people go on, also after a failure: the tests that come next wait for them. */
  async checkAtRest(): Promise<void> {
    try {
      await this.check()
    } finally {
      this.resume()
    }
  }

  /**
   * While nobody works: nothing that was answered is lost; what was not is wholly there or not at all, and sent again
   * has one effect and one answer; the books are right.
   */
  async check(): Promise<void> {
    for (const command of this.#lost) {
      const [first, second] = [await this.#sendAgain(command), await this.#sendAgain(command)]
      expect(first, `${command.name}, sent again`).toMatchObject({ kind: 'done' })
      expect(second).toEqual(first)
      this.#settle(command, first)
    }
    const again = await Promise.all(this.#fresh.map((command) => this.#sendAgain(command)))
    expect(again).toEqual(this.#fresh.map(({ answer }) => answer))
    this.#fresh = []
    expect(await this.#found()).toEqual(this.#expected())
    const checks = await verifyInParts((p_part) =>
      this.api.ask('owner', 'verify_books', { p_part }),
    )
    expect(checks.length).toBeGreaterThan(20)
    expect(checks.filter(({ violations }) => violations > 0)).toEqual([])
    expect(this.#refused).toEqual([])
  }

  async #found() {
    const count = async (table: string) =>
      (await this.api.rows(STAFF, `${table}?select=id&limit=1`)).count - this.#before.get(table)!
    const { rows } = await this.api.rows<{ on_hand: number; reserved: number }>(
      STAFF,
      `inventory?select=on_hand,reserved&product_id=eq.${this.#product}`,
    )
    return {
      purchases: await count('purchases'),
      bookings: await count('bookings'),
      collections: await count('collections'),
      stock: rows[0] ?? null,
    }
  }

  #expected() {
    const of = (name: string) => this.#done.get(name) ?? 0
    return {
      purchases: of('create_purchase'),
      bookings: of('create_booking'),
      collections: of('record_collection'),
      stock:
        of('create_purchase') > 0
          ? {
              on_hand: BOUGHT * of('create_purchase') - SOLD * of('deliver_booking'),
              reserved: SOLD * (of('validate_booking') - of('deliver_booking')),
            }
          : null,
    }
  }

  /** Makes one sale, from the purchase of the goods to the money. */
  async #sell(customer_id: string): Promise<void> {
    const no = `${this.#run}-${++this.#serial}`
    const line = { product_id: this.#product, quantity: BOUGHT, cost: '7.00', prod_srp: PRICE }
    const p_purchase = { po_no: `PO-${no}`, supplier: 'North Mills', lines: [line] }
    await this.#command('create_purchase', { p_purchase })
    const lines = [{ product_id: this.#product, quantity: SOLD, agent_srp: PRICE }]
    const { id, total, ...made } = await this.#command('create_booking', {
      p_booking: { customer_id, lines },
    })
    let { version } = made
    const at = () => ({ p_booking: id, p_version: version })
    ;({ version } = await this.#command('validate_booking', at()))
    const invoice = { p_invoice_no: `SI-${no}`, p_date: null, p_reason: null }
    ;({ version } = await this.#command('set_invoice', { ...at(), ...invoice }))
    await this.#command('deliver_booking', { ...at(), p_date: null })
    const received = await this.#command('record_collection', {
      p_collection: {
        customer_id,
        collection_type: 'cash',
        amount: total,
        cr_no: `CR-${no}`,
        allocations: [{ booking_id: id, amount: total }],
      },
    })
    await this.#command('approve_collection', {
      p_collection: received.id,
      p_version: received.version,
    })
  }

  async #command(name: string, args: object): Promise<Document & { total: string }> {
    const command: SentCommand = {
      name,
      args: { p_idempotency_key: freshKey(), ...args },
      answer: { kind: 'none' },
    }
    for (;;) {
      await this.#gate
      // Meanwhile a check may have had its answer.
      if (command.answer.kind === 'none') {
        const answer = await this.#send(command)
        if (answer.kind === 'none') {
          this.unanswered += 1
          this.#lost.add(command)
          await sleep(PAUSE_MS)
          continue
        }
        this.#settle(command, answer)
      }
      if (command.answer.kind === 'done') return command.answer.body as Document & { total: string }
      throw new Error(`${name} was refused: ${JSON.stringify(command.answer)}`)
    }
  }

  #settle(command: SentCommand, answer: CommandOutcome): void {
    command.answer = answer
    this.#lost.delete(command)
    if (answer.kind === 'refused') this.#refused.push(`${command.name} ${JSON.stringify(answer)}`)
    if (answer.kind !== 'done') return
    this.#fresh.push(command)
    this.#done.set(command.name, (this.#done.get(command.name) ?? 0) + 1)
    this.answered += 1
    if (this.answered >= this.#goal.answers) this.#goal.reached()
  }

  /** Repeats a command until it is answered: a busy server may refuse it for a while without losing anything. */
  async #sendAgain(command: SentCommand): Promise<CommandOutcome> {
    for (;;) {
      const answer = await this.#send(command)
      if (answer.kind !== 'none') return answer
      await sleep(PAUSE_MS)
    }
  }

  async #send({ name, args }: SentCommand): Promise<CommandOutcome> {
    this.#sending += 1
    try {
      return await this.api.call(name === 'approve_collection' ? FINANCE : STAFF, name, args)
    } finally {
      this.#sending -= 1
    }
  }
}
