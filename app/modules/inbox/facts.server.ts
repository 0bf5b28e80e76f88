import { z } from 'zod/mini'
import { effectOf } from '~/modules/sales/warehouse/effect'
import { checkReceipt } from '~/modules/treasury/approval/check'
import { money } from '~/platform/values/money'
import { price, priceOrNull } from '~/platform/values/price'
import type { Facts } from './facts'

const text = z.string()
const flag = z.boolean()
const textOrNull = z.nullable(text)
const pieces = z.int()
const amount = z.pipe(
  text,
  z.transform((value: string) => money(value)),
)
const amountOrNull = z.nullable(amount)

const bookingFacts = z.object({
  customer_status: text,
  credit_left: amountOrNull,
  over_by: amountOrNull,
  short: z.nullable(z.array(text)),
  below_floor: z.nullable(z.array(text)),
  other_prices: z.nullable(z.array(text)),
  by_another: z.nullable(z.enum(['credit_line', 'live_srp'])),
})

const customerFacts = z.object({
  store: textOrNull,
  address: textOrNull,
  area: textOrNull,
  tin_no: textOrNull,
  agent_id: text,
  terms_days: pieces,
})

const collectionFacts = z.object({
  // The parts of the receipt: what it was paid with.
  means: z.array(
    z.object({
      type: text,
      amount,
      account_unknown: flag,
      cheque_bank: textOrNull,
      cheque_no: textOrNull,
      cheque_date: textOrNull,
    }),
  ),
  // The stage and the balance are null when the reader may not see the booking.
  parts: z.array(z.object({ so_no: text, amount, stage: textOrNull, balance: amountOrNull })),
})

const voucherFacts = z.object({
  net: amount,
  mode: text,
  bank: textOrNull,
  cheque_no: textOrNull,
  category: textOrNull,
  invoice_no: textOrNull,
})

const memoFacts = z.object({
  kind: z.enum(['credit', 'debit']),
  reason: text,
  on: text,
  vat: amount,
  invoice_no: textOrNull,
})

const writeOffFacts = z.object({
  on: text,
  goods: z.array(z.object({ product: text, pieces, case_config: pieces })),
})

const productEditFacts = z.object({
  purchase_id: text,
  case_config: pieces,
  item: z.enum(['cost', 'prod_srp', 'quantity']),
  from: amountOrNull,
  from_pieces: pieces,
  to: amount,
  to_pieces: pieces,
  live: flag,
  on_hand: pieces,
  on_hand_then: pieces,
  live_srp: amount,
  live_srp_pieces: pieces,
  value: amount,
  value_then: amount,
  total: amount,
  total_then: amount,
  open_bookings: pieces,
})

const countFacts = z.object({
  lines: pieces,
  counted: pieces,
  differing: pieces,
  surplus: pieces,
  missing: pieces,
  cost_value: amount,
  srp_value: amount,
})

const warehouseLine = z.object({
  id: text,
  product_id: text,
  product: text,
  case_config: pieces,
  requested: pieces,
  open: pieces,
  delivered: pieces,
  returned: pieces,
  available: z.nullable(pieces),
  on_hand: z.nullable(pieces),
})

const warehouseFacts = z.object({
  kind: text,
  credit: amountOrNull,
  lines: z.nullable(z.array(warehouseLine)),
  // The booking is null when the reader may not see it.
  so_no: textOrNull,
  stage: textOrNull,
  date_delivered: textOrNull,
  balance: amountOrNull,
})

/**
 * Parses the facts that `public.inbox` returns for a document of each kind; the comment on that function names them.
 *
 * @throws an error, of Zod or of `money`, when the database answers other facts.
 */
export const readFacts: { [K in Facts['kind']]: (raw: unknown) => Facts } = {
  booking: (raw) => readBooking('booking', raw),
  override: (raw) => readBooking('override', raw),
  customer: (raw) => {
    const { store, address, area, tin_no, agent_id, terms_days } = customerFacts.parse(raw)
    return {
      kind: 'customer',
      facts: words(store, address, area, tin_no && `TIN ${tin_no}`),
      store,
      agentId: agent_id,
      termsDays: terms_days,
      tinNo: tin_no,
    }
  },
  collection: (raw) => {
    const { means, parts } = collectionFacts.parse(raw)
    return {
      kind: 'collection',
      means: means.map(({ type, amount, cheque_bank, cheque_no, cheque_date }) => ({
        type,
        amount,
        cheque:
          cheque_no && cheque_bank && cheque_date
            ? { bank: cheque_bank, no: cheque_no, date: cheque_date }
            : null,
      })),
      pays: parts.map(({ so_no }) => so_no),
      check: checkReceipt({
        accountUnknown: means.some(({ account_unknown }) => account_unknown),
        allocated: parts.map(({ so_no, amount, stage, balance }) => ({
          soNo: so_no,
          amount,
          booking: stage !== null && balance !== null ? { stage, balance } : null,
        })),
      }),
    }
  },
  voucher: (raw) => {
    const { net, mode, bank, cheque_no, category, invoice_no } = voucherFacts.parse(raw)
    return {
      kind: 'voucher',
      net,
      mode,
      cheque: cheque_no && words(bank, cheque_no).join(' '),
      facts: words(category, invoice_no && `Invoice ${invoice_no}`),
    }
  },
  memo: (raw) => {
    const { kind, reason, on, vat, invoice_no: invoice } = memoFacts.parse(raw)
    return { kind: 'memo', isCredit: kind === 'credit', reason, on, vat, invoice }
  },
  write_off: (raw) => {
    const { on, goods } = writeOffFacts.parse(raw)
    return {
      kind: 'write_off',
      on,
      goods: goods.map(({ product, pieces, case_config }) => ({
        product,
        pieces,
        caseConfig: case_config,
      })),
    }
  },
  product_edit: (raw) => {
    const facts = productEditFacts.parse(raw)
    const { item, live } = facts
    const [from, to] = [
      priceOrNull(facts.from, facts.from_pieces),
      price(facts.to, facts.to_pieces),
    ]
    return {
      kind: 'product_edit',
      purchaseId: facts.purchase_id,
      edit: { item, from, to, live, caseConfig: facts.case_config },
      effect: {
        onHand: facts.on_hand,
        onHandThen: facts.on_hand_then,
        liveSrp: price(facts.live_srp, facts.live_srp_pieces),
        value: facts.value,
        valueThen: facts.value_then,
        total: facts.total,
        totalThen: facts.total_then,
        openBookings: facts.open_bookings,
      },
    }
  },
  count: (raw) => {
    const { cost_value, srp_value, ...counts } = countFacts.parse(raw)
    return { kind: 'count', ...counts, costValue: cost_value, srpValue: srp_value }
  },
  warehouse: (raw) => {
    const facts = warehouseFacts.parse(raw)
    const { kind, credit, so_no, stage, date_delivered, balance } = facts
    const lines = (facts.lines ?? []).map((line) => ({
      ...line,
      productId: line.product_id,
      caseConfig: line.case_config,
      onHand: line.on_hand,
    }))
    return {
      kind: 'warehouse',
      asks: kind,
      soNo: so_no,
      effect:
        so_no !== null && stage !== null && balance !== null && credit !== null
          ? effectOf(
              { kind, credit, lines },
              { soNo: so_no, stage, dateDelivered: date_delivered, balance, lines },
            )
          : null,
    }
  },
}

function readBooking(kind: 'booking' | 'override', raw: unknown): Facts {
  const { credit_left, over_by, short, below_floor, other_prices, by_another, customer_status } =
    bookingFacts.parse(raw)
  return {
    kind,
    creditLeft: credit_left,
    overBy: over_by,
    belowFloor: below_floor ?? [],
    otherPrices: other_prices ?? [],
    byAnother: by_another,
    short: short ?? [],
    customerStatus: customer_status,
  }
}

function words(...parts: (string | null)[]): string[] {
  return parts.filter((part): part is string => Boolean(part))
}
