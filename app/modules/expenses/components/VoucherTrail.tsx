import type { ReactNode } from 'react'
import { DateText } from '~/ui/Figures'
import type { VoucherDocument } from '../document.server'

interface Props {
  voucher: VoucherDocument
  /** Display names by user id. */
  names: Record<string, string>
  timeZone: string
}

/** Shows the history of a voucher, with user, time and reason, oldest first. */
export function VoucherTrail({ voucher: v, names, timeZone }: Props) {
  const who = (id: string | null) => (id && names[id]) || 'Former member'
  const at = (value: string) => <DateText value={value} timeZone={timeZone} />
  const steps: (readonly [what: string, ReactNode, note?: ReactNode])[] = [
    [`Prepared by ${who(v.createdBy)}`, at(v.createdAt)],
  ]
  if (v.editedAt) steps.push([`Last edited by ${who(v.editedBy)}`, at(v.editedAt)])
  if (v.approvedAt) steps.push([`Approved by ${who(v.approvedBy)}`, at(v.approvedAt)])
  if (v.datePrinted)
    steps.push([
      v.copies === 1 ? 'Printed' : `Printed ${v.copies} times, first`,
      <DateText key="printed" value={v.datePrinted} />,
    ])
  if (v.dateReleased && v.releaser)
    steps.push([
      `Released by ${[v.releaser.name, v.releaser.designation].filter(Boolean).join(', ')}`,
      <DateText key="released" value={v.dateReleased} />,
      <>
        entered by {who(v.whoReleased)}, {v.releasedAt ? at(v.releasedAt) : null}
      </>,
    ])
  if (v.cancelledAt)
    steps.push([`Cancelled by ${who(v.whoCancelled)}`, at(v.cancelledAt), v.cancelReason])
  return (
    <ol className="flex flex-col gap-2.5">
      {steps.map(([what, when, note]) => (
        <li key={what} className="border-l-2 border-line pl-3">
          <p className="font-medium">{what}</p>
          <p className="text-xs text-muted">{when}</p>
          {note ? <p className="text-xs text-muted">{note}</p> : null}
        </li>
      ))}
    </ol>
  )
}
