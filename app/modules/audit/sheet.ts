import type { Cell, Sheet } from '~/platform/files/sheet'
import { formatDate, formatDateTime } from '~/platform/values/dates'
import type { AuditChange } from './describe-changes.server'

interface Heading {
  project: string
  described: string
  runBy: string
  runAt: string
  timeZone: string
}

const COLUMNS = [
  ['Date', 12],
  ['Time', 8],
  ['Who', 24],
  ['Kind', 18],
  ['Document', 28],
  ['Part', 30],
  ['What', 10],
  ['Field', 22],
  ['Before', 30],
  ['After', 30],
] as const

/** Builds the Excel sheet of the audit trail: one row per changed column. */
export function auditSheet(changes: readonly AuditChange[], heading: Heading): Sheet {
  const head: Cell[][] = [
    [{ bold: heading.project }],
    ['Audit trail'],
    [heading.described],
    [`Run by ${heading.runBy}, ${formatDateTime(heading.runAt, heading.timeZone)}`],
    [],
  ]
  const rows = changes.flatMap((change) => {
    const [day, time] = dayAndTime(change.createdAt, heading.timeZone)
    const of: Cell[] = [
      { day },
      time,
      change.who,
      change.kind,
      change.document,
      change.part,
      change.action,
    ]
    if (change.differences.length === 0) return [of]
    return change.differences.map(({ label, was, is }): Cell[] => [...of, label, was, is])
  })
  return {
    name: 'Audit trail',
    widths: COLUMNS.map(([, width]) => width),
    rows: [...head, COLUMNS.map(([label]) => label), ...rows],
    header: head.length,
  }
}

/** Splits a timestamp into date (`YYYY-MM-DD`) and time in the project's time zone. */
function dayAndTime(at: string, timeZone: string): [day: string, time: string] {
  const [month, day, year, time] = formatDateTime(at, timeZone).split(/[/ ]/)
  return [`${year}-${month}-${day}`, time ?? '']
}

/** Describes the filters in one line. */
export function described(
  filters: { from?: string; to?: string },
  more: readonly string[],
): string {
  const { from, to } = filters
  const days = [
    from ? `from ${formatDate(from)}` : null,
    to ? `to ${formatDate(to)}` : null,
  ].filter(Boolean)
  return [days.join(' ') || 'All days', ...more].join(', ')
}
