import type { SystemState } from '~/platform/request/context'

export const BACKENDS = {
  embedded: 'Embedded',
  postgres: 'PostgreSQL',
  supabase: 'Supabase',
} satisfies Record<SystemState['backend'], string>

const MIB = 1024 * 1024
const MIB_PER_GIB = 1024
const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** Returns the number of applied migrations, and of those that are missing. */
export function migrationCount({ database }: SystemState): string {
  if (!database) return 'No answer'
  const { migrations, pending } = database
  return pending.length > 0
    ? `${migrations.length}, ${pending.length} pending`
    : `${migrations.length} applied`
}

/** Writes space in GiB from one GiB on, else in MiB. */
export function spaceText(mib: number): string {
  return mib >= MIB_PER_GIB ? `${Math.floor(mib / MIB_PER_GIB)} GiB` : `${Math.floor(mib)} MiB`
}

/** Writes the size of something in MiB; nothing where it is not known. */
export const sizeText = (bytes: number | null) =>
  bytes === null ? null : `${Math.max(1, Math.round(bytes / MIB)).toLocaleString('en-US')} MiB`

/** Returns for how many hours something has been there. */
export const hoursSince = (made: string, at: string) =>
  Math.floor((Date.parse(at) - Date.parse(made)) / HOUR_MS)

/** Writes an age in hours, from two days on in days. */
export function ageText(made: string, at: string): string {
  const hours = hoursSince(made, at)
  if (hours < 1) return 'within the hour'
  if (hours < 2 * DAY_HOURS) return `${hours} ${hours === 1 ? 'hour' : 'hours'} ago`
  return `${Math.floor(hours / DAY_HOURS)} days ago`
}
