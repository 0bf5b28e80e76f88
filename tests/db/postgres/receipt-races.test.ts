import { describe, expect, it } from 'vitest'
import { treasury } from '../../support/cheques.ts'
import { testFixture } from '../../support/fixture.ts'
import { rounds } from '../../support/rounds.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)

/** `done`, or why not. */
const answerOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? 'done' : String(result.reason.hint ?? result.reason.code)
const atOnce = async (...commands: (() => Promise<unknown>)[]) =>
  (await Promise.allSettled(commands.map((command) => command()))).map(answerOf)
const archive = (...so_nos: string[]) =>
  t.rpc(
    'archive_bookings',
    { p_so_nos: { so_nos }, p_status: 'closed' },
    fixture.role['General Manager'],
  )
/** Approved money of a customer, in pesos: all of it, and what of it pays bookings. */
async function money(customer: string) {
  const [row] = await fixture.db.sql<{ received: number; applied: number }>(
    `select sum(c.amount)::float as received, coalesce(sum(a.applied), 0)::float as applied
     from public.collections c
     left join lateral (select sum(x.amount) as applied from public.collection_allocations x where x.collection_id = c.id) a on true
     where c.customer_id = $1::uuid and c.approval_status = 'approved'`,
    [customer],
  )
  return row!
}

/** Two commands on one document at the same moment must have the result of some serial order. */
describe('receipts at the same moment', () => {
  it('approved by one and cancelled by another: one of them is heard', async () => {
    const product = await t.product('10.00', 1000)
    const customer = await t.customer()
    const heard = new Set<string>()
    for (let round = 0; round < rounds(6, 30); round++) {
      const { id } = await tr.owing(customer, product, 10, '10.00')
      const receipt = await t.collect(customer, '100.00', [[id, '100.00']])
      const commands = [() => t.approve(receipt.id), () => t.cancelCollection(receipt.id, 1)]
      const answers = await atOnce(...(round % 2 ? commands : commands.reverse()))
      const [approved, cancelled] = round % 2 ? answers : answers.reverse()
      expect([approved, cancelled].sort()).toEqual(['done', 'stale_version'])
      heard.add(approved === 'done' ? 'approve' : 'cancel')
      expect((await t.booking(id)).balance).toBe(approved === 'done' ? '0.00' : '100.00')
    }
    expect(heard.size).toBeGreaterThan(0)
  })

  it('shared out to the oldest debts by several at once: no debt is meant to be paid twice', async () => {
    const product = await t.product('10.00', 1000)
    for (let round = 0; round < rounds(3, 10); round++) {
      const customer = await t.customer()
      for (let n = 0; n < 2; n++) await tr.owing(customer, product, 5, '10.00')
      const record = (cr_no: string) => () =>
        t.rpc('record_collection', {
          p_collection: { customer_id: customer, amount: '40.00', cr_no, allocate: 'oldest' },
        })
      const all = Array.from({ length: 6 }, (_, n) => record(`OLDEST-${round}-${n}`))
      expect(new Set(await atOnce(...all))).toEqual(new Set(['done']))
      const meant = await fixture.db.sql<{ so_no: string; amount: string }>(
        `select a.so_no, sum(a.amount)::text as amount from public.collection_allocations a
           join public.collections c on c.id = a.collection_id
         where c.customer_id = $1::uuid group by a.so_no`,
        [customer],
      )
      expect(meant.map(({ amount }) => amount)).toEqual(['50.00', '50.00'])
    }
  })

  it('many decided in any order on the same bookings: no deadlock, no centavo lost', async () => {
    const product = await t.product('10.00', 1000)
    const customer = await t.customer()
    const bookings = await Promise.all(
      Array.from({ length: 3 }, () => tr.owing(customer, product, 10, '10.00')),
    )
    const receipts = await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        const order = n % 2 ? bookings : [...bookings].reverse()
        return t.collect(
          customer,
          '60.00',
          order.map(({ id }) => [id, '20.00']),
        )
      }),
    )
    const answers = await atOnce(
      ...receipts.map(
        ({ id }) =>
          () =>
            t.approve(id),
      ),
    )
    expect(new Set(answers)).toEqual(new Set(['done']))
    expect(await money(customer)).toEqual({ received: 24 * 60, applied: 300 })
    // Half of them are cancelled while other requests use the rest of their money.
    const [half, rest] = [receipts.slice(0, 12), receipts.slice(12)]
    const use = rest.map(
      ({ id }) =>
        () =>
          tr.use({ id, version: 2 }, [{ booking_id: bookings[0]!.id, amount: '1.00' }]),
    )
    const cancel = half.map(
      ({ id }) =>
        () =>
          t.cancelCollection(id, 2),
    )
    const mixed = await atOnce(...cancel.flatMap((command, n) => [command, use[n]!]))
    expect(mixed.filter((_, n) => n % 2 === 0)).toEqual(half.map(() => 'done'))
    for (const answer of mixed) expect(['done', 'over_allocated', 'wrong_state']).toContain(answer)
    const { received, applied } = await money(customer)
    expect(received).toBe(12 * 60)
    const open = await Promise.all(bookings.map(({ id }) => t.booking(id)))
    expect(open.reduce((all, { balance }) => all + Number(balance), 0)).toBe(300 - applied)
    expect((await t.position(customer)).unapplied).toBe((received - applied).toFixed(2))
  })

  it('collected, approved and archived at once: the booking is paid once, what is over is credit', async () => {
    const product = await t.product('10.00', 1000)
    const orders = new Set<string>()
    for (let round = 0; round < rounds(6, 20); round++) {
      const customer = await t.customer()
      const { id, so_no } = await tr.owing(customer, product, 10, '10.00')
      const pending = await t.collect(customer, '60.00', [[id, '60.00']])
      const commands: [string, () => Promise<unknown>][] = [
        ['archive', () => archive(so_no)],
        ['approve', () => t.approve(pending.id)],
        ['collect', () => t.collect(customer, '100.00', [[id, '100.00']])],
      ]
      const turned = [...commands.slice(round % 3), ...commands.slice(0, round % 3)]
      const results = await atOnce(...turned.map(([, command]) => command))
      const answer = Object.fromEntries(turned.map(([name], n) => [name, results[n]]))
      expect(answer).toMatchObject({ archive: 'done', approve: 'done' })
      // Too late: the booking is archived, or owes less than that by now.
      expect(['done', 'over_allocated', 'wrong_state']).toContain(answer.collect)
      expect(await t.booking(id)).toMatchObject({ stage: 'archived', balance: '0.00' })
      const { received, applied } = await money(customer)
      expect(applied).toBe(100)
      // 100 when the receipt came first and archiving took the rest, 160 the other way round.
      expect([100, 160]).toContain(received)
      orders.add(String(received))
      expect((await t.position(customer)).unapplied).toBe((received - 100).toFixed(2))
    }
    expect(orders.size).toBeGreaterThan(0)
  })

  it('a cheque returned while its money is used: never both', async () => {
    const product = await t.product('10.00', 1000)
    const customer = await t.customer()
    const bank = await tr.bank()
    for (let round = 0; round < rounds(4, 15); round++) {
      const { id } = await tr.owing(customer, product, 10, '10.00')
      const cheque = await tr.cheque(customer, '100.00', [], await tr.day())
      await tr.deposit(bank, [cheque])
      const at = { id: cheque.id, version: cheque.version + 1 }
      const answers = await atOnce(
        () => tr.bounce(at),
        () => tr.use(at, [{ booking_id: id, amount: '100.00' }]),
      )
      expect(answers.sort()).toEqual(['done', 'stale_version'])
      const { balance } = await t.booking(id)
      const [{ state } = { state: '' }] = await fixture.db.sql<{ state: string }>(
        'select cheque_state as state from public.collections where id = $1::uuid',
        [cheque.id],
      )
      expect(`${state} ${balance}`).toMatch(/^(returned 100\.00|deposited 0\.00)$/)
    }
  })
})
