import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { changeMany } from '~/modules/import/change-many.server'
import { listAgents } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { rows } from '~/platform/db/command.server'
import { readOrder } from '~/platform/db/orders'
import { readFilterChoices } from '~/platform/forms/choices.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterCheck, FilterSelect } from '~/ui/FilterBar'
import { FilterPicker } from '~/ui/FilterPicker'
import { Icon } from '~/ui/Icon'
import { MenuLink } from '~/ui/Menu'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { useListLink } from '~/ui/useListLink'
import { CustomerTable } from './components/CustomerTable'
import { CustomerTabs } from './components/CustomerTabs'
import { customerColumns } from './components/customer-columns'
import { CUSTOMER_ORDERS, readCustomerFilters } from './filters'
import { listAreas, listCustomers, readCustomerTotals } from './list.server'
import { selectedCustomersSchema } from './many'
import { CUSTOMER_STATUSES } from './schema'

export const meta: MetaFunction = () => [{ title: 'Customers · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  const { projectId } = project
  const filters = readCustomerFilters(request.url)
  const { keyset, sort, order } = readOrder(request.url, CUSTOMER_ORDERS)
  const [page, totals, agents, areas] = await Promise.all([
    listCustomers(db, projectId, keyset, { filters, sort }),
    readCustomerTotals(db, projectId, filters),
    listAgents(db, projectId),
    readFilterChoices(request.url, 'area', (query) => listAreas(db, projectId, query)),
  ])
  return {
    ...page,
    order,
    totals,
    agents,
    areas,
    filtered: Object.values(filters).some(Boolean),
    currency: project.currency,
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
    mayTransfer: project.permissions.includes('customers.transfer'),
    mayRequest: project.permissions.includes('customers.request'),
    mayImport: project.permissions.includes('customers.decide'),
  }
}

/** Changes the terms of the selected customers, or leads to their transfer. */
export const action = formActions({
  permission: ['customers.decide', 'customers.transfer'],
  intents: (intent) => ({
    terms: intent({
      permission: 'customers.decide',
      schema: selectedCustomersSchema,
      command: async ({ db, run, projectId, value: { customer_ids, terms_days } }) => {
        const of = db.from('customers').select('name').eq('project_id', projectId)
        const found = rows(await of.in('id', customer_ids).order('sort_key').order('id'))
        const records = found.map(({ name }) => ({
          label: name,
          cells: { customer: name, terms_days: String(terms_days) },
        }))
        return changeMany(run, 'customer_changes', 'Payment terms of selected customers', records)
      },
      done: ({ records }, { url, value }) => ({
        to: url.pathname + url.search,
        text: `Payment terms of ${records === 1 ? 'one customer' : `${records} customers`} set to ${value.terms_days} days.`,
      }),
    }),
    // The transfer shows first what goes along.
    transfer: intent({
      permission: 'customers.transfer',
      schema: selectedCustomersSchema,
      command: async ({ value }) => ({ ok: true, data: value.customer_ids }),
      done: (ids) =>
        redirect(
          `${paths.customers.addTransfer}?${new URLSearchParams(ids.map((id) => ['customer', id]))}`,
        ),
    }),
  }),
})

const statuses = CUSTOMER_STATUSES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))

/** Lists the customers with credit line, exposure and credit left. */
export default function CustomerList() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const { totals, currency } = data
  const columns = customerColumns(currency, totals)
  const add = data.mayRequest ? (
    <LinkButton to={paths.customers.add} variant="primary">
      <Icon name="plus" />
      Add customer
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        tabs={<CustomerTabs />}
        title="Customers"
        actions={add}
        more={
          <>
            <FileLinks />
            {data.mayImport ? (
              <MenuLink to={paths.imports.kind('customers')}>Import</MenuLink>
            ) : null}
          </>
        }
      />
      <StatRow>
        <Stat label="Customers" value={totals.customers.toLocaleString('en-US')} />
        <Stat
          label="Pending approval"
          value={totals.pending.toLocaleString('en-US')}
          tone="warn"
          to={paths.customers.requests}
        />
        <Stat
          label="Over credit limit"
          value={totals.overLimit.toLocaleString('en-US')}
          tone="danger"
          to="?over_limit=1"
        />
        <Stat label={`Credit exposure (${currency})`} value={<Money value={totals.exposure} />} />
      </StatRow>
      <Panel flush>
        <FilterBar
          search="Name, store, TIN, area or agent"
          columns={columns}
          order={data.order}
          views="customers"
          arrange
          presets={BUILT_IN}
        >
          <FilterSelect name="status" label="Status" options={statuses} />
          <FilterSelect
            name="agent"
            label="Agent"
            options={data.agents.map((agent) => ({ value: agent.id, label: agent.name }))}
          />
          <FilterPicker
            name="area"
            label="Area"
            choices={data.areas}
            source={paths.customers.areaOptions}
          />
          <FilterCheck name="over_limit" label="Over credit limit" />
        </FilterBar>
        <CustomerTable
          project={data.project}
          idempotencyKey={data.idempotencyKey}
          mayDecide={data.mayImport}
          mayTransfer={data.mayTransfer}
          lastResult={useActionData<typeof action>()}
          caption="Customers"
          columns={columns}
          rows={data.rows}
          count={totals.customers}
          order={data.order}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.customers.customer(row.id), row)}
          empty={
            data.filtered ? (
              <EmptyState title="No results">Try a shorter word, or clear the filters.</EmptyState>
            ) : (
              <EmptyState title="No customers yet" action={add}>
                Customers are listed here with their agent, terms and credit limit.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} labels={['Back', 'More']} />}
        />
      </Panel>
    </>
  )
}

const BUILT_IN = [
  { label: 'To approve', search: 'status=pending' },
  { label: 'Over credit limit', search: 'over_limit=1' },
  { label: 'Inactive', search: 'status=inactive' },
]
