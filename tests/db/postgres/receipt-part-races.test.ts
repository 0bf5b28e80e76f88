import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../../support/cheques.ts'
import { testFixture } from '../../support/fixture.ts'
import { fieldReceipts } from '../../support/remittance.ts'
import { rounds } from '../../support/rounds.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const field = fieldReceipts(fixture, t)
let customer: string
let today: string

interface Part {
  id: string
  version: number
}

beforeAll(async () => {
  customer = await t.customer()
  today = await tr.day()
})

/** `done`, or why not. */
const answerOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? 'done' : String(result.reason.hint ?? result.reason.code)
const atOnce = async (...commands: (() => Promise<unknown>)[]) =>
  (await Promise.allSettled(commands.map((command) => command()))).map(answerOf)
const cheque = (amount: string, cheque_no: string = randomUUID()) => ({
  ...{ collection_type: 'cheque', amount, cheque_bank: 'Any', cheque_no, cheque_date: today },
})
const record = (parts: object[], more: Record<string, unknown> = {}) =>
  t.rpc<Part & { cr_no: string; parts: Part[] }>('record_receipt', {
    p_receipt: { customer_id: customer, cr_no: `CR-${randomUUID()}`, parts, ...more },
  })
const statesOf = async (parts: Part[], column: string) =>
  (
    await fixture.db.sql<{ state: string }>(
      `select ${column} as state from public.collections where id = any ($1::uuid[]) order by part_no`,
      [`{${parts.map(({ id }) => id).join(',')}}`],
    )
  ).map(({ state }) => state)

/** Commands on different parts of a receipt at the same moment must have the result of some serial order. */
describe('parts of a receipt at the same moment', () => {
  it('decided by several: all parts are approved or all are cancelled, by one of them', async () => {
    for (let round = 0; round < rounds(6, 200); round++) {
      const { parts } = await record([{ amount: '10.00' }, cheque('20.00'), cheque('30.00')])
      const answers = await atOnce(
        ...parts.flatMap(({ id }) => [() => t.approve(id), () => t.cancelCollection(id, 1)]),
      )
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
      expect(new Set(answers)).toEqual(new Set(['done', 'stale_version']))
      expect(new Set(await statesOf(parts, 'approval_status')).size).toBe(1)
    }
  })

  it('handed in by each of its parts: it is on one remittance', async () => {
    for (let round = 0; round < rounds(6, 200); round++) {
      const { parts } = await record([cheque('10.00'), cheque('20.00'), cheque('30.00')], {
        collector_id: field.collector(),
      })
      const answers = await atOnce(...parts.map((part) => () => field.remit([part], {})))
      expect(answers.sort()).toEqual(['done', 'wrong_state', 'wrong_state'])
      expect(new Set(await statesOf(parts, 'drr_no')).size).toBe(1)
    }
  })

  it('cancelled while a cheque is deposited: never both', async () => {
    const bank = await tr.bank()
    for (let round = 0; round < rounds(6, 200); round++) {
      const { parts } = await record([{ amount: '10.00' }, cheque('20.00'), cheque('30.00')])
      await t.approve(parts[0]!.id)
      const at = parts.map(({ id }) => ({ id, version: 2 }))
      const [cancelled, ...deposited] = await atOnce(
        () => t.cancelCollection(at[0]!.id, 2),
        () => tr.deposit(bank, [at[2]!]),
        () => tr.deposit(bank, [at[1]!]),
      )
      expect(deposited.includes('done')).toBe(cancelled !== 'done')
      expect(new Set(await statesOf(parts, 'approval_status'))).toEqual(
        new Set([cancelled === 'done' ? 'cancelled' : 'approved']),
      )
    }
  })

  it('one cheque clears while another returns: the booking owes what returned, whoever is first', async () => {
    const [bank, product] = [await tr.bank(), await t.product('10.00', 100_000)]
    for (let round = 0; round < rounds(6, 200); round++) {
      const { id: booking_id } = await tr.owing(customer, product, 10, '10.00')
      const { parts } = await record([cheque('60.00'), cheque('40.00')], {
        allocations: [{ booking_id, amount: '100.00' }],
      })
      await t.approve(parts[0]!.id)
      const at = (version: number) => parts.map(({ id }) => ({ id, version }))
      await tr.deposit(bank, at(2))
      const commands = [() => tr.clear(at(3)[0]!), () => tr.bounce(at(3)[1]!)]
      expect(await atOnce(...(round % 2 ? commands : commands.reverse()))).toEqual(['done', 'done'])
      expect(await statesOf(parts, 'cheque_state')).toEqual(['cleared', 'returned'])
      const [row] = await fixture.db.sql(
        `select balance::text, cleared_balance::text, collection_status from public.bookings where id = $1::uuid`,
        [booking_id],
      )
      // 60.00 has cleared; the cheque of 40.00 is owed again.
      expect(row).toMatchObject({ balance: '40.00', cleared_balance: '40.00' })
      const [owed] = await fixture.db.sql(
        `select sum(amount)::text as owed, sum(cleared_amount)::text as cleared from public.receivable_entries where booking_id = $1::uuid`,
        [booking_id],
      )
      expect(owed).toEqual({ owed: '40.00', cleared: '40.00' })
    }
  })

  it('a returned cheque is replaced while the receipt is cancelled: never both', async () => {
    const bank = await tr.bank()
    for (let round = 0; round < rounds(6, 200); round++) {
      const { parts } = await record([{ amount: '10.00' }, cheque('20.00')])
      await t.approve(parts[0]!.id)
      await tr.deposit(bank, [{ id: parts[1]!.id, version: 2 }])
      await tr.bounce({ id: parts[1]!.id, version: 3 })
      const commands = [
        () => tr.replace({ id: parts[1]!.id, version: 4 }, { amount: '20.00' }),
        () => t.cancelCollection(parts[0]!.id, 2),
      ]
      const answers = await atOnce(...(round % 2 ? commands : commands.reverse()))
      const [replaced, cancelled] = round % 2 ? answers : answers.reverse()
      expect([replaced, cancelled].filter((answer) => answer === 'done')).toHaveLength(1)
      expect(await statesOf(parts, 'cheque_state')).toEqual([
        null,
        replaced === 'done' ? 'replaced' : 'returned',
      ])
    }
  })

  it('two receipts with the same two cheques, each the other way round: one is recorded', async () => {
    for (let round = 0; round < rounds(6, 200); round++) {
      const [one, other] = [randomUUID(), randomUUID()]
      const answers = await atOnce(
        () => record([cheque('1.00', one), cheque('2.00', other)]),
        () => record([cheque('2.00', other), cheque('1.00', one)]),
      )
      expect(answers.sort()).toEqual(['done', 'duplicate'])
    }
  })
})
