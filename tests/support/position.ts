import { fromCents, money, toCents } from '../../app/platform/values/money.ts'
import type { Fixture } from './fixture.ts'
import type { trade } from './trade.ts'

type Cash = { at_office: string; pending: string }

/** Reads the cash position from the treasury's functions, and records receipts. */
export function position(fixture: Fixture, t: ReturnType<typeof trade>) {
  const ask = <T extends Record<string, unknown>>(text: string, project: string = fixture.a) =>
    fixture.db.as<T>(project === fixture.a ? fixture.role.Owner : fixture.staffB, text, [project])

  async function cash(): Promise<Cash> {
    const [row] = await ask<Cash>(
      'select at_office::text, pending::text from public.cash_position($1::uuid)',
    )
    return row!
  }

  /** Returns the approved cash in centavos, which may be deposited. */
  const approved = async () => {
    const { at_office, pending } = await cash()
    return toCents(money(at_office)) - toCents(money(pending))
  }

  return {
    ask,
    cash,
    approved,
    /**
     * Returns the increase of cash on hand since `before`, because other tests leave money there
     * too.
     */
    async since(before: Cash): Promise<Cash> {
      const now = await cash()
      const more = (is: string, was: string) => fromCents(toCents(money(is)) - toCents(money(was)))
      return {
        at_office: more(now.at_office, before.at_office),
        pending: more(now.pending, before.pending),
      }
    },
    /** A centavo more than may be deposited. */
    tooMuch: async () => fromCents((await approved()) + 1n),
    async account(bank: string) {
      const all = await ask<Record<string, string | null> & { bank_id: string }>(
        `select bank_id, stated::text, moved::text, balance::text, in_transit::text, going_out::text, expected::text, difference::text
         from public.bank_positions($1::uuid)`,
      )
      return all.find(({ bank_id }) => bank_id === bank)!
    },
    days: () =>
      ask<{
        on_date: string | null
        bank_id: string | null
        cheques_in: string
        amount_in: string
      }>(
        'select on_date::text, bank_id, cheques_in::text, amount_in::text from public.treasury_days($1::uuid)',
      ),
    /** A receipt; approved unless it is said to wait. */
    async receive(
      customer: string,
      amount: string,
      more: Record<string, unknown> = {},
      approve = true,
    ) {
      const cr_no = `CR-${crypto.randomUUID()}`
      const made = await t.rpc<{ id: string; version: number; cr_no: string }>(
        'record_collection',
        { p_collection: { customer_id: customer, amount, cr_no, ...more } },
      )
      if (approve) await t.approve(made.id, made.version)
      return made
    },
  }
}
