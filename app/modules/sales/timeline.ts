import { formatDate } from '~/platform/values/dates'
import { formatMoney, fromCents, money, toCents } from '~/platform/values/money'
import { formatPrice, price } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'

/** One event of a booking. */
export interface TimelineEvent {
  /** The time of the event, as a timestamp. */
  at: string
  by: string | null
  title: string
  details: string[]
}

/** A change in the audit trail: columns as [before, after], and the goods it moved. */
export interface TimelineRow {
  changed_at: string
  changed_by: string | null
  changes: Record<string, [unknown, unknown]>
  goods: {
    product: string
    case_config: number
    agent_srp: string
    agent_srp_pieces?: number
    /** Quantities in pieces; `removed` counts those of lines that an edit deleted. */
    delivered: number
    /** The day of the delivery. */
    delivered_on: string | null
    released: number
    removed: number
  }[]
}

type Step = [title: string, details: string[]]

/** Describes a change; null when it changed nothing that staff need to see. */
export function eventOf(
  row: TimelineRow,
  nameOf: (user: string) => string | null,
): TimelineEvent | null {
  const [first, ...rest] = stepsOf(row, nameOf)
  if (!first) return null
  const others = rest.flatMap(([title, details]) => [title, ...details])
  return {
    at: row.changed_at,
    by: row.changed_by,
    title: first[0],
    details: [...first[1], ...others],
  }
}

function stepsOf(row: TimelineRow, nameOf: (user: string) => string | null): Step[] {
  const { changes, goods } = row
  const was = (key: string) => text(changes[key]?.[0])
  const now = (key: string) => text(changes[key]?.[1])
  const became = (key: string, value: string) => now(key) === value && was(key) !== value
  const steps: Step[] = []

  if (changes.approval_status && was('approval_status') === null) {
    const total = `Total ${amount(now('total') ?? '0')}`
    if (now('is_opening') === 'true') return [['Imported as an open invoice', [total]]]
    return [['Created', [total]]]
  }
  if (changes.booking_status) steps.push([`Archived as ${now('booking_status')}`, []])
  if (changes.edited_at) steps.push(['Edited', editOf(row, nameOf)])
  else if (changes.agent_id) steps.push(['Reassigned to another agent', agents(changes, nameOf)])
  if (became('approval_status', 'cancelled')) {
    steps.push(['Cancelled', [day(now('date_cancelled')), now('cancel_reason')].filter(isText)])
  } else if (became('approval_status', 'approved')) {
    const over = now('override_reason')
    steps.push(over ? ['Validated with an override', [over]] : ['Validated; goods reserved', []])
  }
  if (changes.invoice_no) {
    const [before, after] = [was('invoice_no'), now('invoice_no')]
    const reason = [now('invoice_reason')].filter(isText)
    if (before) steps.push([`Invoice number changed from ${before} to ${after}`, reason])
    else steps.push([`Invoiced as ${after}`, [day(now('date_invoiced'))].filter(isText)])
  }
  steps.push(...goodsSteps(row))
  if (!changes.edited_at) steps.push(...dateSteps(row))
  if (changes.on_hold) steps.push([now('on_hold') === 'true' ? 'Goods held' : 'Hold ended', []])
  if (changes.collected) {
    const [up, by] = difference(was('collected'), now('collected'))
    steps.push([up ? `Collected ${by}` : `Collection of ${by} reversed`, []])
  }
  const releases = goods.some(({ released }) => released > 0)
  if (changes.credited && !releases) {
    steps.push([`Credited ${difference(was('credited'), now('credited'))[1]}`, []])
  }
  return steps
}

function goodsSteps({ changes, goods }: TimelineRow): Step[] {
  const list = (of: (good: TimelineRow['goods'][number]) => number) =>
    goods.flatMap((good) => {
      const pieces = of(good)
      return pieces > 0 ? [`${formatQuantity(pieces, good.case_config)} ${good.product}`] : []
    })
  const steps: Step[] = []
  const delivered = list((good) => good.delivered)
  const released = list((good) => good.released)
  if (delivered.length > 0) {
    const whole = text(changes.date_delivered?.[1])
    const on = whole ?? goods.find(({ delivered_on }) => delivered_on)?.delivered_on ?? null
    const title = whole ? 'Delivered' : 'Delivered in part'
    steps.push([[title, day(on)].filter(isText).join(' '), delivered])
  }
  if (released.length > 0) steps.push(['Released from reservation', released])
  return steps
}

/** Returns the dates that had a value and were changed. */
function dateSteps({ changes }: TimelineRow): Step[] {
  const labels = {
    date_added: 'Booking date',
    date_invoiced: 'Invoice date',
    date_delivered: 'Delivery date',
  }
  const moved = Object.entries(labels).flatMap(([key, label]) => {
    const [before, after] = [text(changes[key]?.[0]), text(changes[key]?.[1])]
    return before && after ? [`${label} from ${formatDate(before)} to ${formatDate(after)}`] : []
  })
  const reason = text(changes.dates_reason?.[1] ?? changes.invoice_reason?.[1])
  // The reason names the days of a part whose correction leaves the delivery date.
  if (moved.length === 0)
    return changes.dates_reason && reason ? [['Dates corrected', [reason]]] : []
  return [['Dates corrected', reason ? [...moved, reason] : moved]]
}

function editOf(
  { changes, goods }: TimelineRow,
  nameOf: (user: string) => string | null,
): string[] {
  const pair = (key: string, label: string, show: (value: string) => string = (value) => value) => {
    const change = changes[key]
    if (!change) return []
    const [before, after] = change.map((value) =>
      isText(text(value)) ? show(text(value)!) : 'nothing',
    )
    return [`${label} from ${before} to ${after}`]
  }
  const lines = goods.flatMap(({ removed, case_config, product, ...line }) => {
    if (removed === 0) return []
    const at = formatPrice(price(line.agent_srp, line.agent_srp_pieces), {
      caseConfig: case_config,
    })
    return [`${formatQuantity(removed, case_config)} ${product} at ${at}`]
  })
  return [
    ...pair('customer_name', 'Customer'),
    ...agents(changes, nameOf),
    ...pair('date_added', 'Date', formatDate),
    ...pair('remarks', 'Remarks'),
    ...pair('total', 'Total', amount),
    ...(lines.length > 0 ? [`Lines before: ${lines.join('; ')}`] : []),
  ]
}

function agents(
  changes: TimelineRow['changes'],
  nameOf: (user: string) => string | null,
): string[] {
  if (!changes.agent_id) return []
  const [before, after] = changes.agent_id.map((id) => nameOf(String(id)) ?? 'another')
  return [`Agent from ${before} to ${after}`]
}

function text(value: unknown): string | null {
  return value === null || value === undefined || value === '' ? null : String(value)
}

function isText(value: string | null): value is string {
  return value !== null
}

function amount(value: string): string {
  return formatMoney(money(value))
}

function day(value: string | null): string | null {
  return value && formatDate(value)
}

function difference(before: string | null, after: string | null): [up: boolean, amount: string] {
  const cents = toCents(money(after ?? '0')) - toCents(money(before ?? '0'))
  return [cents > 0n, formatMoney(fromCents(cents < 0n ? -cents : cents))]
}
