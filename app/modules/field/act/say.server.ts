import type { Db } from '~/platform/request/context'
import { cashOf, sumsOf } from '~/platform/values/cash-count'
import { formatDiscount, netAmountAt } from '~/platform/values/discount'
import { addMoney, money, multiplyMoney, toCents } from '~/platform/values/money'
import { price } from '~/platform/values/price'
import { type FactsOf, readActFacts } from './facts'
import { type NamesOfActs, readNames, type WrittenAct } from './names.server'
import { type HandedIn, paidBy, type Said } from './said'

/** The most letters that are shown of an act that this version does not know. */
const MOST_LETTERS = 2000

/** Says what acts say, with the names of products, customers and documents that the reader may see. */
export async function sayActs(
  db: Db,
  projectId: string,
  acts: readonly WrittenAct[],
): Promise<Said[]> {
  const names = await readNames(db, projectId, acts)
  return acts.map(({ kind, facts }) => say(kind, facts, names))
}

function say(kind: string, written: unknown, names: NamesOfActs): Said {
  const act = readActFacts(kind, written)
  if (!act) {
    const text = (JSON.stringify(written, null, 1) ?? '').slice(0, MOST_LETTERS)
    return { kind: 'other', text }
  }
  switch (act.kind) {
    case 'booking':
      return sayBooking(act.facts, names)
    case 'receipt':
      return sayReceipt(act.facts, names)
    case 'remittance':
      return sayRemittance(act.facts, names)
    case 'booking_cancel':
      return {
        kind: act.kind,
        reason: act.facts.reason,
        booking: names.booking(act.facts.booking_id),
      }
    case 'return':
      return {
        ...{ kind: act.kind, reason: act.facts.reason },
        booking: names.booking(act.facts.booking_id),
        lines: act.facts.lines.map(({ product_id, quantity, stock_state }, at) => ({
          ...names.goods(product_id, at),
          ...{ pieces: quantity, badOrder: stock_state === 'bad_order' },
        })),
      }
    case 'customer':
      return {
        kind: act.kind,
        items: [
          ['Name', act.facts.name],
          ['Store name', act.facts.store_name],
          ['Address', act.facts.address],
          ['Area', act.facts.area],
          ['Contact', act.facts.contact],
          ['TIN', act.facts.tin_no],
        ],
      }
    case 'visit':
      return {
        ...{ kind: act.kind, customer: names.customer(act.facts.customer_id) },
        ...{ skipped: act.facts.skipped, reason: act.facts.reason },
        begunAt: act.facts.begun_at ?? null,
        endedAt: act.facts.ended_at ?? null,
      }
  }
}

function sayBooking({ customer_id, lines, remarks }: FactsOf<'booking'>, names: NamesOfActs): Said {
  const said = lines.map((line, at) => {
    const goods = names.goods(line.product_id, at)
    const discount = {
      percent: line.discount_percent ?? '0',
      amount: line.discount_amount ?? money(0),
    }
    // A line of free goods has no price.
    const asked =
      line.free_of === null && line.agent_srp !== null
        ? price(line.agent_srp, line.agent_srp_pieces ?? 1)
        : null
    return {
      ...{ ...goods, pieces: line.quantity, free: line.free_of !== null, price: asked },
      discount: formatDiscount(discount),
      amount: asked && netAmountAt(asked, line.quantity, discount),
    }
  })
  return {
    ...{ kind: 'booking', customer: names.customer(customer_id), lines: said, remarks },
    sum: addMoney(...said.flatMap(({ amount }) => amount ?? [])),
  }
}

const partOf = (part: FactsOf<'receipt'>['parts'][number], at: number) => ({
  ...{ key: String(at), type: part.collection_type, by: paidBy(part), amount: part.amount },
})

function sayReceipt(facts: FactsOf<'receipt'>, names: NamesOfActs): Said {
  return {
    kind: 'receipt',
    customer: names.customer(facts.customer_id),
    ...{ crNo: facts.cr_no, skipReason: facts.skip_reason, remarks: facts.remarks },
    parts: facts.parts.map(partOf),
    sum: addMoney(...facts.parts.map(({ amount }) => amount)),
    applied:
      facts.allocate === 'oldest'
        ? 'oldest'
        : facts.allocations.map(({ booking_id, amount }, at) => ({
            ...{ key: String(at), booking: names.booking(booking_id), amount },
          })),
  }
}

function sayRemittance(facts: FactsOf<'remittance'>, names: NamesOfActs): Said {
  // Any part stands for its receipt.
  const receipts = new Map<string, HandedIn>()
  let unseen = 0
  for (const key of facts.collection_ids) {
    const parts = names.receipt(key) ?? notAccepted(key, names)
    if (!parts) unseen++
    for (const part of parts ?? []) receipts.set(part.key, part)
  }
  const cash = facts.denominations
    .filter(({ value, count }) => toCents(value) > 0n && count > 0)
    .map(({ value, count }) => ({
      ...{ value, pieces: count, amount: multiplyMoney(value, count) },
    }))
    .sort((one, other) => Number(toCents(other.value) - toCents(one.value)))
  return {
    ...{ kind: 'remittance', receipts: [...receipts.values()], unseen, cash },
    sums: sumsOf([...receipts.values()]),
    counted: cashOf(cash),
    ...{ reason: facts.variance_reason, remarks: facts.remarks },
  }
}

/** Returns the parts of a receipt that the office has not accepted, as it was written. */
function notAccepted(key: string, names: NamesOfActs): HandedIn[] | null {
  const act = names.needed.get(key)
  if (act?.facts?.kind !== 'receipt') return null
  const { facts } = act.facts
  return facts.parts.map((part, at) => ({
    ...{ ...partOf(part, at), key: `${key} ${at}` },
    crNo: { name: `${facts.cr_no ?? ''} (not accepted yet)`.trim(), to: null },
    customer: names.customer(facts.customer_id).name,
  }))
}
