import { expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { type Owed, OwedOracle, type Receipt, type Sale } from '../support/owed-oracle.ts'
import { numbers } from '../support/random-trade.ts'
import { type ArRow, receivables } from '../support/receivables.ts'
import { rounds, SEEDED, SEEDS } from '../support/rounds.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const bank = treasury(fixture, shop)
const books = receivables(fixture, shop)
const notes = memos(fixture, shop)

const ACTS = rounds(70, 300)
const FIRST = -60
/** A credit line that is never reached, in centavos. */
const LINE = 900_000_000
const money = (cents: number) => (cents / 100).toFixed(2)
const cents = (amount: string) => Math.round(Number(amount) * 100)

/** Random histories of a few customers, each act through its command and told to the oracle. */
async function history(seed: number) {
  const random = numbers(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const between = (from: number, to: number) => from + below(to - from + 1)
  const one = <T>(of: readonly T[]) => of[below(of.length)]
  const oracle = new OwedOracle()
  const product = await shop.product('10.00', 5000)
  const account = await bank.bank()
  const terms = new Map<string, number>()
  for (const days of [0, 7, 30]) terms.set(await shop.customer(money(LINE), days), days)
  const customers = [...terms.keys()]
  const version = async (table: 'bookings' | 'collections', id: string) =>
    (
      await fixture.db.sql<{ version: number }>(
        `select version from public.${table} where id = $1::uuid`,
        [id],
      )
    )[0]!.version
  const cheque = async ({ id }: Receipt) => ({ id, version: await version('collections', id) })
  const parts = (customer: string, most: number) => {
    const chosen: { sale: Sale; amount: number }[] = []
    for (const sale of oracle.sales) {
      const open = Math.min(oracle.open(sale), most)
      if (sale.customer !== customer || sale.cancelled || open <= 0 || below(2) === 0) continue
      const amount = Math.min(open, 100 * between(1, 150))
      chosen.push({ sale, amount })
      most -= amount
    }
    return chosen
  }
  const cheques = (...states: Receipt['state'][]) =>
    one(oracle.receipts.filter(({ state }) => states.includes(state)))

  const acts: Record<string, () => Promise<unknown>> = {
    async sell() {
      const customer = one(customers)!
      const pieces = between(2, 30)
      const invoiced = below(4) > 0 ? between(-50, 0) : undefined
      const delivered = below(4) > 0 ? between(-50, 0) : undefined
      const deliver = delivered !== undefined && below(3) === 0 ? pieces - 1 : pieces
      const made = await books.sell(customer, product, pieces, { invoiced, delivered, deliver })
      oracle.sales.push({
        id: made.id,
        customer,
        total: pieces * 1000,
        added: FIRST,
        invoiced: invoiced ?? null,
        terms: terms.get(customer)!,
        delivered: delivered ?? null,
        isMemo: false,
        credits: deliver < pieces ? [{ on: delivered!, amount: (pieces - deliver) * 1000 }] : [],
        archived: false,
        cancelled: false,
      })
    },
    async receive() {
      const customer = one(customers)!
      const amount = 100 * between(10, 300)
      const on = between(-45, 0)
      const dated = below(2) === 0 ? on + between(-3, 20) : undefined
      const pays = parts(customer, amount)
      const { id } = await books.receive(
        customer,
        money(amount),
        on,
        pays.map((part) => [part.sale.id, money(part.amount)]),
        dated,
      )
      const state = dated === undefined ? 'cash' : 'on_hand'
      oracle.receive(
        {
          id,
          customer,
          amount,
          on,
          state,
          dated: dated ?? 0,
          last: on,
          deposited: null,
          pays: [],
          paid: [],
          used: new Map(),
        },
        pays,
      )
    },
    async deposit() {
      const receipt = cheques('on_hand', 'on_hand', 'returned')
      const first = receipt && Math.max(receipt.last, receipt.dated)
      if (!receipt || first! > 0) return
      const on = between(first!, 0)
      await bank.deposit(account, [await cheque(receipt)], await books.day(on))
      oracle.deposit(receipt, on)
    },
    async clear() {
      const receipt = cheques('deposited')
      if (!receipt) return
      const on = between(receipt.last, 0)
      await bank.clear(await cheque(receipt), await books.day(on))
      oracle.clear(receipt, on)
    },
    async bounce() {
      const receipt = cheques('deposited', 'cleared')
      if (!receipt) return
      const on = between(receipt.last, 0)
      await bank.bounce(await cheque(receipt), await books.day(on))
      oracle.bounce(receipt, on)
    },
    async allocate() {
      const receipt = one(oracle.receipts.filter((each) => oracle.unused(each) > 0))
      const pays = receipt ? parts(receipt.customer, oracle.unused(receipt)) : []
      if (!receipt || pays.length === 0) return
      await bank.use(
        await cheque(receipt),
        pays.map(({ sale, amount }) => ({ booking_id: sale.id, amount: money(amount) })),
      )
      for (const part of pays) oracle.pay(receipt, part, 0)
    },
    async cancelReceipt() {
      const receipt = cheques('cash', 'on_hand')
      if (!receipt) return
      await shop.cancelCollection(receipt.id, await version('collections', receipt.id))
      oracle.cancel(receipt)
    },
    async cancelInvoice() {
      const paid = new Set(oracle.receipts.flatMap(({ pays }) => pays.map(({ sale }) => sale)))
      const sale = one(
        oracle.sales.filter(
          (each) => each.delivered === null && !each.cancelled && !paid.has(each),
        ),
      )
      if (!sale) return
      await shop.rpc('cancel_booking', {
        p_booking: sale.id,
        p_version: await version('bookings', sale.id),
        p_reason: 'Ordered twice',
      })
      sale.cancelled = true
    },
    async correctDate() {
      const sale = one(
        oracle.sales.filter(
          ({ invoiced, isMemo, cancelled, archived }) =>
            invoiced !== null && !isMemo && !cancelled && !archived,
        ),
      )
      if (!sale) return
      const invoiced = between(-50, 0)
      await shop.rpc('set_booking_dates', {
        p_booking: sale.id,
        p_version: await version('bookings', sale.id),
        p_dates: { date_invoiced: await books.day(invoiced) },
        p_reason: 'Misread',
      })
      sale.invoiced = invoiced
    },
    async debitMemo() {
      const customer = one(customers)!
      const on = between(-45, 0)
      const amount = 100 * between(1, 50)
      const { id } = await notes.write({
        kind: 'debit',
        reason: 'bounced_cheque',
        customer_id: customer,
        on_date: await books.day(on),
        amount: money(amount),
      })
      const [row] = await fixture.db.sql<{ booking_id: string }>(
        'select booking_id from public.memos where id = $1::uuid',
        [id],
      )
      oracle.sales.push({
        id: row!.booking_id,
        customer,
        total: amount,
        added: on,
        invoiced: on,
        terms: 0,
        delivered: on,
        isMemo: true,
        credits: [],
        archived: false,
        cancelled: false,
      })
    },
    async creditMemo() {
      const sale = one(
        oracle.sales.filter(
          (each) =>
            each.invoiced !== null &&
            each.delivered !== null &&
            !each.isMemo &&
            !each.cancelled &&
            oracle.open(each) > 0,
        ),
      )
      if (!sale) return
      const on = between(Math.max(sale.invoiced!, sale.delivered!), 0)
      const amount = Math.min(oracle.open(sale), 100 * between(1, 50))
      await notes.write({
        kind: 'credit',
        reason: 'write_off',
        customer_id: sale.customer,
        booking_id: sale.id,
        on_date: await books.day(on),
        amount: money(amount),
      })
      sale.credits.push({ on, amount })
    },
    async archive() {
      const sale = one(
        oracle.sales.filter((each) => !each.isMemo && !each.cancelled && !each.archived),
      )
      if (!sale) return
      const { so_no } = await shop.booking(sale.id)
      await shop.rpc(
        'archive_bookings',
        { p_so_nos: { so_nos: [so_no] }, p_status: 'archived' },
        fixture.role.Owner,
      )
      oracle.archive(sale)
    },
  }
  const often = ['sell', 'sell', 'receive', 'receive', 'deposit', 'deposit', 'clear', 'allocate']
  const names = [...often, ...Object.keys(acts)]
  for (let n = 0; n < 6; n++) await acts.sell!()
  for (let n = 0; n < ACTS; n++) await acts[one(names)!]!()
  return { oracle, customers, between }
}

/** The figures of a row of the AR report, or of none. */
const figures = (row: ArRow | undefined) =>
  ['balance', 'cleared_balance', 'uncleared', 'overdue', 'bucket_current']
    .concat(['bucket_1', 'bucket_2', 'bucket_3', 'bucket_4', 'unapplied'])
    .map((key) => row?.[key] ?? '0.00')
const told = ({ balance, cleared, overdue, buckets, unapplied }: Owed) =>
  [balance, cleared, cleared - balance, overdue, ...buckets, unapplied].map(money)

it.each(SEEDS)(
  `report, statement, customer’s page, lists and Home say what the acts come to, on any day ${SEEDED}`,
  async (seed) => {
    const { oracle, customers, between } = await history(seed)
    const days = [FIRST, ...Array.from({ length: rounds(8, 30) }, () => between(-55, -1)), -1, 0]
    for (const offset of days) {
      const as_of = await books.day(offset)
      const rows = await books.report({ as_of, level: 'customer' })
      for (const customer of customers) {
        const owed = oracle.owed(customer, offset)
        const at = `${offset} ${customer}`
        const row = rows.find((each) => each.customer_id === customer)
        expect([at, ...figures(row)]).toEqual([at, ...told(owed)])
        if (row) expect([at, row.credit_left]).toEqual([at, money(LINE - owed.exposure)])
        // A statement from any day on begins with what was due on the day before.
        const first = Math.min(offset, between(-50, 0))
        const from = await books.day(first)
        const said = await books.statement(customer, { from, to: as_of })
        expect([at, said.closing, said.remaining, said.opening]).toEqual([
          at,
          money(owed.cleared),
          money(owed.balance),
          money(oracle.owed(customer, first - 1).cleared),
        ])
        const rest = said.entries.reduce(
          (sum, entry) => sum + cents(entry.charge) - cents(entry.credit),
          cents(said.opening),
        )
        expect([at, rest]).toEqual([at, owed.cleared])
        expect(said.entries.at(-1)?.balance ?? said.opening).toBe(said.closing)
        const keys = said.entries.map(({ id, on, kind }) => `${id} ${on} ${kind}`)
        expect(new Set(keys).size).toBe(keys.length)
        expect(Object.values(said.ageing).map(cents).sort()).toEqual([...owed.buckets].sort())
        expect(cents(said.unapplied)).toBe(owed.unapplied)
        const held = await Promise.all(
          owed.cheques.map(async ({ dated, amount, state }) => [
            await books.day(dated),
            money(amount),
            state,
          ]),
        )
        expect(
          said.cheques.map(({ dated, amount, state }) => [dated, amount, state]).sort(),
        ).toEqual(held.sort())
      }
    }
    const today = customers.map((customer) => oracle.owed(customer, 0))
    for (const [at, customer] of customers.entries()) {
      const { balance, cleared, exposure } = today[at]!
      expect(await books.position(customer)).toMatchObject({
        collectibles: money(balance),
        cleared_balance: money(cleared),
        uncleared: money(cleared - balance),
        credit_left: money(LINE - exposure),
      })
      const [listed] = await fixture.db.as<{ collectibles: string }>(
        fixture.role['finance admin'],
        'select collectibles::text from public.report_customer_masterlist($1::uuid) where customer_id = $2::uuid',
        [fixture.a, customer],
      )
      expect(listed!.collectibles).toBe(money(balance))
      const [found] = await fixture.db.as<{ exposure: string }>(
        fixture.role['finance admin'],
        'select exposure::text from public.customer_list($1::uuid) where id = $2::uuid',
        [fixture.a, customer],
      )
      expect(found!.exposure).toBe(money(exposure))
    }
  },
  rounds(120_000, 1_200_000),
)

it('Home adds up all customers', async () => {
  const [home] = await books.report({ level: 'total' })
  const all = await books.report({ level: 'customer' })
  const sum = (key: string) => money(all.reduce((total, row) => total + cents(row[key]!), 0))
  expect([home!.balance, home!.cleared_balance]).toEqual([sum('balance'), sum('cleared_balance')])
})
