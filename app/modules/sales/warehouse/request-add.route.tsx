import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import {
  invalidReply,
  newIdempotencyKey,
  readForm,
  readIdempotencyKey,
  refusedReply,
} from '~/platform/forms/form.server'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { readParts } from '../booking-acts.server'
import { readBooking } from '../document.server'
import { openKinds } from './ask'
import { createRequest } from './commands.server'
import { AskForm } from './components/AskForm'
import { requestSchema } from './schema'

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

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'warehouse.write')
  const { projectId } = project
  const form = await readForm(request, project)
  const booking = await readBooking(db, projectId, params.id!)
  const submission = parseWithZod(form, { schema: requestSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const { kind, reason, lines } = submission.value
  const { read, errors } = readParts(booking.lines, lines)
  if (kind === 'hold' && read.length > 0) {
    errors.lines = ['A hold is about the whole booking: leave the quantities empty.']
  }
  if (Object.keys(errors).length > 0) return reply(submission.reply({ fieldErrors: errors }), 422)
  const wish = { booking_id: booking.id, kind, reason, lines: read }
  const result = await createRequest(db, projectId, readIdempotencyKey(form), wish)
  if (!result.ok) {
    const field = typedField(result.error.field, read, lines)
    return refusedReply(submission, { ...result.error, field })
  }
  const { id, request_no } = result.data
  return redirectWithToast(paths.warehouse.request(id), `${request_no} waits for a decision.`)
}

/**
 * Maps a field of the command's error to the form's field: the command numbers only lines with
 * pieces, the form has all lines of the booking.
 */
function typedField(
  field: string | undefined,
  read: readonly { line_id: string }[],
  typed: readonly { line_id: string }[],
): string | undefined {
  const index = /^lines\[(\d+)\]/.exec(field ?? '')?.[1]
  if (index === undefined) return field
  const at = typed.findIndex(({ line_id }) => line_id === read[Number(index)]?.line_id)
  return at < 0 ? undefined : `lines[${at}].quantity`
}

/** Creates a warehouse request for one booking. */
export default function RequestAdd() {
  const { booking, kinds, project, idempotencyKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  const record = paths.sales.booking(booking.id)
  return (
    <>
      <PageHeader
        title="Warehouse request"
        description={booking.customerName}
        aside={<StageBadge stage={booking.stage} />}
        crumbs={[
          { label: 'Warehouse requests', to: paths.warehouse.requests },
          { label: booking.soNo, to: record },
        ]}
      />
      <Panel>
        {kinds.length > 0 ? (
          <AskForm {...{ booking, kinds, project, idempotencyKey, lastResult }} />
        ) : (
          <EmptyState
            title="Nothing to ask for"
            action={<LinkButton to={record}>Back to the booking</LinkButton>}
          >
            Only goods of a validated booking can be held, reduced or taken back.
          </EmptyState>
        )}
      </Panel>
    </>
  )
}
