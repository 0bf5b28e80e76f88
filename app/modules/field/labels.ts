import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import type { ActKind } from '~/platform/field/acts'
import { stageLabel } from '~/ui/Badge'

interface Kind {
  label: string
  /** The permission that decides an act that waits, held for all (`private.act_kinds`). */
  decides: Permission
  /** Returns the address of the document that an act makes. */
  to?: (id: string) => string
  /** The office may choose the day on which it counts. */
  dated?: true
}

/** The kinds of acts. */
const KINDS: Readonly<Record<ActKind, Kind>> = {
  booking: { label: 'Booking', decides: 'bookings.write', to: paths.sales.booking, dated: true },
  booking_cancel: { label: 'Cancellation', decides: 'bookings.write', to: paths.sales.booking },
  customer: { label: 'New customer', decides: 'customers.request', to: paths.customers.customer },
  receipt: {
    label: 'Receipt',
    decides: 'collections.record',
    to: paths.treasury.collection,
    dated: true,
  },
  remittance: {
    label: 'Remittance',
    decides: 'treasury.write',
    to: paths.treasury.remittance,
    dated: true,
  },
  return: { label: 'Return', decides: 'warehouse.write', to: paths.warehouse.request },
  visit: { label: 'Visit', decides: 'field.write' },
}

const kindOf = (kind: string): Kind | undefined =>
  Object.hasOwn(KINDS, kind) ? KINDS[kind as ActKind] : undefined

/** The kinds of acts as the choices of a filter. */
export const ACT_KINDS = Object.entries(KINDS).map(([value, { label }]) => ({ value, label }))

/** Returns the name of a kind of act; one of a newer version of the app has the name of the database. */
export const actKindLabel = (kind: string) =>
  kindOf(kind)?.label ?? stageLabel(kind.replaceAll('_', ' '))

/** Returns the address of the document that an act made. */
export const actDocument = (kind: string, id: string) => kindOf(kind)?.to?.(id)

/** Returns the permission with which an act is decided; one of a newer version is rejected by who takes in files. */
export const decidesAct = (kind: string): Permission => kindOf(kind)?.decides ?? 'field.write'

/** The permissions with which acts are decided. */
export const DECIDES = [...new Set(Object.values(KINDS).map(({ decides }) => decides))] as [
  Permission,
  ...Permission[],
]

/** Tells whether the office may choose the day on which an act counts. */
export const isDated = (kind: string) => kindOf(kind)?.dated === true

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
  withdrawn: { label: 'Withdrawn', tone: 'warn' },
}
