import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { BY_ROW_KEY, readKeyset } from '~/platform/db/keyset'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { Button, LinkButton } from '~/ui/Button'
import { ErrorBanner, sentencesOf } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Tabs } from '~/ui/Tabs'
import { useNextRow } from '~/ui/useNextRow'
import { bookingIntents, readBookingRef } from '../booking-actions.server'
import { SalesTabs } from '../components/SalesTabs'
import { DeliveryFilterBar } from './components/DeliveryFilterBar'
import { DeliveryTable } from './components/DeliveryTable'
import { GroupTable } from './components/GroupTable'
import { queryOf, readDeliveryFilters } from './filters'
import { listDeliveries, readGroups } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Delivery · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.deliver')
  const { projectId, permissions } = project
  const day = today(project.timeZone)
  const filters = readDeliveryFilters(request.url, day)
  const { on, ...chosen } = filters
  const [page, sums, all] = await Promise.all([
    listDeliveries(db, projectId, filters, readKeyset(request.url, BY_ROW_KEY)),
    readGroups(db, projectId, filters),
    Object.keys(chosen).length > 0 ? readGroups(db, projectId, on ? { on } : {}) : null,
  ])
  return {
    filters,
    ...page,
    rows: page.rows.map((delivery) => ({ ...delivery, idempotencyKey: newIdempotencyKey() })),
    sums,
    // The choices are read without the filters, so that a choice does not remove the others.
    choices: (all ?? sums).groups,
    project: projectId,
    currency: project.currency,
    today: day,
    permissions,
  }
}

export const action = formActions({
  permission: 'bookings.deliver',
  document: ({ db, projectId, form }) => readBookingRef(db, projectId, form.get('booking')),
  intents: (intent) => {
    const { deliver } = bookingIntents(intent, ({ url, project }) => {
      const query = queryOf(readDeliveryFilters(url.href, today(project.timeZone)))
      return `${paths.sales.delivery}?${query}`
    })
    return { deliver }
  },
})

/** Lists the deliveries of a day, open and made, by agent and area. */
export default function DeliveryDesk() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { filters, rows, sums } = data
  const done = filters.on !== undefined
  const list = useRef<HTMLDivElement>(null)
  const ids = rows.map(({ id }) => id)
  useNextRow(ids, { box: list, row: 'tbody tr', target: 'button[name=row]' })
  const gone = !rows.some(({ id }) => id === lastResult?.initialValue?.booking)
  return (
    <>
      <PageHeader
        title="Delivery"
        actions={
          <LinkButton to={`${paths.sales.dayList}?${queryOf(filters)}`}>Print manifest</LinkButton>
        }
      />
      <SalesTabs permissions={data.permissions} />
      <Tabs
        label="Deliveries"
        items={[
          { label: 'To deliver', to: paths.sales.delivery, current: !done },
          { label: 'Delivered by date', to: `${paths.sales.delivery}?view=done`, current: done },
        ]}
      />
      <ErrorBanner errors={gone ? sentencesOf(lastResult) : null} />
      <Panel title="By agent and area" flush className="mb-4">
        <DeliveryFilterBar choices={data.choices} on={filters.on} />
        <GroupTable {...sums} filters={filters} currency={data.currency} />
      </Panel>
      <Panel
        title={done ? 'Delivered' : 'To deliver'}
        flush
        actions={
          done || rows.length === 0 ? null : (
            <Form method="get" action={paths.sales.pickList} id="pick">
              {[...queryOf(filters)].map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Button
                type="submit"
                size="sm"
                title="For the selected bookings; for all when none is selected"
              >
                Pick list
              </Button>
            </Form>
          )
        }
      >
        <div ref={list}>
          <DeliveryTable {...data} {...sums} done={done} lastResult={lastResult} />
        </div>
      </Panel>
    </>
  )
}
