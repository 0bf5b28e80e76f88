import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  free,
  leftOf,
  type Model,
  type ModelCheque,
  payFrom,
  sumCents,
  tabs,
} from '../support/cheque-oracle.ts'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { numbers } from '../support/random-trade.ts'
import { rounds, SEEDS } from '../support/rounds.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const EVENTS = rounds(200, 1000)
const LOOK_EVERY = 50
/** Each sequence has a project of its own. */
const PLACES = SEEDS.map((seed, at) => ({
  seed,
  project: at === 0 ? ('a' as const) : ('b' as const),
}))

const unused = () => ({ pays: new Map(), paid: new Map(), paidEver: new Set<string>() })

it.each(PLACES)(
  'after random events each tab, each balance and the customer are what a plain model says (KALAKAL_TEST_SEED=$seed)',
  async ({ seed, project }) => {
    const t = trade(fixture, project)
    const tr = treasury(fixture, t, project)
    const random = numbers(seed)
    const below = (limit: number) => Math.floor(random() * limit)
    const pick = <T>(from: T[]): T | undefined => from[below(from.length)]
    const product = await t.product('1.00', 100_000)
    const customer = await t.customer()
    const bank = await tr.bank()
    const today = await tr.day()
    const days = new Map(
      await Promise.all([-3, -2, -1, 0, 1, 2].map(async (n) => [n, await tr.day(n)] as const)),
    )
    const model: Model = { cheques: [], bookings: [] }
    const total = 400
    for (let n = 0; n < 12; n++) {
      const { id } = await tr.owing(customer, product, total, '1.00')
      model.bookings.push({ id, balance: total })
    }
    /** Parts for up to three bookings that owe something, oldest first, within an amount. */
    const parts = (amount: number): [string, number][] => {
      const owing = model.bookings.filter(({ balance }) => balance > 0).slice(below(4), 8)
      const chosen: [string, number][] = []
      for (const { id, balance } of owing.slice(0, 1 + below(3))) {
        const part = Math.min(balance, amount, 1 + below(60))
        if (part > 0) chosen.push([id, part])
        amount -= part
      }
      return chosen
    }
    const one = (...states: ModelCheque['state'][]) =>
      pick(model.cheques.filter(({ state }) => states.includes(state)))

    const events: Record<string, () => Promise<boolean>> = {
      async receive() {
        const amount = 20 + below(100)
        const date = below(6) - 3
        const chosen = parts(amount)
        const made = await tr.cheque(
          customer,
          `${amount}.00`,
          chosen.map(([id, part]) => [id, `${part}.00`]),
          days.get(date)!,
        )
        const cheque: ModelCheque = {
          ...made,
          amount,
          date,
          state: 'on_hand',
          ...unused(),
        }
        model.cheques.push(cheque)
        for (const [booking, part] of chosen) payFrom(model, cheque, booking, part)
        return true
      },
      /** One receipt of cash, two cheques, a transfer and withheld tax: its cheques live on by themselves. */
      async receiveSeveral() {
        const kinds = ['cash', 'cheque', 'cheque', 'bank_transfer', 'withholding'] as const
        const means = kinds.map((kind) => ({ kind, amount: 10 + below(40), date: below(6) - 3 }))
        const chosen = parts(means.reduce((all, { amount }) => all + amount, 0))
        const made = await t.rpc<{ id: string }>('record_receipt', {
          p_receipt: {
            ...{ customer_id: customer, cr_no: `CR-${randomUUID()}` },
            parts: means.map(({ kind, amount, date }) => ({
              ...{ collection_type: kind, amount: `${amount}.00` },
              ...(kind === 'bank_transfer' && { bank_id: bank }),
              ...(kind === 'cheque' && {
                ...{ cheque_bank: 'Customers Bank', cheque_no: randomUUID() },
                cheque_date: days.get(date)!,
              }),
            })),
            allocations: chosen.map(([booking_id, part]) => ({ booking_id, amount: `${part}.00` })),
          },
        })
        await t.approve(made.id)
        const rows = await fixture.db.sql<{ id: string; version: number }>(
          'select id, version from public.collections where receipt_id = $1::uuid order by part_no',
          [made.id],
        )
        const own = means.map(({ kind, amount, date }, at): ModelCheque => {
          const state = kind === 'cheque' ? ('on_hand' as const) : ('cash' as const)
          return { ...rows[at]!, amount, date, state, ...unused() }
        })
        model.cheques.push(...own)
        // The bookings in their order are paid by the parts in theirs, each until it is used up.
        for (const [booking, part] of chosen)
          for (let still = part; still > 0; ) {
            const next = own.find((each) => leftOf(each) > 0)!
            const taken = Math.min(still, leftOf(next))
            payFrom(model, next, booking, taken)
            still -= taken
          }
        return true
      },
      async deposit() {
        const batch = [one('on_hand', 'returned'), one('on_hand', 'returned'), one('on_hand')]
        // The command takes the cheques in the order of their ids.
        const cheques = [...new Set(batch)]
          .filter((cheque) => cheque !== undefined && cheque.date <= 0)
          .sort((a, b) => (a!.id < b!.id ? -1 : 1)) as ModelCheque[]
        if (cheques.length === 0) return false
        await tr.deposit(bank, cheques)
        for (const cheque of cheques) {
          if (cheque.state === 'returned')
            for (const { id, balance } of model.bookings)
              if (cheque.paid.has(id) && balance > 0)
                payFrom(model, cheque, id, Math.min(cheque.paid.get(id)!, balance))
          cheque.state = 'deposited'
          cheque.version++
        }
        return true
      },
      async clear() {
        const cheque = one('deposited')
        if (!cheque) return false
        await tr.clear(cheque)
        Object.assign(cheque, { state: 'cleared', version: cheque.version + 1 })
        return true
      },
      async bounce() {
        const cheque = one('deposited', 'deposited', 'cleared')
        if (!cheque) return false
        await tr.bounce(cheque)
        free(model, cheque)
        Object.assign(cheque, { state: 'returned', version: cheque.version + 1 })
        return true
      },
      async replace() {
        const cheque = one('returned', 'on_hand')
        if (!cheque) return false
        const amount = 10 + below(100)
        const wasOnHand = cheque.state === 'on_hand'
        const made = await tr.replace(cheque, { amount: `${amount}.00` })
        if (wasOnHand) free(model, cheque)
        Object.assign(cheque, { state: 'replaced', version: cheque.version + 1 })
        const cash: ModelCheque = {
          ...made,
          amount,
          date: 0,
          state: 'cash',
          ...unused(),
        }
        model.cheques.push(cash)
        for (const { id, balance } of model.bookings)
          if (cheque.paidEver.has(id) && balance > 0 && leftOf(cash) > 0)
            payFrom(model, cash, id, Math.min(leftOf(cash), balance))
        return true
      },
      async use() {
        const receipt = pick(model.cheques.filter((each) => leftOf(each) > 0))
        const chosen = receipt ? parts(leftOf(receipt)) : []
        if (!receipt || chosen.length === 0) return false
        await tr.use(
          receipt,
          chosen.map(([booking_id, part]) => ({ booking_id, amount: `${part}.00` })),
        )
        for (const [booking, part] of chosen) payFrom(model, receipt, booking, part)
        receipt.version++
        return true
      },
    }

    const compare = async () => {
      const wanted = tabs(model)
      const shown: Record<string, string[]> = {}
      const amounts: Record<string, string> = {}
      for (const tab of Object.keys(wanted)) {
        const rows = await tr.register(tab)
        shown[tab] = [...new Set(rows.map((row) => row.collection_id))].sort()
        const of = model.cheques.filter(({ id }) => wanted[tab]!.includes(id))
        amounts[tab] = `${of.length} ${of.reduce((all, { amount }) => all + amount, 0)}.00`
      }
      expect(shown).toEqual(wanted)
      expect(await tr.tabs()).toEqual(amounts)
      const cleared = (await tr.register('cleared')).filter(({ applied }) => applied !== null)
      expect(cleared.reduce((all, { applied }) => all + Number(applied), 0)).toBe(
        model.cheques
          .filter(({ state }) => state === 'cleared')
          .reduce((all, { pays }) => all + sumCents(pays), 0),
      )
      const balances = await fixture.db.sql<{ id: string; balance: number }>(
        'select id, balance::int from public.bookings where customer_id = $1::uuid order by id',
        [customer],
      )
      expect(balances).toEqual([...model.bookings].sort((a, b) => (a.id < b.id ? -1 : 1)))
      const credit = model.cheques.reduce((all, cheque) => all + leftOf(cheque), 0)
      const owed = model.bookings.reduce((all, { balance }) => all + balance, 0)
      const atRisk = model.cheques
        .filter(({ state }) => state === 'on_hand' || state === 'deposited')
        .reduce((all, { amount }) => all + amount, 0)
      expect(await t.position(customer)).toMatchObject({
        unapplied: `${credit}.00`,
        collectibles: `${owed - credit}.00`,
        exposure: `${owed + atRisk}.00`,
      })
      expect(await tr.owed(today, customer)).toBe(`${owed - credit}.00`)
    }

    const names = Object.keys(events)
    const counts: Record<string, number> = {}
    for (let done = 0; done < EVENTS; ) {
      const name = pick(names)!
      if (!(await events[name]!())) continue
      counts[name] = (counts[name] ?? 0) + 1
      done++
      if (done % LOOK_EVERY === 0) await compare()
    }
    // Each event must have happened often enough.
    for (const name of names) expect([name, counts[name]! > EVENTS / 40]).toEqual([name, true])
    // Page by page a list is what it is at once.
    for (const tab of Object.keys(tabs(model))) {
      const paged: unknown[] = []
      for (let after: string | undefined; ; ) {
        const page = await tr.register(tab, { limit: 9, after })
        paged.push(...page)
        if (page.length < 9) break
        after = page.at(-1)!.row_key
      }
      expect(paged).toEqual(await tr.register(tab))
    }
  },
  300_000,
)
