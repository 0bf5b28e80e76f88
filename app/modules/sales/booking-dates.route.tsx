import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { formatDate } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { useClosedThrough } from '~/ui/ClosedThrough'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { EmptyState } from '~/ui/EmptyState'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { DateField } from '~/ui/TextField'
import { correctableDates } from './dates'
import { readDeliveryReceipt } from './delivery/queries.server'
import { readBooking } from './document.server'
import { datesSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Dates of ${data?.booking.soNo ?? 'a booking'} · Kalakal` },
]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(
    context,
    'bookings.validate',
    'invoicing.write',
    'bookings.deliver',
  )
  const [booking, { days }] = await Promise.all([
    readBooking(db, project.projectId, params.id!),
    readDeliveryReceipt(db, project.projectId, params.id!, { no: null, on: null }),
  ])
  const { id, soNo, customerName, stage, version } = booking
  return {
    booking: { id, soNo, customerName, stage, version },
    ...correctableDates(booking, project.permissions, days),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: ['bookings.validate', 'invoicing.write', 'bookings.deliver'],
  schema: datesSchema,
  command: async ({ db, project, projectId, id, run, value }) => {
    const { version, reason, deliveries, ...typed } = value
    const booking = await readBooking(db, projectId, id)
    const { dates } = correctableDates(booking, project.permissions)
    const changed = dates.flatMap(({ name, value }) => {
      const date = typed[name]
      return date && date !== value ? [[name, date] as const] : []
    })
    const parts = deliveries.some(({ from, to }) => to && to !== from)
    if (changed.length === 0 && !parts) {
      const message = 'Change at least one date.'
      return { ok: false, error: { status: 422, code: 'invalid', message } }
    }
    const result = await run('set_booking_dates', {
      p_booking: id,
      p_version: version,
      p_dates: { ...Object.fromEntries(changed), ...(parts ? { deliveries } : {}) },
      p_reason: reason,
    })
    return result.ok ? { ok: true, data: booking } : result
  },
  done: ({ id, soNo }) => ({
    to: paths.sales.booking(id),
    text: `The dates of ${soNo} are corrected.`,
  }),
})

/** Corrects the dates of a booking with a reason. The database moves stock and due date along. */
export default function BookingDates() {
  const { booking, dates, deliveries, project, idempotencyKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const closed = useClosedThrough()
  const record = paths.sales.booking(booking.id)
  const [form, fields] = useCommandForm({
    id: 'dates',
    schema: datesSchema,
    lastResult,
    defaultValue: {
      ...Object.fromEntries(dates.map(({ name, value }) => [name, value])),
      deliveries: deliveries.map((day) => ({ from: day, to: day })),
    },
  })
  return (
    <>
      <PageHeader
        title={`Edit dates of ${booking.soNo}`}
        description={booking.customerName}
        crumbs={[
          { label: 'Bookings', to: paths.sales.bookings },
          { label: booking.soNo, to: record },
        ]}
      />
      <Panel>
        {dates.length + deliveries.length > 0 ? (
          <CommandForm
            form={form}
            project={project}
            idempotencyKey={idempotencyKey}
            className="max-w-2xl"
          >
            <input type="hidden" name="version" value={booking.version} />
            <FormGrid>
              {dates.map(({ name, label }) => (
                <DateField
                  key={name}
                  field={fields[name]}
                  label={label}
                  hint={closed ? `Closed through ${formatDate(closed)}` : null}
                />
              ))}
              {fields.deliveries.getFieldList().map((delivery) => {
                const { from, to } = delivery.getFieldset()
                return (
                  <Fragment key={delivery.key}>
                    <input type="hidden" name={from.name} value={from.value ?? ''} />
                    <DateField
                      field={to}
                      label={`Delivered ${formatDate(from.value ?? '')}`}
                      hint={closed ? `Closed through ${formatDate(closed)}` : null}
                    />
                  </Fragment>
                )
              })}
            </FormGrid>
            <p className="mt-2 text-xs text-muted">
              The due date follows the invoice date, the stock ledger the delivery date.
            </p>
            <TextAreaField field={fields.reason} label="Reason" rows={2} className="mt-4" />
            <FormActions>
              <SubmitButton>Edit dates</SubmitButton>
              <LinkButton to={record} variant="ghost">
                Cancel
              </LinkButton>
            </FormActions>
          </CommandForm>
        ) : (
          <EmptyState
            line
            title={`${booking.soNo} has no date that you can edit`}
            action={<LinkButton to={record}>Back to the booking</LinkButton>}
          >
            Each date is edited by the role that records it. Dates of a cancelled booking do not
            change.
          </EmptyState>
        )}
      </Panel>
    </>
  )
}
