import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import type { Permission } from '~/platform/access/permissions'
import { readOrder } from '~/platform/db/orders'
import { money } from '~/platform/values/money'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { Tabs } from '~/ui/Tabs'
import { useListLink } from '~/ui/useListLink'
import {
  kindAt,
  MASTER_STATUSES,
  MASTERS,
  type MasterKind,
  masterOf,
  masterOrders,
} from './definitions'
import { listMasters, readMasterFilters } from './queries.server'

export const meta: MetaFunction = ({ location }) => [
  { title: `${masterOf(kindAt(location.pathname)).title} · Kalakal` },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.read')
  const kind = kindAt(new URL(request.url).pathname)
  const filters = readMasterFilters(request.url)
  const { keyset, order } = readOrder(request.url, masterOrders(kind))
  return {
    kind,
    order,
    ...(await listMasters(db, project.projectId, kind, keyset, filters)),
    filtered: Object.values(filters).some(Boolean),
    mayWrite: project.permissions.includes('masters.write'),
    room: roomOf(project.permissions),
  }
}

/** Returns the module that the user came from, for the link back. */
function roomOf(permissions: readonly Permission[]) {
  return permissions.includes('collections.read')
    ? { label: 'Treasury', to: paths.treasury.index }
    : { label: 'Expenses', to: paths.expenses.index }
}

/** Lists the entries of one kind of master data by name. */
export default function MasterList() {
  const { kind, rows, count, newer, older, order, filtered, mayWrite, room } =
    useLoaderData<typeof loader>()
  const link = useListLink()
  const master = masterOf(kind)
  const columns: Column<(typeof rows)[number]>[] = [
    ...master.fields.map(({ name, label, amount }) => ({
      key: name,
      header: label,
      align: amount ? ('end' as const) : undefined,
      cell: ({ values: { [name]: value = null } }: (typeof rows)[number]) =>
        amount ? <Money value={value === null ? null : money(value)} /> : (value ?? '–'),
    })),
    {
      key: 'status',
      header: 'Status',
      cell: (row) => <StageBadge stage={row.status} />,
    },
  ]
  const add = mayWrite ? (
    <LinkButton to={paths.masters.add(kind)} variant="primary">
      <Icon name="plus" />
      Add {master.one}
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        tabs={<MasterTabs />}
        title={master.title}
        crumbs={[room]}
        description={master.about}
        actions={add}
        more={<FileLinks />}
      />
      <Panel flush>
        <FilterBar
          search={master.fields
            .slice(0, 3)
            .map(({ label }) => label)
            .join(', ')}
          columns={columns}
          order={order}
          views={master.table}
          arrange
          presets={[{ label: 'Active', search: 'status=active' }]}
        >
          <FilterSelect name="status" label="Status" options={MASTER_STATUSES} />
        </FilterBar>
        <DataTable
          key={kind}
          caption={master.title}
          rows={rows}
          count={count}
          rowKey={(row) => row.id}
          rowLink={mayWrite ? (row) => link(paths.masters.entry(kind, row.id), row) : undefined}
          columns={columns}
          order={order}
          empty={
            filtered ? (
              <EmptyState title="No results">Try another name, or clear the filters.</EmptyState>
            ) : (
              <EmptyState title={`No ${master.one} yet`} action={add}>
                {master.about}
              </EmptyState>
            )
          }
          footer={<Pager newer={newer} older={older} />}
        />
      </Panel>
    </>
  )
}

/** Shows the four kinds of master data as tabs. */
function MasterTabs() {
  return (
    <Tabs
      label="Master data"
      items={(Object.keys(MASTERS) as MasterKind[]).map((kind) => ({
        label: MASTERS[kind].title,
        to: paths.masters.list(kind),
        end: true,
      }))}
    />
  )
}
