import { z } from 'zod/mini'
import type { ActKind } from '~/platform/field/acts'
import { isId } from '~/platform/values/ids'
import { type Money, money } from '~/platform/values/money'

// Facts are read as the commands read them. A file may hold anything.
const id = z.string().check(z.refine(isId))
const text = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((written) => written?.trim() || null),
)
const ids = z.array(id).check(z.maxLength(500))
const isAmount = (written: string | number) => /^-?\d{1,12}(\.\d{1,2})?$/.test(String(written))
const amount = z.pipe(
  z.union([z.string(), z.number()]).check(z.refine(isAmount)),
  z.transform((written): Money => money(String(written))),
)
const maybe = z.pipe(
  z.optional(z.nullable(z.union([z.string(), z.number()]))),
  z.transform((written) => (written === undefined || written === '' ? null : written)),
)
const maybeAmount = z.pipe(
  maybe.check(z.refine((written) => written === null || isAmount(written))),
  z.transform((written) => (written === null ? null : money(String(written)))),
)
const count = z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(2_147_483_647))
const maybeCount = z.pipe(
  z.optional(z.nullable(count.check(z.minimum(1)))),
  z.transform((written) => written ?? null),
)
const moment = z.string().check(z.refine((written) => !Number.isNaN(Date.parse(written))))
const list = <T extends z.core.$ZodType>(of: T) => z.array(of).check(z.maxLength(500))

/** The facts of each kind (`app/platform/field/acts.ts`). */
const FACTS = {
  booking: z.object({
    customer_id: id,
    remarks: text,
    lines: list(
      z.object({
        product_id: id,
        quantity: count,
        agent_srp: maybeAmount,
        agent_srp_pieces: maybeCount,
        discount_percent: maybeAmount,
        discount_amount: maybeAmount,
        free_of: maybeCount,
      }),
    ),
  }),
  booking_cancel: z.object({ booking_id: id, reason: text }),
  customer: z.object({
    ...{ name: text, store_name: text, address: text, area: text, contact: text, tin_no: text },
  }),
  return: z.object({
    booking_id: id,
    reason: text,
    lines: list(z.object({ product_id: id, quantity: count, stock_state: text })),
  }),
  receipt: z.object({
    customer_id: id,
    cr_no: text,
    skip_reason: text,
    parts: list(
      z.object({
        collection_type: z.string(),
        amount,
        ...{ cheque_bank: text, cheque_no: text, cheque_date: text, reference_no: text },
      }),
    ),
    allocate: text,
    allocations: z._default(list(z.object({ booking_id: id, amount })), []),
    remarks: text,
  }),
  remittance: z.object({
    collection_ids: ids,
    denominations: z._default(list(z.object({ value: amount, count })), []),
    variance_reason: text,
    remarks: text,
  }),
  visit: z.object({
    customer_id: id,
    begun_at: z.optional(moment),
    ended_at: z.optional(z.nullable(moment)),
    skipped: z._default(z.boolean(), false),
    reason: text,
  }),
} as const satisfies Record<ActKind, z.core.$ZodType>

export type FactsOf<K extends ActKind> = z.output<(typeof FACTS)[K]>
export type ReadFacts = { [K in ActKind]: { kind: K; facts: FactsOf<K> } }[ActKind]

/** Reads the facts of an act, without the places of a visit, which are seen with another permission; null of a kind that this version does not know, and of facts that are none. */
export function readActFacts(kind: string, facts: unknown): ReadFacts | null {
  if (!Object.hasOwn(FACTS, kind)) return null
  const read = FACTS[kind as ActKind].safeParse(facts)
  return read.success ? ({ kind, facts: read.data } as ReadFacts) : null
}
