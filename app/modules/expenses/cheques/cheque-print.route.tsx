import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { StageBadge } from '~/ui/Badge'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PrintAtOnce, PrintButton } from '~/ui/PrintButton'
import { SubmitButton } from '~/ui/SubmitButton'
import { ChequeOverlay } from './components/ChequeOverlay'
import { readIssuedCheque } from './document.server'
import { readLayout } from './layout.server'
import { plainChequeSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Print cheque ${data?.cheque.no ?? ''} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.read')
  const cheque = await readIssuedCheque(db, project.projectId, params.id ?? '')
  return {
    cheque,
    account: await readLayout(db, project.projectId, cheque.bankId),
    mayPrint: project.permissions.includes('vouchers.write'),
    project: project.projectId,
    currency: project.currency,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'vouchers.write',
  schema: plainChequeSchema,
  command: ({ run, id, value: { version } }) =>
    run('print_issued_cheque', { p_cheque: id, p_version: version }),
  done: (_, { id }) => ({
    to: `${paths.expenses.chequePrint(id)}?print`,
    text: 'Marked as printed.',
  }),
})

/**
 * Prints the lines of a cheque on its form. They appear on paper once the cheque is marked as
 * printed.
 */
export default function ChequePrint() {
  const { cheque, account, mayPrint, project, currency, idempotencyKey } =
    useLoaderData<typeof loader>()
  const [form] = useCommandForm({
    id: 'print-cheque',
    schema: plainChequeSchema,
    lastResult: useActionData<typeof action>(),
  })
  const { payee, amount, date, state, voucher } = cheque
  const stamped = state === 'printed'
  const ready = voucher?.status === 'printed' || voucher?.status === 'released'
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={`Print cheque ${cheque.no}`}
          badges={<StageBadge stage={state} />}
          crumbs={[
            { label: 'Cheques issued', to: paths.expenses.cheques },
            { label: `Cheque ${cheque.no}`, to: paths.expenses.cheque(cheque.id) },
          ]}
          description={
            <>
              {account.feedNote ? `${account.feedNote} ` : null}
              Print at 100 % (actual size), without margins. If the paper is spoiled, void the
              cheque: its number is not reused, and the voucher gets the next one.
            </>
          }
          actions={stamped && mayPrint ? <PrintButton /> : null}
        />
        {state === 'unused' && payee && !ready ? (
          <p className="mb-4 text-muted">Print the voucher before the cheque.</p>
        ) : null}
        {state === 'unused' && ready && mayPrint ? (
          <CommandForm
            form={form}
            project={project}
            idempotencyKey={idempotencyKey}
            className="mb-4"
          >
            <input type="hidden" name="version" value={cheque.version} />
            <SubmitButton>Mark as printed and print</SubmitButton>
          </CommandForm>
        ) : null}
      </div>
      {payee && amount && date ? (
        <>
          {stamped ? <PrintAtOnce /> : null}
          <ChequeOverlay
            facts={{ payee, amount, date, currency }}
            layout={account.layout}
            label={`Cheque ${cheque.no}`}
            screenOnly={!stamped || !mayPrint}
          />
        </>
      ) : (
        <Panel flush>
          <EmptyState line title="Nothing to print">
            Blank cheque. It is printed from a voucher.
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
