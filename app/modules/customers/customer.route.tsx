import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readForm, readIdempotencyKey } from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { redirectWithToast } from '~/platform/request/toast.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { ACT_PERMISSION, type CustomerAnswer, homeless, isIntent } from './acts'
import { DONE, performAct } from './acts.server'
import { ActiveAct } from './components/ActiveAct'
import { BookingsPanel, CollectionsPanel } from './components/Activity'
import { ChequesPanel } from './components/Cheques'
import { CreditAct } from './components/CreditAct'
import { CreditPanel } from './components/CreditPanel'
import { Decision } from './components/Decision'
import { FinanceTrail } from './components/FinanceTrail'
import { Identity } from './components/Identity'
import { PositionStats } from './components/PositionStats'
import { TaxAct } from './components/TaxAct'
import { loadCustomerPage } from './page.server'
import { TransferHistory } from './transfers/components/TransferHistory'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.customer.name ?? 'Customer'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  return loadCustomerPage(db, project, params.id ?? '', request.url)
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  const form = await readForm(request, project)
  const intent = form.get('intent')
  if (!isIntent(intent)) throw problem(400)
  await requirePermission(context, ACT_PERMISSION[intent])
  const customerId = params.id ?? ''
  const act = { projectId: project.projectId, idempotencyKey: readIdempotencyKey(form), customerId }
  const refused = await performAct(db, act, intent, form)
  if (refused) return refused
  return redirectWithToast(paths.customers.customer(customerId), DONE[intent])
}

/** Shows one customer: details, balances, recent documents and actions. */
export default function Customer() {
  const data = useLoaderData<typeof loader>()
  const { customer, open, may, idempotencyKeys, project } = data
  const answer = useActionData<typeof action>() as CustomerAnswer | undefined
  const act = { project, customer, answer }
  // A customer who is not approved has no position and no documents yet.
  const asked = customer.status === 'pending' || customer.status === 'rejected'
  return (
    <>
      <PageHeader
        title={customer.name}
        aside={<StageBadge stage={customer.status} />}
        description={customer.storeName}
        crumbs={[{ label: 'Customers', to: paths.customers.list }]}
        actions={
          <>
            {may.receivables && !asked ? (
              <LinkButton to={paths.statements.customer(customer.id)}>Statement</LinkButton>
            ) : null}
            {open.includes('deactivate') ? (
              <ActiveAct {...act} intent="deactivate" idempotencyKey={idempotencyKeys.deactivate} />
            ) : null}
            {open.includes('reactivate') ? (
              <ActiveAct {...act} intent="reactivate" idempotencyKey={idempotencyKeys.reactivate} />
            ) : null}
            {may.collect ? (
              <LinkButton to={`${paths.treasury.addCollection}?customer=${customer.id}`}>
                Record collection
              </LinkButton>
            ) : null}
            {may.book ? (
              <LinkButton
                to={`${paths.sales.addBooking}?customer=${customer.id}`}
                variant="primary"
              >
                New booking
              </LinkButton>
            ) : null}
          </>
        }
      />
      <ErrorBanner errors={homeless(answer, open)} />
      {open.includes('approve') ? (
        <Decision
          {...act}
          idempotencyKeys={idempotencyKeys}
          duplicates={answer?.duplicates ?? data.duplicates}
        />
      ) : null}
      {asked ? null : (
        <PositionStats
          position={data.position}
          receivables={
            may.receivables ? `${paths.reports.report('ar')}?customer_id=${customer.id}` : undefined
          }
          unused={
            data.collections
              ? `${paths.treasury.collections}?customer=${customer.id}&unapplied=1`
              : undefined
          }
        />
      )}
      <div className="grid gap-4">
        <Identity
          {...{ customer, agent: data.agent, requestedBy: data.requestedBy }}
          acts={
            <span className="flex flex-wrap gap-2">
              {open.includes('tax') ? (
                <TaxAct key={customer.version} {...act} idempotencyKey={idempotencyKeys.tax} />
              ) : null}
              {may.edit ? (
                <LinkButton to={paths.customers.edit(customer.id)}>Edit</LinkButton>
              ) : null}
            </span>
          }
        />
        {asked ? null : (
          <CreditPanel
            creditLine={customer.creditLine}
            termsDays={customer.termsDays}
            ageing={data.ageing}
            act={
              open.includes('credit') ? (
                <CreditAct
                  key={customer.version}
                  {...act}
                  idempotencyKey={idempotencyKeys.credit}
                />
              ) : null
            }
          />
        )}
        {data.cheques && !asked ? (
          <ChequesPanel cheques={data.cheques} total={data.position.uncleared} />
        ) : null}
        {data.bookings && !asked ? (
          <BookingsPanel bookings={data.bookings} customer={customer.name} />
        ) : null}
        {data.collections && !asked ? (
          <CollectionsPanel collections={data.collections} customer={customer.name} />
        ) : null}
        {asked ? null : (
          <TransferHistory {...data} customerId={customer.id} mayTransfer={may.transfer} />
        )}
        {customer.status === 'pending' && data.events.rows.length === 0 ? null : (
          <FinanceTrail page={data.events} timeZone={data.timeZone} />
        )}
        <HistoryPanel history={data.history} timeZone={data.timeZone} />
      </div>
    </>
  )
}
