import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { FilesAndComments } from '~/modules/documents/FilesAndComments'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { refuseDuplicates } from '~/platform/forms/duplicates.server'
import { typedText } from '~/platform/forms/fields'
import { formActions } from '~/platform/forms/form-action.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DocumentColumns } from '~/ui/DocumentColumns'
import { DocumentHead } from '~/ui/DocumentHead'
import { ErrorBanner, orphanErrors } from '~/ui/ErrorBanner'
import { Icon } from '~/ui/Icon'
import { CUSTOMER_ACTIONS, type CustomerAnswer } from './actions'
import { ActiveAction } from './components/ActiveAction'
import { BookingsPanel, CollectionsPanel } from './components/Activity'
import { ChequesPanel } from './components/Cheques'
import { CreditAction } from './components/CreditAction'
import { CreditPanel } from './components/CreditPanel'
import { Decision } from './components/Decision'
import { FinanceTrail } from './components/FinanceTrail'
import { IdentityPanel } from './components/IdentityPanel'
import { PositionStats } from './components/PositionStats'
import { PricesAction } from './components/PricesAction'
import { TaxAction } from './components/TaxAction'
import { readCustomer } from './document.server'
import type { CustomerDuplicate } from './duplicates'
import { findCustomerDuplicates, REVIEW_CUSTOMERS } from './duplicates.server'
import { loadCustomerPage } from './page.server'
import {
  activeSchema,
  approveCustomerSchema,
  customerCreditSchema,
  customerPricesSchema,
  rejectSchema,
  taxSchema,
} from './schema'
import { TransferHistory } from './transfers/components/TransferHistory'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.customer.name ?? 'Customer'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  return loadCustomerPage(db, project, params.id ?? '', request.url)
}

export const action = formActions({
  permission: 'customers.read',
  page: async ({
    db,
    projectId,
    id,
    intent,
    payload,
  }): Promise<{ duplicates: CustomerDuplicate[] }> => {
    if (intent === 'tax')
      return {
        duplicates: await findCustomerDuplicates(db, projectId, {
          id,
          tinNo: typedText(payload.tin_no),
        }),
      }
    if (intent !== 'approve') return { duplicates: [] }
    const { name, storeName, tinNo } = await readCustomer(db, projectId, id)
    return {
      duplicates: await findCustomerDuplicates(db, projectId, { id, name, storeName, tinNo }),
    }
  },
  answer: async (lastResult, { page }, error): Promise<CustomerAnswer> =>
    error ? { lastResult, ...(await page()) } : { lastResult },
  intents: (intent) => ({
    approve: intent({
      permission: CUSTOMER_ACTIONS.approve,
      schema: approveCustomerSchema,
      command: async (sent) => {
        const { version, credit_line = null, terms_days = 0 } = sent.value
        const { duplicates } = await sent.page()
        return (
          (await refuseDuplicates(sent, duplicates, REVIEW_CUSTOMERS)) ??
          sent.run('decide_customer', {
            p_customer: sent.id,
            p_version: version,
            p_decision: 'approved',
            p_credit_line: credit_line,
            p_terms_days: terms_days,
          })
        )
      },
      done: 'Customer approved.',
    }),
    reject: intent({
      permission: CUSTOMER_ACTIONS.reject,
      schema: rejectSchema,
      command: ({ run, id, value: { version, reason } }) =>
        run('decide_customer', {
          p_customer: id,
          p_version: version,
          p_decision: 'rejected',
          p_reason: reason,
        }),
      done: 'Request rejected.',
    }),
    tax: intent({
      permission: CUSTOMER_ACTIONS.tax,
      schema: taxSchema,
      command: async (sent) => {
        const { version, tin_no = null, business_style = null, vat_class } = sent.value
        const { duplicates } = await sent.page()
        return (
          (await refuseDuplicates(sent, duplicates, REVIEW_CUSTOMERS)) ??
          sent.run('update_customer_tax', {
            p_customer: sent.id,
            p_version: version,
            p_tin_no: tin_no,
            p_business_style: business_style,
            p_vat_class: vat_class,
          })
        )
      },
      done: 'TIN, business style and VAT class saved.',
    }),
    prices: intent({
      permission: CUSTOMER_ACTIONS.prices,
      schema: customerPricesSchema,
      command: ({ run, id, value: { version, ...p_details } }) =>
        run('set_customer_prices', { p_customer: id, p_version: version, p_details }),
      done: 'Group and price list saved.',
    }),
    credit: intent({
      permission: CUSTOMER_ACTIONS.credit,
      schema: customerCreditSchema,
      command: ({ run, id, value: { version, credit_line = null, terms_days } }) =>
        run('set_credit_line', {
          p_customer: id,
          p_version: version,
          p_credit_line: credit_line,
          p_terms_days: terms_days,
        }),
      done: 'Credit limit and terms saved.',
    }),
    deactivate: intent({
      permission: CUSTOMER_ACTIONS.deactivate,
      schema: activeSchema,
      command: ({ run, id, value: { version, reason } }) =>
        run('deactivate_customer', {
          p_customer: id,
          p_version: version,
          p_reason: reason,
          p_active: false,
        }),
      done: 'Customer deactivated.',
    }),
    reactivate: intent({
      permission: CUSTOMER_ACTIONS.reactivate,
      schema: activeSchema,
      command: ({ run, id, value: { version, reason } }) =>
        run('deactivate_customer', {
          p_customer: id,
          p_version: version,
          p_reason: reason,
          p_active: true,
        }),
      done: 'Customer reactivated.',
    }),
  }),
})

/** Shows one customer: details, balances, recent documents and actions. */
export default function Customer() {
  const data = useLoaderData<typeof loader>()
  const { customer, open, may, idempotencyKeys, project } = data
  const answer = useActionData<typeof action>()
  const formProps = { project, customer, answer }
  // A customer who is not approved has no position and no documents yet.
  const undecided = customer.status === 'pending' || customer.status === 'rejected'
  const collect = `${paths.treasury.addCollection}?customer=${customer.id}`
  return (
    <>
      <DocumentHead
        title={customer.name}
        badges={<StageBadge stage={customer.status} />}
        description={customer.storeName}
        list={{ label: 'Customers', to: paths.customers.list }}
        actions={
          <>
            {may.receivables && !undecided ? (
              <LinkButton to={paths.statements.customer(customer.id)}>Statement</LinkButton>
            ) : null}
            {may.book ? (
              <LinkButton
                to={`${paths.sales.addBooking}?customer=${customer.id}`}
                variant="primary"
              >
                <Icon name="plus" />
                New booking
              </LinkButton>
            ) : may.collect ? (
              <LinkButton to={collect}>
                <Icon name="plus" />
                Record collection
              </LinkButton>
            ) : null}
          </>
        }
        more={
          <>
            {may.book && may.collect ? (
              <LinkButton to={collect}>
                <Icon name="plus" />
                Record collection
              </LinkButton>
            ) : null}
            {may.credit ? (
              <LinkButton to={`${paths.memos.add}?customer=${customer.id}`}>
                <Icon name="plus" />
                New memo
              </LinkButton>
            ) : null}
            {may.merge ? (
              <LinkButton to={paths.customers.merge(customer.id)}>Merge into…</LinkButton>
            ) : null}
            {customer.mergedInto ? (
              <LinkButton to={paths.customers.customer(customer.mergedInto)}>
                Customer to keep
              </LinkButton>
            ) : null}
            {(['deactivate', 'reactivate'] as const)
              .filter((intent) => open.includes(intent))
              .map((intent) => (
                <ActiveAction
                  key={intent}
                  {...formProps}
                  intent={intent}
                  idempotencyKey={idempotencyKeys[intent]}
                />
              ))}
          </>
        }
        moreOpen={/activate$/.test(String(answer?.lastResult.initialValue?.intent))}
      />
      <ErrorBanner errors={orphanErrors(answer?.lastResult, open)} />
      {open.includes('approve') ? (
        <Decision
          {...formProps}
          idempotencyKeys={idempotencyKeys}
          duplicates={answer?.duplicates ?? data.duplicates}
        />
      ) : null}
      {undecided ? null : (
        <PositionStats
          position={data.position}
          overdue={data.ageing?.overdue ?? null}
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
      <DocumentColumns rail={<FilesAndComments parts={data.parts} />}>
        <IdentityPanel
          {...{ customer, agent: data.agent, requestedBy: data.requestedBy, prices: data.prices }}
          actions={
            <span className="flex flex-wrap gap-2">
              {open.includes('tax') ? (
                <TaxAction
                  key={`tax ${customer.version}`}
                  {...formProps}
                  pending={data.pending}
                  idempotencyKey={idempotencyKeys.tax}
                />
              ) : null}
              {open.includes('prices') && data.prices ? (
                <PricesAction
                  key={`prices ${customer.version}`}
                  {...formProps}
                  choices={data.prices}
                  pending={data.pending}
                  idempotencyKey={idempotencyKeys.prices}
                />
              ) : null}
              {may.edit ? (
                <LinkButton to={paths.customers.edit(customer.id)}>
                  <Icon name="pencil" />
                  Edit
                </LinkButton>
              ) : null}
            </span>
          }
        />
        {undecided ? null : (
          <CreditPanel
            creditLine={customer.creditLine}
            termsDays={customer.termsDays}
            ageing={data.ageing?.buckets ?? null}
            action={
              open.includes('credit') ? (
                <CreditAction
                  key={customer.version}
                  {...formProps}
                  idempotencyKey={idempotencyKeys.credit}
                />
              ) : null
            }
          />
        )}
        {data.cheques && !undecided ? (
          <ChequesPanel cheques={data.cheques} total={data.position.uncleared} />
        ) : null}
        {data.bookings && !undecided ? (
          <BookingsPanel bookings={data.bookings} customer={customer.name} />
        ) : null}
        {data.collections && !undecided ? (
          <CollectionsPanel collections={data.collections} customer={customer.name} />
        ) : null}
        {undecided ? null : (
          <TransferHistory {...data} customerId={customer.id} mayTransfer={may.transfer} />
        )}
        {customer.status === 'pending' && data.events.rows.length === 0 ? null : (
          <FinanceTrail page={data.events} timeZone={data.timeZone} />
        )}
        <HistoryPanel history={data.history} timeZone={data.timeZone} />
      </DocumentColumns>
    </>
  )
}
