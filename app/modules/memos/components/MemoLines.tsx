import { price } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import { DataTable } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import type { MemoDocument } from '../queries.server'

/** Returns the product of a line, and where its pieces went when they cannot be sold. */
export function nameOfLine({ description, stock_state }: MemoDocument['lines'][number]): string {
  return stock_state === 'bad_order' ? `${description ?? ''} (bad orders)` : (description ?? '')
}

/** Lists the lines of a memo: pieces that come back, allowances, or pieces whose price was too low. */
export function MemoLines({ lines, currency }: Pick<MemoDocument, 'lines'> & { currency: string }) {
  const charged = lines.some(({ price_difference }) => price_difference)
  return (
    <DataTable
      caption="Lines"
      rows={lines}
      rowKey={(row) => row.id}
      columns={[
        { key: 'product', header: 'Product', cell: (row) => nameOfLine(row) },
        {
          key: 'pieces',
          header: charged ? 'Pieces' : 'Returned',
          align: 'end',
          cell: (row) => (row.pieces > 0 ? formatQuantity(row.pieces, row.case_config) : '–'),
        },
        {
          key: 'price',
          header: 'AgentSRP',
          align: 'end',
          cell: (row) => (
            <Price
              value={price(row.agent_srp, row.agent_srp_pieces)}
              packing={{ caseConfig: row.case_config }}
            />
          ),
        },
        ...(charged
          ? [
              {
                key: 'difference',
                header: 'Undercharge',
                align: 'end' as const,
                cell: (row: MemoDocument['lines'][number]) => (
                  <Money value={row.price_difference} />
                ),
              },
            ]
          : []),
        {
          key: 'amount',
          header: `Amount (${currency})`,
          align: 'end',
          cell: (row) => <Money value={row.amount} />,
        },
      ]}
      empty={null}
    />
  )
}
