import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { ownResult } from '~/platform/forms/own-result'
import { Badge, type Tone } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { Details } from '~/ui/Details'
import { DocumentHead } from '~/ui/DocumentHead'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { Icon } from '~/ui/Icon'
import { Panel } from '~/ui/Panel'
import { RenumberSlip } from './components/RenumberSlip'
import { TakeBackCash } from './components/TakeBackCash'
import { readSlip, type Slip } from './queries.server'
import { renumberSchema, takeBackSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Slip ${data.slip.slip_no}` : 'No such document'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.position')
  const slip = await readSlip(db, project.projectId, params.id ?? '')
  return {
    slip,
    history: await readHistory(db, project, slip.id),
    mayWrite: project.permissions.includes('treasury.write'),
    project: project.projectId,
    currency: project.currency,
    timeZone: project.timeZone,
    idempotencyKeys: { cash: newIdempotencyKey(), renumber: newIdempotencyKey() },
  }
}

export const action = formActions({
  permission: 'treasury.write',
  intents: (intent) => ({
    'take-back': intent({
      schema: takeBackSchema,
      command: ({ run, id, value: { reason } }) =>
        run('reverse_cash_deposit', { p_slip: id, p_reason: reason }),
      done: () => ({ text: 'The cash is returned to cash on hand.', tone: 'info' }),
    }),
    renumber: intent({
      schema: renumberSchema,
      command: ({ run, id, value: { version, slip_no, reason } }) =>
        run('renumber_deposit_slip', {
          p_slip: id,
          p_version: version,
          p_slip_no: slip_no,
          p_reason: reason,
        }),
      done: 'Slip number changed.',
    }),
  }),
})

const OUTCOMES: Record<Slip['cheques'][number]['outcome'], [label: string, tone: Tone]> = {
  waiting: ['Deposited', 'warn'],
  cleared: ['Cleared', 'ok'],
  returned: ['Returned', 'danger'],
}

/** Shows a deposit slip: its cheques with their outcome, and its cash. */
export default function Deposit() {
  const { slip, history, mayWrite, project, currency, timeZone, idempotencyKeys } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const uncleared = slip.cheques.filter(({ outcome }) => outcome === 'waiting').length
  return (
    <>
      <DocumentHead
        title={`Slip ${slip.slip_no}`}
        questions={[
          uncleared > 0 &&
            (uncleared === 1 ? '1 uncleared cheque' : `${uncleared} uncleared cheques`),
        ]}
        list={{ label: 'Deposits', to: paths.treasury.deposits }}
        description={slip.taken_back ? `Cash deposit reversed: ${slip.taken_back}` : undefined}
        steps={[
          { label: 'Deposited', on: slip.deposited_on },
          { label: 'Created', on: slip.made_at, by: slip.made_by },
        ]}
        timeZone={timeZone}
        amount={{ label: 'Total', value: slip.total, currency }}
        actions={
          <LinkButton to={paths.treasury.depositPrint(slip.id)}>
            <Icon name="printer" />
            Print
          </LinkButton>
        }
        more={
          mayWrite ? (
            <>
              <RenumberSlip
                project={project}
                idempotencyKey={idempotencyKeys.renumber}
                slipNo={slip.slip_no}
                version={slip.version}
                lastResult={ownResult(lastResult, 'renumber')}
              />
              {slip.cash === '0.00' ? null : (
                <TakeBackCash
                  project={project}
                  idempotencyKey={idempotencyKeys.cash}
                  slipNo={slip.slip_no}
                  lastResult={ownResult(lastResult, 'take-back')}
                />
              )}
            </>
          ) : null
        }
        moreOpen={lastResult?.status === 'error'}
      />
      <div className="grid gap-4">
        <Panel title="Deposit">
          <Details
            items={[
              [
                'Account',
                <Link
                  key="account"
                  to={paths.treasury.bank(slip.bank_id)}
                  className="text-accent hover:underline"
                >
                  {slip.bank} {slip.account_no}
                </Link>,
              ],
              ['Deposited on', <DateText key="on" value={slip.deposited_on} />],
              ['Cash', <Money key="cash" value={slip.cash} currency={currency} />],
              ['Cheques', <Money key="cheques" value={slip.cheque_amount} currency={currency} />],
              [
                'Total',
                <strong key="total">
                  <Money value={slip.total} currency={currency} />
                </strong>,
              ],
              [
                'Created',
                <span key="made">
                  {slip.made_by ?? '–'}, <DateText value={slip.made_at} timeZone={timeZone} />
                </span>,
              ],
            ]}
          />
        </Panel>
        <Panel title="Cheques" flush>
          <DataTable
            caption="Cheques on the slip"
            rows={slip.cheques}
            rowKey={(row) => row.id}
            rowLink={(row) => paths.treasury.collection(row.id)}
            columns={[
              {
                key: 'no',
                header: 'Cheque no.',
                cell: (row) => row.no,
                total: 'Total',
              },
              { key: 'bank', header: 'Drawn on', cell: (row) => row.bank },
              { key: 'date', header: 'Cheque date', cell: (row) => <DateText value={row.date} /> },
              {
                key: 'customer',
                header: 'Customer',
                className: 'sm:min-w-36',
                cell: (row) => row.customer,
              },
              { key: 'cr', header: 'CR no.', cell: (row) => row.cr_no },
              {
                key: 'outcome',
                header: 'Bank status',
                cell: ({ outcome }) => {
                  const [label, tone] = OUTCOMES[outcome]
                  return <Badge tone={tone}>{label}</Badge>
                },
              },
              {
                key: 'amount',
                header: `Amount (${currency})`,
                align: 'end',
                cell: (row) => <Money value={row.amount} />,
                total: <Money value={slip.cheque_amount} />,
              },
            ]}
            empty={
              <EmptyState line title="No cheques">
                This slip has cash only.
              </EmptyState>
            }
          />
        </Panel>
        <HistoryPanel history={history} timeZone={timeZone} />
      </div>
    </>
  )
}
