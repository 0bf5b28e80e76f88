import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { readFilterChoices } from '~/platform/forms/choices.server'
import { withoutCursor } from '~/platform/request/first-page'
import { categoryName } from '~/platform/values/categories'
import { addMonths, formatDate, monthOf, today } from '~/platform/values/dates'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterCheck, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { FilterPicker } from '~/ui/FilterPicker'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { PrintButton } from '~/ui/PrintButton'
import { PurchasingTabs } from '../components/PurchasingTabs'
import { listProductSuppliers, readCategoryChoices } from '../queries.server'
import { ACTUAL_PAGING, listActual, readActualTotals } from './actual.server'
import { actualColumns } from './components/actual-columns'
import { ledgerOf } from './components/stock-columns'
import { readActualFilters } from './filters'

const PAGE = 100
/** The row limit of one answer of the database, less one: this many rows are printed at once. */
const ALL = 999

export const meta: MetaFunction = () => [{ title: 'Stock movement report · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'stock.movements')
  const { projectId, timeZone } = project
  const costs = project.permissions.includes('costs.read')
  const filters = readActualFilters(request.url, timeZone, costs)
  const keyset = readKeyset(request.url, {
    ...ACTUAL_PAGING,
    size: new URL(request.url).searchParams.get('all') === '1' ? ALL : PAGE,
  })
  const backwards = filters.to < filters.from
  const [page, totals, categories, suppliers] = await Promise.all([
    backwards ? null : listActual(db, projectId, filters, keyset),
    backwards ? null : readActualTotals(db, projectId, filters),
    readCategoryChoices(db, projectId),
    costs
      ? readFilterChoices(request.url, 'supplier', (query) =>
          listProductSuppliers(db, projectId, query),
        )
      : null,
  ])
  return {
    filters,
    page,
    totals,
    firstPage: keyset.cursor === null,
    categories: categories[0],
    suppliers,
    months: [
      ['This month', monthOf(today(timeZone))],
      ['Last month', monthOf(addMonths(today(timeZone), -1))],
    ] as const,
    company: project.title || project.projectName,
    currency: project.currency,
    permissions: project.permissions,
  }
}

/** Shows the stock movement of a period: opening, in, out, ending and its value. */
export default function InventoryViewActual() {
  const data = useLoaderData<typeof loader>()
  const { filters, page, totals, currency } = data
  const columns = totals ? actualColumns(totals, currency) : []
  const period = new URLSearchParams({ from: filters.from, to: filters.to })
  return (
    <div className="print:[page:wide]">
      <PageHeader
        tabs={<PurchasingTabs permissions={data.permissions} />}
        title="Stock movement report"
        description={
          <>
            <span className="hidden font-semibold text-ink print:block">{data.company}</span>
            {formatDate(filters.from)} to {formatDate(filters.to)}
            {[
              filters.category1 && `Category ${categoryName(filters.category1)}`,
              filters.supplier,
              filters.search,
            ]
              .filter(Boolean)
              .map((text) => (
                <span key={text} className="hidden print:inline">{` · ${text}`}</span>
              ))}
          </>
        }
        more={
          <>
            <PrintButton />
            <FileLinks />
          </>
        }
      />
      {page ? null : <ErrorBanner errors={['The end date is before the start date.']} />}
      <Panel flush>
        <FilterBar
          search={data.suppliers ? 'Product, code or supplier' : 'Product or code'}
          columns={columns}
          views="stock_movement"
        >
          <FilterPeriod initial={filters} />
          <FilterSelect name="category1" label="Category" options={data.categories} />
          {data.suppliers ? (
            <FilterPicker
              name="supplier"
              label="Supplier"
              choices={data.suppliers}
              source={paths.inventory.supplierOptions}
            />
          ) : null}
          <FilterCheck name="non_zero" label="Hide zero rows" />
          <FilterCheck name="below_reorder" label="Below reorder level" />
          <Periods months={data.months} />
        </FilterBar>
        {page && totals ? (
          <DataTable
            caption="Stock movement report"
            columns={columns}
            rows={page.rows}
            count={totals.products}
            rowKey={(row) => row.id}
            rowLink={(row) => `${ledgerOf(row.id)}?${period}`}
            wide
            empty={
              <EmptyState title="No results">
                Try a shorter word, another period, or clear the filters.
              </EmptyState>
            }
            footer={<Foot older={page.older} firstPage={data.firstPage} />}
          />
        ) : null}
      </Panel>
    </div>
  )
}

const LINK = 'rounded-md px-2 py-1 font-medium text-accent hover:bg-accent-soft'

/** Returns a function that changes parameters of the address and goes back to the first page. */
function useChanged() {
  const [search] = useSearchParams()
  return (changes: Record<string, string>) => {
    const next = withoutCursor(search)
    for (const [name, value] of Object.entries(changes)) next.set(name, value)
    return `?${next}`
  }
}

function Periods({
  months,
}: {
  months: readonly (readonly [string, { from: string; to: string }])[]
}) {
  const changed = useChanged()
  return (
    <span className="flex min-h-9 max-sm:min-h-10 items-center text-xs">
      {months.map(([label, period]) => (
        <Link key={label} to={changed(period)} className={LINK}>
          {label}
        </Link>
      ))}
    </span>
  )
}

function Foot({ older, firstPage }: { older: string | null; firstPage: boolean }) {
  const changed = useChanged()
  if (firstPage && !older) return null
  return (
    <span className="flex items-center gap-2 print:hidden">
      Totals include all rows.
      <Link to={changed({ all: '1' })} className={LINK}>
        Show all rows for printing
      </Link>
      <Pager newer={null} older={older} labels={['Back', 'More']} />
    </span>
  )
}
