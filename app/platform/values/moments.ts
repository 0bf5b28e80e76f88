import { formatDate, today, writtenDay } from './dates'

const TYPED =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)(Z|[+-]\d{2}(?::?\d{2})?)?$/

/**
 * Reads a past moment: a local time of the project (`2026-11-23T15:42`), or one with an offset.
 * Returns null for anything else and for a moment in the future.
 */
export function parseMoment(
  typed: string,
  timeZone: string,
  now: Date = new Date(),
): string | null {
  const [text, day, time, offset] = TYPED.exec(typed.trim()) ?? []
  if (!text || !day || writtenDay(day) !== day) return null
  if (offset) return Date.parse(isoOf(text)) <= now.getTime() ? text : null
  return `${day}T${time}` <= toLocalTime(now.toISOString(), timeZone) ? `${day}T${time}` : null
}

/** Returns a moment as a local time of the project, to the second, as an input of the browser takes it. */
export function toLocalTime(moment: string, timeZone: string): string {
  const [text, day, time, offset] = TYPED.exec(moment) ?? []
  if (text && !offset) return `${day}T${time}`
  const instant = new Date(isoOf(moment))
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  }).format(instant)
  return `${today(timeZone, instant)}T${clock}`
}

/** A moment as `11/23/2026 15:42:07`, in the time of the project. */
export function formatMoment(moment: string, timeZone: string): string {
  const [day, time] = toLocalTime(moment, timeZone).split('T')
  return `${formatDate(day!)} ${time!.slice(0, 8)}`
}

/** PostgreSQL writes `2026-11-23 15:42:07+00`; JavaScript reads only `T` and a whole offset. */
const isoOf = (moment: string) => moment.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')
