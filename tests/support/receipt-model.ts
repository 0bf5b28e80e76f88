/**
 * A model of receipts and bookings in centavos, which the database must agree with after any
 * actions.
 */
export interface ModelReceipt {
  id: string
  version: number
  type: string
  amount: number
  /** Days from today. */
  day: number
  status: 'pending' | 'approved' | 'cancelled'
  /** Its place among the approvals. */
  approved: number
  cheque: { date: number; state: string } | null
  pays: Map<ModelBooking, number>
  /** The amounts that it paid when it last came back. */
  paid: Map<ModelBooking, number>
  /** Bookings that it paid, or was to pay, at any time. */
  ever: Set<ModelBooking>
}

export interface ModelBooking {
  id: string
  total: number
  invoiced: boolean
}

const GONE = ['returned', 'replaced']
const sum = (amounts: Iterable<number>) => [...amounts].reduce((all, amount) => all + amount, 0)

export class ReceiptModel {
  readonly receipts: ModelReceipt[] = []
  private approvals = 0

  /** Bookings oldest first. */
  constructor(readonly bookings: readonly ModelBooking[]) {}

  private get counting() {
    return this.receipts.filter(({ status }) => status === 'approved')
  }

  collected(booking: ModelBooking): number {
    return sum(this.counting.map(({ pays }) => pays.get(booking) ?? 0))
  }

  balance(booking: ModelBooking): number {
    return booking.total - this.collected(booking)
  }

  /** Returns the part of a booking that is paid by uncleared cheques. */
  uncleared(booking: ModelBooking): number {
    const open = this.counting.filter(({ cheque }) => cheque && cheque.state !== 'cleared')
    return sum(open.map(({ pays }) => pays.get(booking) ?? 0))
  }

  /** Returns the unapplied amount of a receipt, once it is approved. */
  left({ cheque, amount, pays }: ModelReceipt): number {
    return GONE.includes(cheque?.state ?? '') ? 0 : amount - sum(pays.values())
  }

  /** An amount over bookings, each up to what `open` says. */
  share(
    amount: number,
    bookings: Iterable<ModelBooking>,
    open: (booking: ModelBooking) => number,
  ): Map<ModelBooking, number> {
    const parts = new Map<ModelBooking, number>()
    let rest = amount
    for (const booking of bookings) {
      const part = Math.min(rest, Math.max(open(booking), 0))
      if (part > 0) parts.set(booking, part)
      rest -= part
    }
    return parts
  }

  /** Oldest first, what is in pending receipts taken for paid. */
  oldest(amount: number): Map<ModelBooking, number> {
    const pending = this.receipts.filter(({ status }) => status === 'pending')
    return this.share(
      amount,
      this.bookings,
      (booking) => this.balance(booking) - sum(pending.map(({ pays }) => pays.get(booking) ?? 0)),
    )
  }

  add(
    made: Pick<ModelReceipt, 'id' | 'version' | 'type' | 'amount' | 'day' | 'cheque' | 'pays'>,
  ): ModelReceipt {
    const receipt: ModelReceipt = {
      ...made,
      status: 'pending',
      approved: 0,
      paid: new Map(),
      ever: new Set(made.pays.keys()),
    }
    this.receipts.push(receipt)
    return receipt
  }

  /** Returns an overpayment of a booking to the newest receipts. */
  approve(receipt: ModelReceipt): void {
    receipt.status = 'approved'
    receipt.approved = ++this.approvals
    const newest = this.counting.sort((a, b) => b.day - a.day || b.approved - a.approved)
    for (const booking of [...receipt.pays.keys()])
      for (const each of newest) {
        const over = -this.balance(booking)
        const pays = each.pays.get(booking) ?? 0
        if (over > 0 && pays > 0) this.pay(each, booking, -Math.min(over, pays))
      }
  }

  pay(receipt: ModelReceipt, booking: ModelBooking, part: number): void {
    const now = (receipt.pays.get(booking) ?? 0) + part
    if (now === 0) receipt.pays.delete(booking)
    else receipt.pays.set(booking, now)
    receipt.ever.add(booking)
  }

  /** Brought to the bank; one that had come back pays again what it paid, as far as it is owed. */
  deposit(receipt: ModelReceipt): void {
    if (receipt.cheque!.state === 'returned')
      for (const [booking, part] of receipt.paid)
        this.pay(receipt, booking, Math.min(part, this.balance(booking)))
    receipt.cheque!.state = 'deposited'
  }

  bounce(receipt: ModelReceipt): void {
    receipt.paid = new Map(receipt.pays)
    receipt.pays.clear()
    receipt.cheque!.state = 'returned'
  }

  /** Allocates other money to everything that the cheque ever paid, oldest first. */
  replacement(receipt: ModelReceipt, amount: number): Map<ModelBooking, number> {
    receipt.pays.clear()
    receipt.cheque!.state = 'replaced'
    const before = this.bookings.filter((booking) => receipt.ever.has(booking))
    return this.share(amount, before, (booking) => this.balance(booking))
  }

  /** The unapplied amounts of receipts that are not cheques on their way. */
  clearedCredit(): number {
    const cleared = this.counting.filter(
      ({ cheque }) => !['on_hand', 'deposited'].includes(cheque?.state ?? ''),
    )
    return sum(cleared.map((receipt) => this.left(receipt)))
  }

  /** The customer's figures. */
  position() {
    const unapplied = sum(this.counting.map((receipt) => this.left(receipt)))
    const uncleared = sum(
      this.counting
        .filter(({ cheque }) => ['on_hand', 'deposited'].includes(cheque?.state ?? ''))
        .map(({ amount }) => amount),
    )
    const owed = this.bookings.map((booking) =>
      booking.invoiced ? this.balance(booking) : -this.collected(booking),
    )
    return {
      unapplied,
      uncleared,
      collectibles: sum(owed) - unapplied,
      exposure: sum(this.bookings.map((booking) => this.balance(booking))) + uncleared,
    }
  }

  /** Approved, pending and cancelled amounts of one type; approved without what came back. */
  totals(type: string) {
    const of = this.receipts.filter((receipt) => receipt.type === type)
    const amounts = (status: string) => of.filter((receipt) => receipt.status === status)
    const gone = ({ cheque }: ModelReceipt) => GONE.includes(cheque?.state ?? '')
    return {
      receipts: of.length,
      approved: sum(amounts('approved').map((each) => (gone(each) ? 0 : each.amount))),
      returned: sum(amounts('approved').map((each) => (gone(each) ? each.amount : 0))),
      pending: sum(amounts('pending').map(({ amount }) => amount)),
      cancelled: sum(amounts('cancelled').map(({ amount }) => amount)),
    }
  }
}
