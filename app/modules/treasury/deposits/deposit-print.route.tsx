import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { PageHeader } from '~/ui/PageHeader'
import { PaperSheets } from '~/ui/PaperSheet'
import { readSlip } from './queries.server'
import { slipPaper } from './slip-paper.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Deposit slip ${data?.slip.slip_no ?? ''} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.position')
  const slip = await readSlip(db, project.projectId, params.id ?? '')
  const { id, slip_no } = slip
  const print = await paperCopies({ db, project }, 'deposit_slip', [id])
  const letterhead = await readLetterhead(db, project)
  const { currency } = project
  const paper = slipPaper({ slip, letterhead, currency, copies: print.copies[id] })
  return {
    slip: { id, slip_no },
    print,
    papers: { file: `Deposit slip ${slip_no}`, sheets: [paper] },
  }
}

export const action = formAction({
  permission: 'treasury.position',
  ...countPrint('deposit_slip'),
})

/** Prints a deposit slip, for the bag and for the bank's stamp. */
export default function DepositPrint() {
  const { slip, print, papers } = useLoaderData<typeof loader>()
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
      <PaperSheets papers={papers} />
    </>
  )
}
