import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { vatClassLabel } from '~/platform/values/vat'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar } from '~/ui/FilterBar'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { useListLink } from '~/ui/useListLink'
import { PurchasingTabs } from '../components/PurchasingTabs'
import {
  pageOfSuppliers,
  readSupplierSearch,
  SUPPLIER_ORDERS,
  type Supplier,
} from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Suppliers · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'costs.read')
  const search = readSupplierSearch(request.url)
  const { keyset, order } = readOrder(request.url, SUPPLIER_ORDERS)
  return {
    ...(await pageOfSuppliers(db, project.projectId, keyset, search)),
    order,
    filtered: search !== null,
    permissions: project.permissions,
  }
}

const COLUMNS: Column<Supplier>[] = [
  {
    key: 'name',
    header: 'Name',
    phone: 'title',
    cell: ({ name, mergedInto }) =>
      mergedInto ? (
        <>
          {name} <StageBadge stage="merged" />
        </>
      ) : (
        name
      ),
  },
  {
    key: 'registered_name',
    header: 'Registered name',
    cell: ({ registeredName }) => registeredName ?? '–',
  },
  { key: 'tin', header: 'TIN', cell: ({ tin }) => tin ?? '–' },
  {
    key: 'vat_class',
    header: 'VAT class',
    cell: ({ vatClass }) => (vatClass ? vatClassLabel(vatClass) : '–'),
  },
  {
    key: 'terms_days',
    header: 'Terms (days)',
    align: 'end',
    cell: ({ termsDays }) => termsDays ?? '–',
  },
]

/** Lists the suppliers by name. */
export default function SupplierList() {
  const { rows, count, newer, older, order, filtered, permissions } = useLoaderData<typeof loader>()
  const link = useListLink()
  const mayWrite = permissions.includes('products.write')
  const add = mayWrite ? (
    <LinkButton to={paths.inventory.addSupplier} variant="primary">
      <Icon name="plus" />
      Add supplier
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        tabs={<PurchasingTabs permissions={permissions} />}
        title="Suppliers"
        description="Suppliers of goods, for purchases and products."
        actions={add}
        more={<FileLinks />}
      />
      <Panel flush>
        <FilterBar search="Name, registered name or TIN" columns={COLUMNS} order={order} />
        <DataTable
          caption="Suppliers"
          columns={COLUMNS}
          rows={rows}
          count={count}
          order={order}
          rowKey={({ id }) => id}
          rowLink={mayWrite ? (row) => link(paths.inventory.supplier(row.id), row) : undefined}
          empty={
            filtered ? (
              <EmptyState title="No results">Try another name.</EmptyState>
            ) : (
              <EmptyState title="No supplier yet" action={add}>
                A purchase from a new supplier adds one too.
              </EmptyState>
            )
          }
          footer={<Pager newer={newer} older={older} />}
        />
      </Panel>
    </>
  )
}
