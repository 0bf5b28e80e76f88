import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { BOOKING_BY_ANOTHER } from '~/modules/sales/credit'
import { ownResult } from '~/platform/forms/own-result'
import { Badge } from '~/ui/Badge'
import { DateText, Money } from '~/ui/Figures'
import { Locked } from '~/ui/Locked'
import { pageOf } from '../facts'
import type { Item } from '../queries.server'
import { Approve, type Decidable, Reject } from './Decide'
import { Effect } from './Effect'

interface Props {
  item: Item & Decidable
  names: Record<string, string>
  mayApprove: boolean
  mayReject: boolean
  /** True when the reader created the document, so that another user decides. */
  mine: boolean
  project: string
  currency: string
  timeZone: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Shows one pending document, the effect of an approval, and the buttons to decide. */
export function InboxItem(props: Props) {
  const { item, names, mayApprove, mayReject, mine, project, currency, timeZone, lastResult } =
    props
  const { facts } = item
  return (
    <li className="flex flex-wrap gap-x-6 gap-y-3 border-b border-line p-4 last:border-b-0 has-[[data-document]:focus]:bg-accent-soft/50">
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 font-semibold">
            <Link data-document to={pageOf(item.id, facts)} className="text-ink hover:underline">
              {item.name}
            </Link>
          </h2>
          {item.no && facts.kind !== 'product_edit' ? (
            <span className="min-w-0">{item.party}</span>
          ) : null}
          {facts.kind === 'override' && facts.overBy ? (
            <Badge tone="warn">Over the credit limit</Badge>
          ) : null}
          {facts.kind === 'override' && facts.belowFloor.length > 0 ? (
            <Badge tone="warn">Below the price floor</Badge>
          ) : null}
          {item.amount === null ? null : (
            <span className="font-semibold">
              <Money value={item.amount} currency={currency} />
            </span>
          )}
        </div>
        <p className="mt-1 text-xs text-muted">
          {(item.requestedBy && names[item.requestedBy]) || 'Former member'},{' '}
          <DateText value={item.requestedAt} timeZone={timeZone} />
        </p>
        {item.reason ? <p className="mt-2 break-words">“{item.reason}”</p> : null}
        <div className="mt-2">
          <Effect facts={facts} names={names} />
        </div>
        {item.obstacle && facts.kind !== 'warehouse' ? (
          <p className="mt-2 font-medium text-warn">{item.obstacle}</p>
        ) : null}
        {mine ? (
          <p className="mt-2">
            <Locked>
              {(facts.kind === 'booking' || facts.kind === 'override') && facts.byAnother
                ? BOOKING_BY_ANOTHER[facts.byAnother]
                : 'You created this; another user must approve it.'}
            </Locked>
          </p>
        ) : null}
      </div>
      {mine ? null : (
        <div className="flex items-start gap-2">
          {mayApprove && !item.obstacle ? (
            <div data-intent="approve">
              <Approve
                item={item}
                project={project}
                lastResult={ownResult(lastResult, 'approve')}
              />
            </div>
          ) : null}
          {mayReject ? (
            <div data-intent="reject">
              <Reject item={item} project={project} lastResult={ownResult(lastResult, 'reject')} />
            </div>
          ) : null}
        </div>
      )}
    </li>
  )
}
