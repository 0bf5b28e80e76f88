import { paths } from '~/paths'
import type { Page } from '~/platform/db/keyset'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { printPath } from '../address'
import type { Unprinted } from '../queries.server'

/** Lists the vouchers to print, for users who opened the page without one. */
export function ChooseVoucher({
  unprinted,
  currency,
}: {
  unprinted: Page<Unprinted> & { count: number }
  currency: string
}) {
  return (
    <>
      <PageHeader
        title="Print vouchers"
        crumbs={[{ label: 'Vouchers', to: paths.expenses.vouchers }]}
        description="Vouchers not yet printed. Reprint from the voucher."
      />
      <Panel flush>
        <DataTable
          caption="Vouchers to print"
          rows={unprinted.rows}
          count={unprinted.count}
          footer={
            <Pager newer={unprinted.newer} older={unprinted.older} labels={['Older', 'Newer']} />
          }
          rowKey={({ id }) => id}
          rowLink={({ id }) => printPath(id)}
          columns={[
            {
              key: 'no',
              header: 'Voucher',
              cell: ({ no }) => <span className="figures">No. {no}</span>,
            },
            { key: 'on', header: 'Date', cell: ({ on }) => <DateText value={on} /> },
            { key: 'payee', header: 'Pay to', className: 'w-full', cell: ({ payTo }) => payTo },
            {
              key: 'total',
              header: `Total (${currency})`,
              align: 'end',
              cell: ({ total }) => <Money value={total} />,
            },
          ]}
          empty={
            <EmptyState
              title="Nothing to print"
              action={<LinkButton to={paths.expenses.vouchers}>Vouchers</LinkButton>}
            >
              All vouchers are printed.
            </EmptyState>
          }
        />
      </Panel>
    </>
  )
}
