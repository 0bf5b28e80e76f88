import type { Letterhead, Paper } from '~/platform/papers/paper'
import { amountText, dayText, type PaperColumn, paperTable, total } from '~/platform/papers/texts'
import type { Delivery, readDayList } from './queries.server'

type Group = Awaited<ReturnType<typeof readDayList>>['sums']['groups'][number]

interface Source {
  deliveries: readonly Delivery[]
  groups: readonly Group[]
  /** True for deliveries of a day that are done. */
  done: boolean
  day: string
  letterhead: Letterhead
  currency: string
}

/** Describes the delivery manifest: a sheet for each agent, by area, with space to sign. */
export function manifestPapers(source: Source): Paper[] {
  const { deliveries, groups, done, day, letterhead, currency } = source
  const agents = new Map(groups.map(({ agentId, agent }) => [agentId, agent]))
  return [...agents].map(([agentId, agent]) => ({
    letterhead,
    title: 'Delivery manifest',
    dated: day,
    head: [{ text: agent, look: 'name' }, { text: dayText(day) }],
    blocks: groups
      .filter((group) => group.agentId === agentId)
      .map(({ area, amount }) => ({
        kind: 'section',
        title: area ?? 'No area',
        blocks: [
          paperTable(
            deliveries.filter((each) => each.agentId === agentId && each.area === area),
            columnsOf(currency, done),
            { sums: [total('Total', amount)] },
          ),
        ],
      })),
  }))
}

function columnsOf(currency: string, done: boolean): PaperColumn<Delivery>[] {
  const signed: PaperColumn<Delivery> = {
    header: 'Received by',
    room: 30,
    cell: ({ onHold }) => (onHold ? 'ON HOLD' : null),
  }
  return [
    { header: 'SO no.', whole: true, cell: ({ soNo }) => soNo },
    { header: 'Invoice no.', whole: true, cell: ({ invoiceNo }) => invoiceNo ?? '–' },
    { header: 'Customer', cell: ({ customerName }) => customerName },
    { header: 'Deliver to', cell: ({ deliverTo }) => deliverTo ?? '–' },
    ...(done ? [] : [signed]),
    { header: `Amount (${currency})`, align: 'end', cell: ({ amount }) => amountText(amount) },
  ]
}
