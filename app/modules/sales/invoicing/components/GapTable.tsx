import { Link, useSearchParams } from '@remix-run/react'
import { paths } from '~/paths'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import type { Double, Gap, Series } from '../numbers.server'

interface Props {
  gaps: readonly Gap[]
  older: string | null
  /** True when this is not the first page. */
  paged: boolean
  sums: Series
}

/** Lists the missing numbers as ranges between two used ones. */
export function GapTable({ gaps, older, paged, sums }: Props) {
  return (
    <DataTable
      caption="Missing numbers"
      rows={gaps}
      rowKey={(gap) => gap.id}
      columns={[
        {
          key: 'range',
          header: 'Missing',
          cell: ({ from, to }) => (
            <span className="figures">{from === to ? from : `${from} – ${to}`}</span>
          ),
          total: 'Total',
        },
        {
          key: 'count',
          header: 'Count',
          align: 'end',
          cell: ({ missing }) => missing?.toLocaleString('en-US') ?? 'Another booklet',
          total: sums.missing.toLocaleString('en-US'),
        },
        {
          key: 'changed',
          header: 'Previously used',
          align: 'end',
          cell: ({ changed }) => (changed > 0 ? `${changed} changed` : '–'),
        },
        { key: 'before', header: 'Previous no.', cell: ({ before }) => <Neighbor {...before} /> },
        { key: 'after', header: 'Next no.', cell: ({ after }) => <Neighbor {...after} /> },
      ]}
      empty={
        <EmptyState line title="No missing numbers">
          Every number from {sums.first} to {sums.last} is on an invoice.
        </EmptyState>
      }
      footer={<GapPager older={older} paged={paged} />}
    />
  )
}

function Neighbor({ no, date }: { no: string; date: string }) {
  return (
    <>
      <span className="figures whitespace-nowrap">{no}</span>{' '}
      <span className="text-xs text-muted">
        <DateText value={date} />
      </span>
    </>
  )
}

function GapPager({ older, paged }: Pick<Props, 'older' | 'paged'>) {
  const [search] = useSearchParams()
  const to = (below: string | null) => {
    const next = new URLSearchParams(search)
    next.delete('below')
    if (below) next.set('below', below)
    return `?${next}`
  }
  const link = 'rounded-md px-2 py-1 font-medium text-accent hover:bg-accent-soft'
  return (
    <nav aria-label="Pages of missing numbers" className="flex gap-2">
      {paged ? (
        <Link to={to(null)} className={link}>
          ← Highest
        </Link>
      ) : null}
      {older ? (
        <Link to={to(older)} className={link}>
          Lower →
        </Link>
      ) : null}
    </nav>
  )
}

/** Lists invoices with the same number in different spellings. */
export function DoubleTable({
  doubles,
  currency,
}: {
  doubles: readonly Double[]
  currency: string
}) {
  return (
    <DataTable
      caption="Duplicate numbers"
      rows={doubles}
      rowKey={(each) => each.id}
      rowLink={(each) => paths.sales.booking(each.id)}
      columns={[
        { key: 'no', header: 'Invoice no.', cell: (each) => each.invoiceNo },
        { key: 'so', header: 'SO no.', cell: (each) => each.soNo },
        { key: 'date', header: 'Invoice date', cell: (each) => <DateText value={each.date} /> },
        { key: 'customer', header: 'Customer', cell: (each) => each.customerName },
        {
          key: 'total',
          header: `Total (${currency})`,
          align: 'end',
          cell: (each) => <Money value={each.total} />,
        },
      ]}
      empty={null}
    />
  )
}
