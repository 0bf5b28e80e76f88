/** Matches what PostgreSQL writes of a timestamp, with the hours and minutes of its offset if it has one. */
const MOMENT = /^(\d{4,}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d+)?)(?:([+-]\d{2})(:\d{2})?)?$/

/**
 * Returns PostgreSQL's text of a moment in ISO 8601, as PostgREST answers it: `2026-11-23 15:42:07+00` as
 * `2026-11-23T15:42:07+00:00`. Anything else, such as infinity, stays as it is.
 */
export function isoMoment(text: string): string {
  const [found, day, time, hours, minutes] = MOMENT.exec(text) ?? []
  if (!found) return text
  return `${day}T${time}${hours ? hours + (minutes ?? ':00') : ''}`
}
