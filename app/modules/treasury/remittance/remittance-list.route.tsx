import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listCollectorsEver } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { LinkButton } from '~/ui/Button'
import { ClosedBadge } from '~/ui/ClosedThrough'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterCheck, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { useListLink } from '~/ui/useListLink'
import { THIS_WEEK } from '~/ui/ViewChips'
import { TreasuryTabs } from '../components/TreasuryTabs'
import { Holders } from './components/Holders'
import { remittanceColumns } from './components/remittance-columns'
import { REMITTANCE_ORDERS, readRemittanceFilters } from './filters'
import { listHolders, listRemittances, readRemittanceTotals } from './queries.server'
import { REMITTANCE_STATUSES } from './schema'

export const meta: MetaFunction = () => [{ title: 'Remittances · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const { projectId } = project
  const { keyset, sort, order } = readOrder(request.url, REMITTANCE_ORDERS)
  const filters = readRemittanceFilters(request.url)
  const [page, totals, holders, collectors] = await Promise.all([
    listRemittances(db, projectId, keyset, { ...filters, sort }),
    readRemittanceTotals(db, projectId, filters),
    listHolders(db, projectId),
    listCollectorsEver(db, projectId),
  ])
  return {
    ...page,
    order,
    totals,
    holders,
    collectors,
    filtered: Object.values(filters).some(Boolean),
    currency: project.currency,
    drrLabel: project.settings.drr_label,
    permissions: project.permissions,
  }
}

const statuses = REMITTANCE_STATUSES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))

/** Lists what collectors still hold, and their remittances, newest first. */
export default function RemittanceList() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const { totals, drrLabel } = data
  const columns = remittanceColumns(data.currency, totals)
  return (
    <>
      <PageHeader
        tabs={<TreasuryTabs permissions={data.permissions} />}
        badges={<ClosedBadge />}
        title="Remittances"
        more={<FileLinks />}
      />
      <Holders holders={data.holders} currency={data.currency} />
      <Panel flush title="Remitted">
        <FilterBar
          search={`${drrLabel}, CR or cheque no.`}
          columns={columns}
          order={data.order}
          views="remittances"
          arrange
          presets={[{ label: 'With a difference', search: 'variance=1' }, THIS_WEEK]}
        >
          <FilterSelect
            name="collector"
            label="Collector"
            options={data.collectors.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FilterSelect name="status" label="Status" options={statuses} />
          <FilterPeriod what="Remitted" />
          <FilterCheck name="variance" label="Cash shortage or overage" />
        </FilterBar>
        <DataTable
          caption="Remittances"
          columns={columns}
          order={data.order}
          rows={data.rows}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.treasury.remittance(row.id), row)}
          count={totals.remittances}
          empty={
            data.filtered ? (
              <EmptyState
                title="No results"
                action={<LinkButton to={paths.treasury.remittances}>Show all</LinkButton>}
              >
                Try another number, or remove a filter.
              </EmptyState>
            ) : (
              <EmptyState title="No remittances yet">
                Open a collector above to enter the cash count and receive the remittance.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}
