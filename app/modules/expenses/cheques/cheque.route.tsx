import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { FilesAndComments } from '~/modules/documents/FilesAndComments'
import { readFilesAndComments } from '~/modules/documents/parts.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { StageBadge } from '~/ui/Badge'
import { Details } from '~/ui/Details'
import { DocumentColumns } from '~/ui/DocumentColumns'
import { DocumentHead } from '~/ui/DocumentHead'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { chequeIntents } from './actions.server'
import { chequeActs } from './components/IssuedChequeActions'
import { nextBlanks, readIssuedCheque } from './document.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Cheque ${data?.cheque.no ?? ''} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.read')
  const { projectId, permissions } = project
  const cheque = await readIssuedCheque(db, projectId, params.id ?? '')
  const mayWrite = permissions.includes('vouchers.write')
  const on = today(project.timeZone)
  const [history, parts, blanks] = await Promise.all([
    readHistory(db, project, cheque.id),
    readFilesAndComments(db, project, 'issued_cheque', cheque.id),
    mayWrite ? nextBlanks(db, projectId, cheque.bankId) : null,
  ])
  return {
    cheque,
    history,
    parts,
    blank: blanks?.[cheque.bankId] ?? null,
    isOld: cheque.staleFrom !== null && cheque.staleFrom <= on,
    mayWrite,
    mayClear: permissions.includes('treasury.write'),
    project: projectId,
    currency: project.currency,
    timeZone: project.timeZone,
    today: on,
    idempotencyKeys: {
      void: newIdempotencyKey(),
      replace: newIdempotencyKey(),
      release: newIdempotencyKey(),
      clear: newIdempotencyKey(),
      stale: newIdempotencyKey(),
    },
  }
}

export const action = formActions({
  permission: ['vouchers.write', 'treasury.write'],
  intents: (intent) => chequeIntents(intent),
})

/** Shows one issued cheque: its details, its voucher and its history. */
export default function IssuedChequePage() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { cheque, currency, timeZone } = data
  const day = (value: string | null) => value && <DateText value={value} />
  const acts = chequeActs({ ...data, lastResult })
  const facts: [string, ReactNode][] = [
    ['Account', `${cheque.bank} · ${cheque.accountNo}`],
    ['Payee', cheque.payee],
    ['Amount', cheque.amount && <Money value={cheque.amount} currency={currency} />],
    ['Cheque date', day(cheque.date)],
    [
      'Voucher',
      cheque.voucher && cheque.voucherId && (
        <Link to={paths.expenses.voucher(cheque.voucherId)} className="text-accent hover:underline">
          No. {cheque.voucher.no}
        </Link>
      ),
    ],
    [
      'Voucher now paid by',
      cheque.now && (
        <Link to={paths.expenses.cheque(cheque.now.id)} className="text-accent hover:underline">
          Cheque {cheque.now.no}
        </Link>
      ),
    ],
  ]
  return (
    <>
      <DocumentHead
        title={`Cheque ${cheque.no}`}
        badges={<StageBadge stage={cheque.state} />}
        list={{ label: 'Cheques issued', to: paths.expenses.cheques }}
        steps={[
          { label: 'Printed', on: cheque.printedAt },
          { label: 'Released', on: cheque.releasedOn },
          { label: 'Cleared', on: cheque.clearedOn },
          { label: 'Voided', on: cheque.voidedOn, bad: true },
          { label: 'Stale', on: cheque.staleOn, bad: true },
        ]}
        timeZone={timeZone}
        description={
          cheque.voidReason ??
          (cheque.voucherId === null ? 'Blank cheque, not assigned to a voucher.' : null)
        }
        actions={acts.next}
        more={acts.further.length > 0 ? acts.further : undefined}
        moreOpen={lastResult?.status === 'error'}
      />
      <DocumentColumns rail={<FilesAndComments parts={data.parts} />}>
        <Panel title="Cheque">
          <Details items={facts.filter(([, value]) => Boolean(value))} />
        </Panel>
        <HistoryPanel history={data.history} timeZone={timeZone} />
      </DocumentColumns>
    </>
  )
}
