import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money, Quantity } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import { requestKindLabel } from '../kinds'
import type { RequestDocument, RequestLine } from '../request.server'

/** Lists the booking's lines as of the request, with the requested pieces. */
export function RequestLines({ request }: { request: RequestDocument }) {
  const pieces = (key: string, header: string, of: (line: RequestLine) => number) => ({
    key,
    header,
    align: 'end' as const,
    cell: (line: RequestLine) => <Quantity pieces={of(line)} caseConfig={line.caseConfig} />,
  })
  const requested: Column<RequestLine>[] = [
    {
      key: 'asked',
      header: requestKindLabel(request.kind),
      align: 'end',
      cell: ({ requested, caseConfig }) =>
        requested > 0 ? <Quantity pieces={requested} caseConfig={caseConfig} /> : '–',
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      cell: (line) => <Money value={line.requested > 0 ? line.amount : null} />,
      total: <Money value={request.credit} />,
    },
  ]
  return (
    <DataTable
      caption="Lines"
      columns={[
        { key: 'product', header: 'Product', grow: true, cell: (line) => line.product },
        pieces('ordered', 'Ordered', (line) => line.quantity),
        pieces('delivered', 'Delivered', (line) => line.delivered),
        pieces('released', 'Released', (line) => line.released),
        {
          key: 'srp',
          header: 'Unit price',
          align: 'end',
          cell: (line) => <Price value={line.agentSrp} packing={line} />,
        },
        ...(request.kind === 'hold' ? [] : requested),
      ]}
      rows={request.lines}
      rowKey={(line) => line.id}
      empty={<EmptyState line title="No lines" />}
    />
  )
}
