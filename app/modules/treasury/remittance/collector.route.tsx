import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { formatDate, today, writtenDay } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { byDay, commonNumber, listBag, readCollector } from './bag.server'
import { ReceiveForm } from './components/ReceiveForm'
import { receiptColumns } from './components/receipt-columns'
import { remittanceSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Remittance of ${data?.collector ?? 'collector'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const id = params.id ?? ''
  const collector = await readCollector(db, project.projectId, id)
  const { bag, more } = await listBag(db, project.projectId, id)
  const wanted = writtenDay(new URL(request.url).searchParams.get('on') ?? '')
  const { day, days, receipts } = byDay(bag, wanted)
  return {
    id,
    collector,
    day,
    days,
    receipts,
    more,
    number: commonNumber(receipts),
    mayReceive: project.permissions.includes('treasury.write'),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
    today: today(project.timeZone),
    currency: project.currency,
    drrLabel: project.settings.drr_label,
  }
}

export const action = formAction({
  permission: 'treasury.write',
  schema: remittanceSchema,
  command: ({ run, id, value }) =>
    run('receive_remittance', { p_remittance: { ...value, collector_id: id } }),
  done: ({ id, drr_no }, { project }) => ({
    to: paths.treasury.remittance(id),
    text: `${project.settings.drr_label} ${drr_no} received.`,
  }),
})

/** Receives a collector's remittance: the receipts of a day and the cash count. */
export default function Collector() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { collector, days, receipts, mayReceive } = data
  return (
    <>
      <PageHeader
        title={collector}
        crumbs={[{ label: 'Remittances', to: paths.treasury.remittances }]}
        description={
          mayReceive && receipts.length > 0
            ? 'Select the receipts to remit and enter the cash count.'
            : 'Field collections not yet remitted.'
        }
        actions={
          <LinkButton to={`${paths.treasury.remittances}?collector=${data.id}`} variant="ghost">
            Previous remittances
          </LinkButton>
        }
      />
      {data.more ? (
        <p className="mb-4 text-warn">
          The oldest 500 receipts, the most for one report. Remit the others next.
        </p>
      ) : null}
      {days.length > 1 ? (
        <Panel flush className="mb-4">
          <FilterBar>
            <FilterSelect
              name="on"
              label="Collected on"
              all={`All ${days.length} days`}
              options={days.map(({ on, receipts: count }) => ({
                value: on,
                label: `${formatDate(on)} (${count})`,
              }))}
            />
          </FilterBar>
        </Panel>
      ) : null}
      {mayReceive && receipts.length > 0 ? (
        <ReceiveForm
          // The key makes a new form for another day.
          key={data.day}
          {...{ ...data, lastResult }}
        />
      ) : (
        <Panel flush title="Receipts">
          <DataTable
            caption="Receipts to remit"
            columns={receiptColumns({ rows: receipts, currency: data.currency })}
            rows={receipts}
            rowKey={(row) => row.id}
            empty={
              <EmptyState
                line
                title="All receipts remitted"
                action={<LinkButton to={paths.treasury.remittances}>All remittances</LinkButton>}
              >
                {collector} has no unremitted receipts.
              </EmptyState>
            }
          />
        </Panel>
      )}
    </>
  )
}
