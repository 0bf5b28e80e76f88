import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { StockState } from '~/modules/inventory/bad-orders/schema'
import { readParts, refuseFields } from '~/modules/sales/booking-actions.server'
import { type BookingDocument, readBooking } from '~/modules/sales/document.server'
import { shownStage } from '~/modules/sales/stage'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { parsePrice, partsOf } from '~/platform/values/price'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { BookingMemoForm } from './components/BookingMemoForm'
import { whatBecomes } from './done'
import { bookingMemoSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Memo · Kalakal' }]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'memos.write')
  return {
    booking: await readBooking(db, project.projectId, params.id!),
    today: today(project.timeZone),
    project: project.projectId,
    currency: project.currency,
    idempotencyKey: newIdempotencyKey(),
  }
}

type Typed = {
  line_id: string
  quantity?: string
  stock_state?: StockState
  amount?: string
  price_difference?: string
}

/** Returns the lines of the command for a reason, out of all typed ones. */
function linesFor(reason: string, document: BookingDocument, typed: readonly Typed[]) {
  if (reason === 'return') return readParts(document.lines, typed)
  if (reason === 'undercharge') {
    const parts = readParts(
      document.lines,
      typed.map(({ line_id, quantity }) => ({ line_id, quantity })),
    )
    // A line with one of its two fields alone is sent, so that the other one says that it is missing.
    const read = typed.flatMap(({ line_id, quantity, price_difference }) => {
      if (!quantity && !price_difference) return []
      const line = document.lines.find(({ id }) => id === line_id)
      const charged = price_difference ? parsePrice(price_difference, line) : null
      const { amount = null, pieces = null } = charged ? partsOf(charged) : {}
      return [
        {
          line_id,
          quantity: parts.read.find((part) => part.line_id === line_id)?.quantity ?? null,
          ...{ price_difference: amount, price_difference_pieces: pieces },
        },
      ]
    })
    return { ...parts, read }
  }
  const read =
    reason === 'price_allowance'
      ? typed.flatMap(({ line_id, amount }) =>
          amount && amount !== '0.00' ? [{ line_id, amount }] : [],
        )
      : []
  return { read, fieldErrors: {} }
}

export const action = formAction({
  permission: 'memos.write',
  document: ({ db, projectId, id }) => readBooking(db, projectId, id),
  schema: bookingMemoSchema,
  command: async ({ run, document, value: { lines = [], amount, ...memo } }) => {
    const { read, fieldErrors } = linesFor(memo.reason, document, lines)
    return (
      refuseFields(fieldErrors) ??
      run('create_memo', {
        p_memo: {
          ...memo,
          kind: memo.reason === 'undercharge' ? 'debit' : 'credit',
          booking_id: document.id,
          lines: read,
          ...(read.length > 0 ? {} : { amount }),
        },
      })
    )
  },
  fieldOf: (field, { document, value: { reason, lines = [] } }) => {
    const [, index, of] = /^lines\[(\d+)\]\.?(\w*)/.exec(field) ?? []
    if (index === undefined) return field
    // The command numbers only lines that are asked for, the form has all lines of the booking.
    const asked = linesFor(reason, document, lines).read[Number(index)]
    const at = lines.findIndex(({ line_id }) => line_id === asked?.line_id)
    return at < 0 ? undefined : `lines[${at}].${of || 'quantity'}`
  },
  done: (memo) => whatBecomes(memo),
})

/** Writes a memo for one booking: for goods that come back, for prices that were too high or too low, or over an amount. */
export default function MemoBooking() {
  const { booking, ...rest } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const record = paths.sales.booking(booking.id)
  return (
    <>
      <PageHeader
        title="Credit or debit memo"
        description={booking.customerName}
        badges={<StageBadge stage={shownStage(booking)} />}
        crumbs={[
          { label: 'Memos', to: paths.memos.list },
          { label: booking.soNo, to: record },
        ]}
      />
      <Panel>
        {booking.stage === 'pending' || booking.stage === 'cancelled' ? (
          <EmptyState
            line
            title="Nothing to credit or charge"
            action={<LinkButton to={record}>Back to the booking</LinkButton>}
          >
            Memos apply to delivered goods.
          </EmptyState>
        ) : (
          <BookingMemoForm booking={booking} {...rest} lastResult={lastResult} />
        )}
      </Panel>
    </>
  )
}
