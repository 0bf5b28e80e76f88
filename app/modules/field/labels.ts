import { paths } from '~/paths'
import { stageLabel } from '~/ui/Badge'

interface Kind {
  label: string
  /** Returns the address of the document that an act makes. */
  to?: (id: string) => string
  /** The office may choose the day on which it counts. */
  dated?: true
}

/** The kinds of acts. */
const KINDS: Readonly<Record<string, Kind>> = {
  booking: { label: 'Booking', to: paths.sales.booking, dated: true },
  booking_cancel: { label: 'Cancellation', to: paths.sales.booking },
  customer: { label: 'New customer', to: paths.customers.customer },
  receipt: { label: 'Receipt', to: paths.treasury.collection, dated: true },
  remittance: { label: 'Remittance', to: paths.treasury.remittance, dated: true },
  return: { label: 'Return', to: paths.warehouse.request },
  visit: { label: 'Visit' },
}

/** The kinds of acts as the choices of a filter. */
export const ACT_KINDS = Object.entries(KINDS).map(([value, { label }]) => ({ value, label }))

/** Returns the name of a kind of act; one of a newer version of the app has the name of the database. */
export const actKindLabel = (kind: string) =>
  KINDS[kind]?.label ?? stageLabel(kind.replaceAll('_', ' '))

/** Returns the address of the document that an act made. */
export const actDocument = (kind: string, id: string) => KINDS[kind]?.to?.(id)

/** Tells whether the office may choose the day on which an act counts. */
export const isDated = (kind: string) => KINDS[kind]?.dated === true

/** Says how old something is, in the largest whole unit: "3 h". */
export function ageSince(from: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(from)) / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** The words and tones of the states of an act. */
export const ACT_STATES: Readonly<
  Record<string, { label: string; tone: 'ok' | 'warn' | 'danger' }>
> = {
  accepted: { label: 'Accepted', tone: 'ok' },
  waiting: { label: 'To decide', tone: 'warn' },
  refused: { label: 'Rejected', tone: 'danger' },
}
