/** A plain model of what cheques do, in whole pesos: what the database must say after any events. */
export interface ModelCheque {
  id: string
  version: number
  amount: number
  /** Days from today. */
  date: number
  /** `cash`: what a cheque was replaced by; it stands under no tab. */
  state: 'on_hand' | 'deposited' | 'cleared' | 'returned' | 'replaced' | 'cash'
  pays: Map<string, number>
  /** The amounts that it paid when it last came back. */
  paid: Map<string, number>
  /** Bookings that it ever paid: its replacement pays them. */
  paidEver: Set<string>
}

export interface Model {
  cheques: ModelCheque[]
  /** Oldest first. */
  bookings: { id: string; balance: number }[]
}

export const leftOf = (cheque: ModelCheque): number =>
  ['returned', 'replaced'].includes(cheque.state) ? 0 : cheque.amount - sumCents(cheque.pays)

export const sumCents = (parts: Map<string, number>): number =>
  [...parts.values()].reduce((total, part) => total + part, 0)

/** Lets a cheque pay a booking, or takes it back with a negative part. */
export function payFrom(model: Model, cheque: ModelCheque, booking: string, part: number): void {
  const owed = model.bookings.find(({ id }) => id === booking)!
  owed.balance -= part
  cheque.paidEver.add(booking)
  const now = (cheque.pays.get(booking) ?? 0) + part
  if (now === 0) cheque.pays.delete(booking)
  else cheque.pays.set(booking, now)
}

/** Takes a cheque back from everything that it pays. */
export function free(model: Model, cheque: ModelCheque): void {
  cheque.paid = new Map(cheque.pays)
  for (const [booking, part] of cheque.paid) payFrom(model, cheque, booking, -part)
}

/** The cheques under each tab of the register, by id. */
export function tabs(model: Model): Record<string, string[]> {
  const ids = (wanted: (cheque: ModelCheque) => boolean) =>
    model.cheques
      .filter(wanted)
      .map(({ id }) => id)
      .sort()
  const held = (wanted: (date: number) => boolean) =>
    ids(({ state, date }) => state === 'on_hand' && wanted(date))
  return {
    due: held((date) => date <= 0),
    late: held((date) => date < 0),
    upcoming: held((date) => date > 0),
    deposited: ids(({ state }) => state === 'deposited'),
    cleared: ids(({ state }) => state === 'cleared'),
    returned: ids(({ state }) => state === 'returned'),
    replaced: ids(({ state }) => state === 'replaced'),
  }
}
