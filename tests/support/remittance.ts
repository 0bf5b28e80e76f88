import { randomUUID } from 'node:crypto'
import type { Fixture } from './fixture.ts'
import type { trade } from './trade.ts'

interface Taken {
  id: string
  version: number
}

interface Received extends Taken {
  drr_no: string
  cash_expected: string
  cash_counted: string
  variance: string
}

/** Holds the steps between a collector's round and the cashier, each through its command. */
export function fieldReceipts(
  fixture: Fixture,
  t: ReturnType<typeof trade>,
  project: 'a' | 'b' = 'a',
) {
  const collector = () => (project === 'a' ? fixture.role.Collector : fixture.agentB)
  const finance = () => (project === 'a' ? fixture.role['finance admin'] : fixture.staffB)
  let serial = 0
  return {
    collector,
    finance,
    /** A pending receipt, recorded by staff for whoever took it; by default the collector, today. */
    take: (customer: string, amount: string, more: Record<string, unknown> = {}) =>
      t.rpc<Taken>('record_collection', {
        p_collection: {
          customer_id: customer,
          collection_type: 'cash',
          amount,
          cr_no: `CR-T${++serial}-${randomUUID().slice(0, 6)}`,
          collector_id: collector(),
          ...more,
        },
      }),
    cash(customer: string, amount: string) {
      return this.take(customer, amount)
    },
    cheque(customer: string, amount: string, date: string) {
      const cheque_no = `T-${++serial}`
      return this.take(customer, amount, {
        collection_type: 'cheque',
        cheque_bank: 'Customers Bank',
        cheque_no,
        cheque_date: date,
      })
    },
    /** Hands receipts in with so many pieces of each note or coin. */
    remit: (
      receipts: readonly { id: string }[],
      pieces: Record<string, number>,
      more: Record<string, unknown> = {},
      user = finance(),
    ) =>
      t.rpc<Received>(
        'receive_remittance',
        {
          p_remittance: {
            collector_id: collector(),
            drr_no: `DRR-${++serial}`,
            collection_ids: receipts.map(({ id }) => id),
            denominations: Object.entries(pieces).map(([value, count]) => ({ value, count })),
            ...more,
          },
        },
        user,
      ),
    giveBack: ({ id, version }: Taken, reason = 'Counted twice') =>
      t.rpc<Taken>('cancel_remittance', {
        p_remittance: id,
        p_version: version,
        p_reason: reason,
      }),
    /** Rows of `unremitted` as a person sees them: cash, cheques, receipts, since. */
    unremitted: (user = finance()) =>
      fixture.db.as<Record<'collector_id' | 'cash' | 'cheques' | 'receipts' | 'oldest_on', string>>(
        user,
        `select collector_id, cash::text, cheques::text, receipts::text, oldest_on::text from public.unremitted($1::uuid)`,
        [fixture[project]],
      ),
    /** Number and live remittance of a receipt. */
    async receipt(id: string) {
      const [row] = await fixture.db.sql<Record<string, string | null>>(
        'select drr_no, drr_date::text, remittance_id, approval_status, version::text from public.collections where id = $1::uuid',
        [id],
      )
      return row!
    },
  }
}
