import fc from 'fast-check'
import { expect } from 'vitest'
import { listCategories } from './categories.ts'
import type { Fixture } from './fixture.ts'
import type { trade } from './trade.ts'

type Shop = ReturnType<typeof trade>
type Versioned = { id: string; version: number }
type Refusal = 'insufficient_stock' | 'wrong_state' | 'invalid'

interface Line {
  product: number
  quantity: number
  srp: string | null
}
interface Bought extends Versioned {
  kind: string
  lines: Line[]
}
interface Sold {
  id: string
  product: number
  /** Pieces delivered and not taken back. */
  out: number
}

const PRODUCTS = 3
const product = fc.nat(PRODUCTS - 1)
const quantity = fc.integer({ min: 1, max: 9 })
const on = fc.nat(30)
const srp = fc.option(fc.constantFrom('9.00', '11.50', '12.25'))
const line = fc.record({ product, quantity, srp })

/** Random stock events; numbers named `pick` choose among the documents that exist by then. */
const ACTION = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      command: fc.constant('record' as const),
      kind: fc.constantFrom('purchase', 'purchase', 'return_in', 'supplier_return'),
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      /** The position of an invalid line; most records have none. */
      bad: fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.nat(4) },
      ),
      on,
    }),
  },
  { weight: 2, arbitrary: fc.record({ command: fc.constant('cancel' as const), pick: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({ command: fc.constant('correct' as const), pick: fc.nat(9), quantity }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      command: fc.constant('reprice' as const),
      pick: fc.nat(9),
      live: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      command: fc.constant('sell' as const),
      product,
      quantity,
      deliver: fc.nat(9),
      on,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ command: fc.constant('take back' as const), pick: fc.nat(9) }),
  },
  { weight: 1, arbitrary: fc.record({ command: fc.constant('make sheet' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      command: fc.constant('post sheet' as const),
      counted: fc.array(fc.nat(12), { minLength: PRODUCTS, maxLength: PRODUCTS }),
    }),
  },
)
type StockAction = typeof ACTION extends fc.Arbitrary<infer T> ? T : never

/** Random days of stock, with ten to twenty events each. */
export const DAYS = fc.array(ACTION, { minLength: 10, maxLength: 20 })

const day = (n: number) => `2026-0${1 + (n % 6)}-1${n % 9}`

/** Later than every day of a command that names one. */
const TODAY = '9999-12-31'
const only = (product: number, pieces: number) =>
  Array.from({ length: PRODUCTS }, (_, index) => (index === product ? pieces : 0))

/** Holds three products in memory and in the database; both must agree after every action. */
export class StockModel {
  onHand = [9, 9, 9]
  reserved = [0, 0, 0]
  live = ['10.00', '10.00', '10.00']
  products: string[] = []
  /** Pieces that came in or went out (below zero) on each day. */
  private moved: { index: number; on: string; pieces: number }[] = []
  private bought: Bought[] = []
  private sold: Sold[] = []
  private sheet: (Versioned & { expected: number[] }) | null = null
  private customer = ''

  constructor(
    private readonly fixture: Fixture,
    private readonly shop: Shop,
  ) {}

  async open() {
    for (let n = 0; n < PRODUCTS; n++) this.products.push(await this.shop.product('10.00', 9))
    this.customer = await this.shop.customer()
    // A category of its own keeps the sheets short.
    await listCategories(this.fixture, [this.products[0]!])
    await this.fixture.db.sql(
      'update public.products set category1 = $1 where id = any ($2::uuid[])',
      [this.products[0]!, this.products],
    )
  }

  /** Does it in the database, and in memory what the rules say; a refusal must be the expected one. */
  async perform(action: StockAction): Promise<void> {
    switch (action.command) {
      case 'record':
        return this.record(action)
      case 'cancel':
        return this.cancel(action.pick)
      case 'correct':
        return this.correct(action.pick, action.quantity)
      case 'reprice':
        return this.reprice(action.pick, action.live)
      case 'sell':
        return this.sell(action)
      case 'take back':
        return this.takeBack(action.pick)
      case 'make sheet':
        return this.makeSheet()
      default:
        return this.postSheet(action.counted)
    }
  }

  /** Stock, what is reserved and the live price of each product are what the rules say. */
  async agrees(): Promise<void> {
    const found = await Promise.all(this.products.map((id) => this.shop.stock(id)))
    expect(found.map(({ on_hand }) => on_hand)).toEqual(this.onHand)
    expect(found.map((stock) => stock.reserved)).toEqual(this.reserved)
    expect(found.map(({ current_srp }) => current_srp)).toEqual(this.live)
  }

  private free(index: number): number {
    return this.onHand[index]! - this.reserved[index]!
  }

  /** Pieces of each product in these lines. */
  private sums(lines: readonly Line[]): number[] {
    const sums = [0, 0, 0]
    for (const { product: index, quantity: pieces } of lines) sums[index]! += pieces
    return sums
  }

  private move(sums: readonly number[], sign: 1 | -1, on = TODAY) {
    this.onHand = this.onHand.map((pieces, index) => pieces + sign * sums[index]!)
    for (const [index, sum] of sums.entries()) this.moved.push({ index, on, pieces: sign * sum })
  }

  /** The fewest pieces of a product at the end of a day and of each one since. */
  private least(index: number, from: string): number {
    const mine = this.moved.filter((each) => each.index === index)
    const later = mine.filter(({ on }) => on > from).map(({ on }) => on)
    const there = (day: string) =>
      mine.filter(({ on }) => on <= day).reduce((sum, { pieces }) => sum + pieces, 9)
    return Math.min(...[from, ...later].map(there))
  }

  private async expectRefusal(work: Promise<unknown>, refusal: Refusal) {
    await expect(work).rejects.toMatchObject(
      refusal === 'invalid' ? { code: '22023' } : { hint: refusal },
    )
  }

  private async record(action: Extract<StockAction, { command: 'record' }>) {
    const { kind, lines, bad } = action
    const sent: object[] = lines.map((each) => ({
      product_id: this.products[each.product],
      quantity: each.quantity,
      cost: '1.00',
      // What a customer brings back is credited with nothing here.
      prod_srp: kind === 'return_in' ? '0' : each.srp,
    }))
    if (bad !== null)
      sent.splice(bad, 0, { product_id: this.products[0], quantity: 0, cost: '1.00' })
    const work = this.shop.rpc<Versioned>('create_purchase', {
      p_purchase: {
        po_no: 'PO-R',
        supplier: 'Supplier',
        kind,
        ...(kind === 'return_in' && { customer_id: this.customer }),
        lines: sent,
        date_added: day(action.on),
      },
    })
    if (bad !== null) return this.expectRefusal(work, 'invalid')
    const sums = this.sums(lines)
    const goesOut = kind === 'supplier_return'
    const most = (index: number) => Math.min(this.free(index), this.least(index, day(action.on)))
    if (goesOut && sums.some((pieces, index) => pieces > 0 && pieces > most(index)))
      return this.expectRefusal(work, 'insufficient_stock')
    const made = await work
    this.move(sums, goesOut ? -1 : 1, day(action.on))
    if (kind === 'purchase')
      for (const each of lines) if (each.srp) this.live[each.product] = each.srp
    this.bought.push({ ...made, kind, lines: lines.map((each) => ({ ...each })) })
  }

  private async cancel(pick: number) {
    const bought = this.bought[pick % this.bought.length]
    if (!bought) return
    const work = this.shop.rpc('cancel_purchase', {
      p_purchase: bought.id,
      p_version: await this.version('purchases', bought.id),
      p_reason: 'Random',
    })
    const sums = this.sums(bought.lines)
    const comesBack = bought.kind === 'supplier_return'
    if (!comesBack && sums.some((pieces, index) => pieces > 0 && pieces > this.free(index)))
      return this.expectRefusal(work, 'insufficient_stock')
    await work
    this.move(sums, comesBack ? 1 : -1)
    this.bought = this.bought.filter((each) => each !== bought)
  }

  private async correct(pick: number, pieces: number) {
    const bought = this.bought[pick % this.bought.length]
    const first = bought?.lines[0]
    if (!bought || !first || first.quantity === pieces) return
    const request = { item_to_edit: 'quantity', what_edit: String(pieces) }
    if (bought.kind === 'return_in')
      return this.expectRefusal(this.edit(bought, request), 'wrong_state')
    const work = await this.edit(bought, request)
    const change = (pieces - first.quantity) * (bought.kind === 'supplier_return' ? -1 : 1)
    if (change < 0 && -change > this.free(first.product)) {
      await this.expectRefusal(work('approved'), 'insufficient_stock')
      await work('rejected')
      return
    }
    await work('approved')
    this.move(only(first.product, change), 1)
    first.quantity = pieces
  }

  private async reprice(pick: number, live: boolean) {
    const bought = this.bought[pick % this.bought.length]
    const first = bought?.lines[0]
    if (!bought || !first || first.srp === '15.75') return
    const request = { item_to_edit: 'prod_srp', what_edit: '15.75', is_change_live_srp: live }
    if (bought.kind === 'return_in')
      return this.expectRefusal(this.edit(bought, request), 'wrong_state')
    await (await this.edit(bought, request))('approved')
    first.srp = '15.75'
    if (live) this.live[first.product] = '15.75'
  }

  /** Asks to correct the first line; the answer decides it. */
  private async edit(bought: Bought, request: object) {
    const [first] = await this.fixture.db.sql<{ id: string }>(
      'select id from public.purchase_lines where purchase_id = $1::uuid and line_no = 1',
      [bought.id],
    )
    const wanted = await this.shop.rpc<Versioned>('request_product_edit', {
      p_request: { purchase_line_id: first!.id, reason: 'Random', ...request },
    })
    return (decision: 'approved' | 'rejected') =>
      this.shop.rpc(
        'decide_product_edit',
        {
          p_request: wanted.id,
          p_version: wanted.version,
          p_decision: decision,
          p_note: 'Random',
        },
        this.fixture.role.Owner,
      )
  }

  private async sell(action: Extract<StockAction, { command: 'sell' }>) {
    const { product: index } = action
    const booking = await this.shop.book(
      this.customer,
      [[this.products[index]!, action.quantity, '1.00']],
      day(action.on),
    )
    const validating = this.shop.validate(booking.id, booking.version)
    if (action.quantity > this.free(index))
      return this.expectRefusal(validating, 'insufficient_stock')
    const { version } = await validating
    this.reserved[index]! += action.quantity
    const pieces = Math.min(action.deliver, action.quantity)
    if (pieces === 0) return
    const delivering = this.shop.deliver(
      booking.id,
      version,
      {
        lines: [{ line_id: await this.lineOf(booking.id), quantity: pieces }],
        remainder: 'keep',
      },
      day(action.on),
    )
    if (pieces > this.least(index, day(action.on)))
      return this.expectRefusal(delivering, 'insufficient_stock')
    await delivering
    this.reserved[index]! -= pieces
    this.move(only(index, pieces), -1, day(action.on))
    this.sold.push({ id: booking.id, product: index, out: pieces })
  }

  private async takeBack(pick: number) {
    const sold = this.sold[pick % this.sold.length]
    if (!sold || sold.out === 0) return
    const wanted = await this.shop.rpc<Versioned>('create_warehouse_request', {
      p_request: {
        booking_id: sold.id,
        kind: 'take_back',
        reason: 'Random',
        lines: [{ line_id: await this.lineOf(sold.id), quantity: 1 }],
      },
    })
    await this.shop.rpc(
      'decide_warehouse_request',
      { p_request: wanted.id, p_version: wanted.version, p_decision: 'approved' },
      this.fixture.role.Owner,
    )
    sold.out -= 1
    this.move(only(sold.product, 1), 1)
  }

  private async makeSheet() {
    if (this.sheet) return
    const made = await this.shop.rpc<Versioned>('open_stock_count', {
      p_count: { title: 'Random', category1: this.products[0] },
    })
    this.sheet = { ...made, expected: [...this.onHand] }
  }

  /** Posts the difference found when the sheet was made; later movements stay. */
  private async postSheet(counted: readonly number[]) {
    if (!this.sheet) return
    const { id, version, expected } = this.sheet
    this.sheet = null
    const entered = await this.shop.rpc<Versioned>('enter_stock_count', {
      p_count: id,
      p_version: version,
      p_lines: {
        lines: this.products.map((product_id, index) => ({
          product_id,
          counted: String(counted[index]),
        })),
      },
      p_submit: true,
    })
    const posting = this.shop.rpc(
      'post_stock_count',
      { p_count: id, p_version: entered.version, p_reason: 'Random' },
      this.fixture.role.Owner,
    )
    const variance = counted.map((pieces, index) => pieces - expected[index]!)
    if (variance.some((pieces, index) => this.onHand[index]! + pieces < 0))
      return this.expectRefusal(posting, 'insufficient_stock')
    await posting
    this.move(variance, 1)
  }

  private async version(table: 'purchases', id: string): Promise<number> {
    const [found] = await this.fixture.db.sql<{ version: number }>(
      `select version from public.${table} where id = $1::uuid`,
      [id],
    )
    return found!.version
  }

  private async lineOf(booking: string): Promise<string> {
    const [found] = await this.fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [booking],
    )
    return found!.id
  }
}
