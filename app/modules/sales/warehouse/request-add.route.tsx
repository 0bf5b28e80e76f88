import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { readParts, refuseFields } from '../booking-actions.server'
import { readBooking } from '../document.server'
import { openKinds } from './ask'
import { WarehouseRequestForm } from './components/WarehouseRequestForm'
import { warehouseRequestSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Warehouse request · Kalakal' }]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'warehouse.write')
  const booking = await readBooking(db, project.projectId, params.id!)
  return {
    booking,
    kinds: openKinds(booking),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'warehouse.write',
  document: ({ db, projectId, id }) => readBooking(db, projectId, id),
  schema: warehouseRequestSchema,
  command: async ({ run, document, value: { kind, reason, lines } }) => {
    const { read, fieldErrors } = readParts(document.lines, lines)
    if (kind === 'hold' && read.length > 0) {
      fieldErrors.lines = ['A hold applies to the whole booking: leave the quantities blank.']
    }
    return (
      refuseFields(fieldErrors) ??
      run('create_warehouse_request', {
        p_request: { booking_id: document.id, kind, reason, lines: read },
      })
    )
  },
  fieldOf: (field, { document, value: { lines } }) =>
    typedField(field, readParts(document.lines, lines).read, lines),
  done: ({ id, request_no }) => ({
    to: paths.warehouse.request(id),
    text: `${request_no} is pending approval.`,
  }),
})

/**
 * Maps a field of the command's error to the form's field: the command numbers only lines with
 * pieces, the form has all lines of the booking.
 */
function typedField(
  field: string,
  read: readonly { line_id: string }[],
  typed: readonly { line_id: string }[],
): string | undefined {
  const index = /^lines\[(\d+)\]/.exec(field)?.[1]
  if (index === undefined) return field
  const at = typed.findIndex(({ line_id }) => line_id === read[Number(index)]?.line_id)
  return at < 0 ? undefined : `lines[${at}].quantity`
}

/** Creates a warehouse request for one booking. */
export default function RequestAdd() {
  const { booking, kinds, project, idempotencyKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const record = paths.sales.booking(booking.id)
  return (
    <>
      <PageHeader
        title="Warehouse request"
        description={booking.customerName}
        badges={<StageBadge stage={booking.stage} />}
        crumbs={[
          { label: 'Warehouse requests', to: paths.warehouse.requests },
          { label: booking.soNo, to: record },
        ]}
      />
      <Panel>
        {kinds.length > 0 ? (
          <WarehouseRequestForm {...{ booking, kinds, project, idempotencyKey, lastResult }} />
        ) : (
          <EmptyState
            line
            title="No goods to request"
            action={<LinkButton to={record}>Back to the booking</LinkButton>}
          >
            Only goods of a validated booking can be held, reduced or returned.
          </EmptyState>
        )}
      </Panel>
    </>
  )
}
