import { addMoney } from '~/platform/values/money'
import { price } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import { type Column, DataTable } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import { VatAmount } from '~/ui/VatAmount'
import { beforeVat, isOnTop, isTaxed, linesOf, nameOfLine } from '../lines'
import type { MemoDocument, MemoLine } from '../queries.server'

const DIFFERENCE: Column<MemoLine> = {
  key: 'difference',
  header: 'Undercharge',
  align: 'end',
  cell: (row) =>
    row.price_difference ? (
      <Price
        value={price(row.price_difference, row.price_difference_pieces)}
        packing={{ caseConfig: row.case_config }}
      />
    ) : null,
}

const BEFORE_VAT: Column<MemoLine> = {
  key: 'before',
  header: 'Before VAT',
  align: 'end',
  cell: (row) => <Money value={beforeVat(row)} />,
}

/** Lists the lines of a memo: pieces that come back, allowances, or pieces whose price was too low. */
export function MemoLines({ memo, currency }: { memo: MemoDocument; currency: string }) {
  const rows = linesOf(memo)
  const charged = rows.some(({ price_difference }) => price_difference)
  const vat: Column<MemoLine> = {
    key: 'vat',
    header: 'VAT',
    align: 'end',
    cell: (row) => <VatAmount vat={{ vatClass: row.vat_class, amount: row.vat_amount }} />,
    total: <Money value={addMoney(...rows.map((row) => row.vat_amount))} />,
  }
  return (
    <DataTable
      caption="Lines"
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'product',
          header: 'Product',
          cell: (row) => (
            <>
              {nameOfLine(row)}
              <span className="block text-xs font-normal text-muted">{row.material_code}</span>
            </>
          ),
          total: 'Total',
        },
        {
          key: 'pieces',
          header: charged ? 'Pieces' : 'Returned',
          align: 'end',
          cell: (row) => (row.pieces > 0 ? formatQuantity(row.pieces, row.case_config) : '–'),
        },
        {
          key: 'price',
          header: memo.for_goods ? 'Credit' : 'Unit price',
          align: 'end',
          cell: (row) => (
            <Price
              value={price(row.agent_srp, row.agent_srp_pieces)}
              packing={{ caseConfig: row.case_config }}
            />
          ),
        },
        ...(charged ? [DIFFERENCE] : []),
        ...(rows.some(isOnTop) ? [BEFORE_VAT] : []),
        ...(isTaxed(memo) ? [vat] : []),
        {
          key: 'amount',
          header: `Amount (${currency})`,
          align: 'end',
          cell: (row) => <Money value={row.amount} />,
          total: <Money value={memo.amount} />,
        },
      ]}
      empty={null}
    />
  )
}
