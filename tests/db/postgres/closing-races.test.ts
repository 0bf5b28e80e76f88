import { describe, expect, it } from 'vitest'
import { treasury } from '../../support/cheques.ts'
import { closing } from '../../support/closing.ts'
import { testFixture } from '../../support/fixture.ts'
import { atOnce, overlap, overlapping } from '../../support/overlap.ts'
import { rounds } from '../../support/rounds.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const books = closing(fixture)

const debit = (customer: string, day: string) =>
  t.rpc('create_memo', {
    p_memo: {
      ...{ kind: 'debit', reason: 'bounced_cheque', customer_id: customer },
      ...{ amount: '1.00', on_date: day },
    },
  })

describe('who commits first decides', () => {
  it('whether a day is closed or an entry is posted on it', async () => {
    const customer = await t.customer()
    const day = await tr.day(-1)
    const commands = { close: () => books.close(day), post: () => debit(customer, day) }
    const posted = async () => (await books.until(day)).receivables
    const none = await posted()

    expect(await overlap(fixture.db, commands, 'post')).toEqual({ close: 'done', post: 'done' })
    expect(await posted()).toBe(none! + 1)
    await books.reopen(null)

    expect(await overlap(fixture.db, commands, 'close')).toEqual({
      close: 'done',
      post: 'period_closed',
    })
    expect(await posted()).toBe(none! + 1)
    await books.reopen(null)
  })

  it.each(['customers', 'open_invoices', 'opening_stock'])(
    'also of an import of %s, whose rows say that the books are closed',
    async (kind) => {
      const day = await tr.day(-1)
      const owed = { invoice_no: `${kind}-1`, invoice_date: day, amount: '10.00' }
      const [names] = await fixture.db.sql<Record<'agent' | 'customer' | 'product', string>>(
        `select (select display_name from public.profiles where user_id = $1::uuid) as agent,
           (select name from public.customers where id = $2::uuid) as customer,
           (select material_code from public.products where id = $3::uuid) as product`,
        [fixture.role.Agent, await t.customer(), await t.product()],
      )
      const rows: Record<string, object> = {
        customers: { name: 'Imported store', agent: names!.agent, terms_days: '0', ...owed },
        open_invoices: { customer: names!.customer, ...owed },
        opening_stock: {
          material_code: names!.product,
          quantity: '5',
          cost: '2.00',
          on_date: day,
        },
      }
      const take = () =>
        t.rpc<{ id?: string; errors: { message: string }[] }>(`import_${kind}`, {
          p_import: { rows: [rows[kind]] },
        })
      const [closed, taken] = await overlapping(fixture.db, () => books.close(day), take)
      expect(closed.status).toBe('fulfilled')
      expect(taken).toMatchObject({
        status: 'fulfilled',
        value: { errors: [{ message: expect.stringContaining('The books are closed through') }] },
      })
      await books.reopen(null)
      expect(await take()).toMatchObject({ id: expect.any(String), errors: [] })
    },
  )

  it('while several people post on the day, each in another ledger', async () => {
    const customer = await t.customer()
    const product = await t.product('10.00', 100_000)
    const day = await tr.day(-1)
    for (let round = 0; round < rounds(10, 200); round++) {
      const [first, second] = await Promise.all([
        t.book(customer, [[product, 1, '10.00']], day),
        t.book(customer, [[product, 1, '10.00']], day),
      ])
      await t.validate(first.id, first.version)
      await t.validate(second.id, second.version)
      const before = await books.until(day)
      const { close, ...posts } = await atOnce({
        invoice: () => t.invoice(first.id, first.version + 1, `RACE-${round}`, day),
        deliver: () => t.deliver(second.id, second.version + 1, null, day),
        memo: () => debit(customer, day),
        book: () => t.book(customer, [[product, 1, '10.00']]),
        close: () => books.close(day),
      })
      expect(close).toBe('done')
      const done = (name: keyof typeof posts) => Number(posts[name] === 'done')
      for (const answer of Object.values(posts)) expect(['done', 'period_closed']).toContain(answer)
      expect(await books.until(day)).toEqual({
        ...before,
        receivables: before.receivables! + done('invoice') + done('memo'),
        sales: before.sales! + done('deliver'),
        stock: before.stock! + done('deliver'),
      })
      expect(await books.broken()).toEqual([])
      await books.reopen(null)
    }
  }, 600_000)
})
