import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { DateText, Money } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { PrintSheet, SheetFacts, SheetSignatures, SheetTable } from '~/ui/PrintSheet'
import { readSlip } from './queries.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Deposit slip ${data?.slip.slip_no ?? ''} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.position')
  const slip = await readSlip(db, project.projectId, params.id ?? '')
  return {
    slip,
    print: await paperCopies({ db, project }, 'deposit_slip', [slip.id]),
    letterhead: await readLetterhead(db, project),
    currency: project.currency,
  }
}

export const action = formAction({
  permission: 'treasury.position',
  ...countPrint('deposit_slip'),
})

/** Prints a deposit slip, for the bag and for the bank's stamp. */
export default function DepositPrint() {
  const { slip, print, letterhead, currency } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Deposit slip"
          crumbs={[
            { label: 'Deposits', to: paths.treasury.deposits },
            { label: `Slip ${slip.slip_no}`, to: paths.treasury.deposit(slip.id) },
          ]}
          actions={<CountedPaperActions numbers={[slip.id]} {...{ print, lastResult }} />}
        />
      </div>
      <PrintSheet
        letterhead={letterhead}
        title="Deposit slip"
        copies={print.copies[slip.id]}
        headerRight={
          <>
            <p className="figures text-base font-semibold">{slip.slip_no}</p>
            <DateText value={slip.deposited_on} />
          </>
        }
      >
        <SheetFacts
          items={[
            ['Bank', slip.bank],
            ['Account no.', slip.account_no],
            ['Prepared by', slip.made_by],
            ['Cheques', slip.cheques.length],
          ]}
        />
        <SheetTable
          rows={slip.cheques}
          rowKey={(row) => row.id}
          columns={[
            { key: 'bank', header: 'Drawn on', cell: (row) => row.bank },
            { key: 'no', header: 'Cheque no.', cell: (row) => row.no },
            { key: 'date', header: 'Cheque date', cell: (row) => <DateText value={row.date} /> },
            {
              key: 'customer',
              header: 'Received from',
              className: 'w-1/3',
              cell: (row) => row.customer,
            },
            {
              key: 'amount',
              header: `Amount (${currency})`,
              align: 'end',
              cell: (row) => <Money value={row.amount} />,
            },
          ]}
          sums={[
            { label: 'Cheques', value: <Money value={slip.cheque_amount} /> },
            { label: 'Cash', value: <Money value={slip.cash} /> },
            {
              label: 'Total deposit',
              value: <Money value={slip.total} currency={currency} />,
              strong: true,
            },
          ]}
        />
        <SheetSignatures labels={['Prepared by', 'Deposited by', 'Received by the bank', 'Date']} />
      </PrintSheet>
    </>
  )
}
