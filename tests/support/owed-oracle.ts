/**
 * What customers owe on any day, in plain TypeScript from the list of acts alone: amounts are
 * centavos, days are counted from today (0). It knows the rules of docs/domain.md and nothing of
 * the database.
 */
export interface Sale {
  id: string
  customer: string
  total: number
  /** The day of the booking. */
  added: number
  invoiced: number | null
  terms: number
  delivered: number | null
  /** A debit memo, which is paid like a sale. */
  isMemo: boolean
  credits: { on: number; amount: number }[]
  archived: boolean
  cancelled: boolean
}

export interface Receipt {
  id: string
  customer: string
  amount: number
  on: number
  state: 'cash' | 'on_hand' | 'deposited' | 'cleared' | 'returned' | 'cancelled'
  /** The date on the cheque. */
  dated: number
  /** The day of its last event, and of its first deposit. */
  last: number
  deposited: number | null
  /** What it pays, and what it paid when it last came back. */
  pays: { sale: Sale; amount: number; on: number }[]
  paid: { sale: Sale; amount: number }[]
  /** The last day on which it was used for a booking. */
  used: Map<Sale, number>
}

/** A movement of what a document comes to: by approved receipts, and by cleared money alone. */
interface Move {
  document: Sale | Receipt
  receipt: Receipt | null
  on: number
  amount: number
  cleared: number
}

export interface Owed {
  balance: number
  cleared: number
  overdue: number
  /** Current, 1 to 30, 31 to 60, 61 to 90, above 90 days past due, of cleared money. */
  buckets: [number, number, number, number, number]
  /** Cleared money that pays no document. */
  unapplied: number
  cheques: { amount: number; dated: number; state: string }[]
  /** What is invoiced, what is ordered and not invoiced, and cheques that have not cleared. */
  exposure: number
}

/** Credits of a sale until a day. */
const creditedBy = ({ credits }: Sale, day: number) =>
  add(credits.filter(({ on }) => on <= day).map(({ amount }) => amount))

const add = (amounts: Iterable<number>) => [...amounts].reduce((sum, each) => sum + each, 0)

export class OwedOracle {
  readonly sales: Sale[] = []
  readonly receipts: Receipt[] = []
  private readonly moves: Move[] = []

  private move(document: Move['document'], receipt: Receipt | null, on: number, amount: number) {
    const counts = !receipt || receipt.state === 'cash' || receipt.state === 'cleared'
    this.moves.push({ document, receipt, on, amount, cleared: counts ? amount : 0 })
  }

  /** What is left to pay on a booking, invoiced or not. */
  open(sale: Sale): number {
    if (sale.cancelled || sale.archived) return Math.max(this.left(sale), 0)
    return this.left(sale)
  }

  private left(sale: Sale): number {
    const credited = add(sale.credits.map(({ amount }) => amount))
    const paid = this.moves.filter(({ document, receipt }) => document === sale && receipt)
    return sale.total - credited + add(paid.map(({ amount }) => amount))
  }

  unused(receipt: Receipt): number {
    if (['returned', 'cancelled'].includes(receipt.state)) return 0
    return receipt.amount - add(receipt.pays.map(({ amount }) => amount))
  }

  receive(receipt: Receipt, parts: { sale: Sale; amount: number }[]): void {
    this.receipts.push(receipt)
    this.move(receipt, receipt, receipt.on, -receipt.amount)
    for (const part of parts) this.pay(receipt, part, receipt.on)
  }

  pay(receipt: Receipt, { sale, amount }: { sale: Sale; amount: number }, on: number): void {
    this.move(sale, receipt, on, -amount)
    this.move(receipt, receipt, on, amount)
    receipt.pays.push({ sale, amount, on })
    receipt.used.set(sale, Math.max(on, receipt.used.get(sale) ?? on))
  }

  deposit(receipt: Receipt, on: number): void {
    receipt.deposited ??= on
    receipt.last = on
    const again = receipt.state === 'returned'
    receipt.state = 'deposited'
    if (!again) return
    this.move(receipt, receipt, on, -receipt.amount)
    for (const { sale, amount } of receipt.paid) {
      const part = Math.min(amount, this.open(sale))
      if (part > 0 && !sale.cancelled) this.pay(receipt, { sale, amount: part }, on)
    }
  }

  clear(receipt: Receipt, on: number): void {
    receipt.last = on
    for (const document of [receipt, ...new Set(receipt.pays.map(({ sale }) => sale))]) {
      const own = this.moves.filter(
        (move) => move.document === document && move.receipt === receipt,
      )
      const cleared = add(own.map((move) => move.amount - move.cleared))
      this.moves.push({ document, receipt, on, amount: 0, cleared })
    }
    receipt.state = 'cleared'
  }

  /** The bank sends it back: from that day on it pays nothing; a booking for which it was used later, from then on. */
  bounce(receipt: Receipt, on: number): void {
    receipt.last = on
    receipt.paid = []
    for (const sale of new Set(receipt.pays.map((part) => part.sale))) {
      const parts = receipt.pays.filter((part) => part.sale === sale)
      const amount = add(parts.map((part) => part.amount))
      const day = Math.max(on, receipt.used.get(sale)!)
      this.move(sale, receipt, day, amount)
      this.move(receipt, receipt, day, -amount)
      receipt.paid.push({ sale, amount })
    }
    this.move(receipt, receipt, on, receipt.amount)
    receipt.pays = []
    receipt.state = 'returned'
  }

  /** Everything that it did has its opposite today. */
  cancel(receipt: Receipt): void {
    for (const document of [receipt, ...new Set(receipt.pays.map(({ sale }) => sale))]) {
      const own = this.moves.filter(
        (move) => move.document === document && move.receipt === receipt,
      )
      this.moves.push({
        document,
        receipt,
        on: 0,
        amount: -add(own.map(({ amount }) => amount)),
        cleared: -add(own.map(({ cleared }) => cleared)),
      })
    }
    receipt.pays = []
    receipt.state = 'cancelled'
  }

  /** Closed today: what is still owed is settled on paper. */
  archive(sale: Sale): void {
    const settled = this.open(sale)
    sale.archived = true
    sale.delivered ??= 0
    const paper: Receipt = {
      id: '',
      customer: sale.customer,
      amount: settled,
      on: 0,
      state: 'cash',
      dated: 0,
      last: 0,
      deposited: null,
      pays: [],
      paid: [],
      used: new Map(),
    }
    this.move(sale, paper, 0, -settled)
  }

  /** What the booking itself charges until a day. */
  private charged(sale: Sale, day: number): number {
    if (sale.cancelled && day >= 0) return 0
    const from = sale.invoiced ?? (sale.archived ? 0 : Number.POSITIVE_INFINITY)
    if (from > day) return 0
    const credits = sale.credits.filter(({ on }) => Math.max(on, from) <= day)
    return sale.total - add(credits.map(({ amount }) => amount))
  }

  owed(customer: string, day: number): Owed {
    const found: Owed = {
      balance: 0,
      cleared: 0,
      overdue: 0,
      buckets: [0, 0, 0, 0, 0],
      unapplied: 0,
      cheques: [],
      exposure: 0,
    }
    const until = this.moves.filter(({ on }) => on <= day)
    const count = (document: Sale | Receipt, charged: number, due: number) => {
      const own = until.filter((move) => move.document === document)
      const cleared = charged + add(own.map((move) => move.cleared))
      found.balance += charged + add(own.map(({ amount }) => amount))
      found.cleared += cleared
      const late = day - due
      // A receipt has no age, also where it pays more than there is on a past day.
      if (!('terms' in document)) {
        found.unapplied -= cleared
        return
      }
      if (late > 0 && cleared > 0) found.overdue += cleared
      found.buckets[late <= 0 ? 0 : Math.min(1 + Math.floor((late - 1) / 30), 4)]! += cleared
    }
    for (const sale of this.sales.filter((each) => each.customer === customer)) {
      const due = sale.invoiced === null ? sale.added : sale.invoiced + sale.terms
      const charged = this.charged(sale, day)
      count(sale, charged, due)
      const ordered = sale.cancelled || sale.added > day ? 0 : sale.total - creditedBy(sale, day)
      const paid = until.filter((move) => move.document === sale).map(({ amount }) => amount)
      // A payment for goods that were all credited since counts, as for goods that were credited in part.
      const isOrdered = !sale.cancelled && sale.added <= day
      if (charged !== 0 || isOrdered) found.exposure += (charged || ordered) + add(paid)
    }
    for (const receipt of this.receipts.filter((each) => each.customer === customer)) {
      count(receipt, 0, receipt.on)
      const own = until.filter((move) => move.receipt === receipt)
      const amount = add(own.map((move) => move.cleared - move.amount))
      if (amount === 0) continue
      const atBank = receipt.deposited !== null && receipt.deposited <= day
      const state = atBank ? 'deposited' : receipt.dated > day ? 'post_dated' : 'on_hand'
      found.cheques.push({ amount, dated: receipt.dated, state })
    }
    found.exposure += found.cleared - found.balance
    return found
  }
}
