import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { readFilterChoices } from '~/platform/forms/choices.server'
import { categoryName, NO_CATEGORY } from '~/platform/values/categories'
import { LinkButton } from '~/ui/Button'
import { ClosedBadge } from '~/ui/ClosedThrough'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { FilterPicker } from '~/ui/FilterPicker'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { useListLink } from '~/ui/useListLink'
import { THIS_WEEK } from '~/ui/ViewChips'
import { listPayeeOptions, readVoucherChoices } from './choices.server'
import { ExpenseTabs } from './components/ExpenseTabs'
import { VoucherStats } from './components/VoucherStats'
import { voucherColumns } from './components/voucher-columns'
import { isVoucherFiltered, readVoucherFilters, VOUCHER_ORDERS, VOUCHER_STATUSES } from './filters'
import { MODES, VOUCHER_DATE_BASES } from './modes'
import { listVouchers, readVoucherTotals, vouchersIn } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Vouchers · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.read')
  const { projectId } = project
  const filters = readVoucherFilters(request.url)
  const limit = project.settings.voucher_approval_above
  const { keyset, sort, order } = readOrder(request.url, VOUCHER_ORDERS)
  const [page, byStatus, ofStatus, payees, choices] = await Promise.all([
    listVouchers(db, projectId, keyset, { ...filters, sort }, limit),
    readVoucherTotals(db, projectId, { ...filters, status: null }, limit),
    filters.status ? readVoucherTotals(db, projectId, filters, limit) : null,
    readFilterChoices(request.url, 'payee', (query) => listPayeeOptions(db, projectId, query)),
    readVoucherChoices(db, projectId, {
      costCenters: filters.cost_center ? [filters.cost_center] : [],
      bank: filters.bank,
    }),
  ])
  return {
    ...page,
    order,
    count: vouchersIn(ofStatus ?? byStatus),
    byStatus,
    payees,
    ...choices,
    limit,
    filtered: isVoucherFiltered(filters),
    currency: project.currency,
    mayWrite: project.permissions.includes('vouchers.write'),
  }
}

const withNone = (values: readonly string[]) =>
  [...values, NO_CATEGORY].map((value) => ({ value, label: categoryName(value) }))

/** Lists vouchers, newest first unless another order is chosen, with totals by status. */
export default function ExpensesList() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const add = data.mayWrite ? (
    <LinkButton to={paths.expenses.addVoucher} variant="primary">
      <Icon name="plus" />
      New voucher
    </LinkButton>
  ) : null
  const columns = voucherColumns(data.currency, data.limit)
  return (
    <>
      <PageHeader
        tabs={<ExpenseTabs />}
        badges={<ClosedBadge />}
        title="Vouchers"
        actions={add}
        more={<FileLinks />}
      />
      <VoucherStats totals={data.byStatus} currency={data.currency} />
      <Panel flush>
        <FilterBar
          search="Voucher, payee, invoice or cheque no."
          columns={columns}
          order={data.order}
          views="vouchers"
          arrange
          presets={[
            { label: 'For approval', search: 'status=approval' },
            { label: 'To release', search: 'status=printed' },
            THIS_WEEK,
          ]}
        >
          <FilterSelect name="status" label="Status" options={VOUCHER_STATUSES} />
          <FilterPicker
            name="payee"
            label="Payee"
            choices={data.payees}
            source={paths.expenses.payeeOptions}
          />
          <FilterSelect name="category" label="Category" options={withNone(data.categories)} />
          <FilterSelect name="basis" label="Date basis" options={VOUCHER_DATE_BASES} all={null} />
          <FilterPeriod />
          <FilterSelect
            name="classification"
            label="Classification"
            options={withNone(data.classifications)}
          />
          <FilterSelect name="cost_center" label="Cost center" options={data.costCenters} />
          <FilterSelect name="mode" label="Payment type" options={MODES} />
          <FilterSelect name="bank" label="Bank account" options={data.banks} />
        </FilterBar>
        <DataTable
          caption="Vouchers"
          columns={columns}
          rows={data.rows}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.expenses.voucher(row.id), row)}
          count={data.count}
          order={data.order}
          empty={
            data.filtered ? (
              <EmptyState
                title="No results"
                action={<LinkButton to={paths.expenses.vouchers}>Show all</LinkButton>}
              >
                Try a shorter word or another period, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No vouchers yet" action={add}>
                Vouchers are listed here with payee, particulars and payment.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}
