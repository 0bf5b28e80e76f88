import { addDays } from '../../../app/platform/values/dates.ts'
import { uuidOf } from '../../../tools/ids.ts'
import { DEMO_ID } from '../people.ts'
import { seeded } from '../seeded.ts'
import type { Run } from './run.ts'
import type { Store } from './stores.ts'

/** A product as it stands on the day that is played. Prices in centavos a piece. */
export interface Good {
  id: string
  code: string
  supplier: string
  perCase: number
  cost: number
  srp: number
  /** Pieces that may still be promised. */
  free: number
  /** Pieces that were ordered since its supplier delivered last. */
  sold: number
}

/** A customer as it stands on the day that is played. */
export interface Buyer {
  id: string
  plan: Store
  /** The amount that it has ordered and not paid, in centavos. */
  exposure: number
  /** Its invoices that are not paid. */
  orders: Order[]
}

/** A booking that is under way. */
export interface Order {
  id: string
  version: number
  buyer: Buyer
  /** The amount that is still to be paid, in centavos. */
  owed: number
  /** The day of the years on which it will be paid; the last one of all until it is invoiced. */
  dueAt: number
  lines: { good: Good; quantity: number }[]
}

/** A receipt until it is money. */
export interface Receipt {
  id: string
  version: number
  cr: string
  type: 'cash' | 'cheque' | 'bank_transfer'
  buyer: Buyer
  amount: number
  /** The bookings that it pays. */
  paid: { order: Order; amount: number }[]
  /** Tells whether the collector took it in the field. */
  field: boolean
  chequeDate: string
  /** Tells whether the bank sent its cheque back once. */
  returned: boolean
}

/** Asks the maker's database, as its owner. */
export type Read = <Row>(sql: string, ...values: unknown[]) => Promise<Row[]>

/**
 * The state of the trade while its days are played. Numbers of papers run on from day to day, as from booklets.
 */
export class Trade {
  readonly random: () => number
  readonly buyers: Buyer[] = []
  /** Receipts of the day before. */
  readonly waiting: Receipt[] = []
  /** Cheques that are not at the bank. */
  onHand: Receipt[] = []
  goods: Good[] = []
  day: string
  /** The number of days that were played. */
  at = 0
  private readonly later = new Map<number, (() => Promise<void>)[]>()
  private readonly last: Record<string, number> = {}

  constructor(
    readonly run: Run,
    readonly read: Read,
    readonly users: ReadonlyMap<string, string>,
    readonly first: string,
    seed: number,
  ) {
    this.random = seeded(seed)
    this.day = first
  }

  /** Has something done some days from now; on the same day when that is none. */
  in(days: number, work: () => Promise<void>): void {
    const day = this.at + Math.max(0, Math.round(days))
    this.later.set(day, [...(this.later.get(day) ?? []), work])
  }

  /** Does what was put off to this day; also what is put off to it meanwhile. */
  async due(): Promise<void> {
    for (let work = this.take(); work.length > 0; work = this.take())
      for (const one of work) await one()
  }

  private take() {
    const work = this.later.get(this.at) ?? []
    this.later.delete(this.at)
    return work
  }

  next(): void {
    this.at += 1
    this.day = addDays(this.first, this.at)
  }

  /** Returns the next number of a booklet. */
  number(booklet: string, from: number): number {
    this.last[booklet] = (this.last[booklet] ?? from - 1) + 1
    return this.last[booklet]
  }

  chance(share: number): boolean {
    return this.random() < share
  }

  /** Returns a whole number from the least to the most. */
  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1))
  }

  /** Picks one, each by its weight. */
  pick<T>(from: readonly T[], weightOf: (one: T) => number): T {
    const all = from.reduce((sum, one) => sum + weightOf(one), 0)
    let left = this.random() * all
    for (const one of from) {
      left -= weightOf(one)
      if (left < 0) return one
    }
    return from.at(-1)!
  }
}

/** Returns centavos as pesos with two decimals. */
export const pesos = (cents: number): string => (cents / 100).toFixed(2)

/** Returns pesos of an answer as centavos. */
export const cents = (pesos: string): number => Math.round(Number(pesos) * 100)

export const master = (name: string): string => uuidOf(DEMO_ID, name)

/** The account that receives transfers and pays suppliers. */
export const BANK = master('bank 1')
