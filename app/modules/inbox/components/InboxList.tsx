import type { SubmissionResult } from '@conform-to/react'
import type { CustomerDuplicate } from '~/modules/customers/duplicates'
import type { Permission } from '~/platform/access/permissions'
import { type Money as Amount, addMoney } from '~/platform/values/money'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { Kbd } from '~/ui/Kbd'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { type KindName, kindOf } from '../kinds'
import type { Item, Waiting } from '../queries.server'
import type { Decidable } from './Decide'
import { InboxItem } from './InboxItem'
import { useInboxKeys } from './useInboxKeys'

interface Props {
  rows: readonly (Item & Decidable)[]
  newer: string | null
  older: string | null
  kind: KindName | null
  mine: boolean
  waiting: readonly Waiting[]
  names: Record<string, string>
  permissions: readonly Permission[]
  project: string
  currency: string
  timeZone: string
  answer: { lastResult: SubmissionResult<string[]>; duplicates?: CustomerDuplicate[] } | undefined
}

/** Lists the documents of a page, with the number and amount of all pending ones. */
export function InboxList(props: Props) {
  const { rows, newer, older, kind, mine, waiting, permissions, answer, ...rest } = props
  const keys = useInboxKeys(rows.map(({ id }) => id))
  const here = waiting.filter((each) => each.mine === mine && (!kind || each.kind === kind))
  const items = here.reduce((sum, each) => sum + each.items, 0)
  const amounts = here.flatMap(({ amount }) => amount ?? [])
  if (rows.length === 0) {
    return (
      <Panel>
        <EmptyState title={mine ? 'No pending items of yours' : 'No pending items'}>
          {mine
            ? 'Your documents that another user has to approve are listed here.'
            : 'Requests of other users are listed here at once.'}
        </EmptyState>
      </Panel>
    )
  }
  return (
    <Panel flush>
      <ul ref={keys.list} aria-label="Waiting" onKeyDown={keys.onKeyDown}>
        {rows.map((item) => {
          const own = answer?.lastResult.initialValue?.id === item.id ? answer : undefined
          const { approve, reject } = kindOf(item.facts.kind)
          return (
            <InboxItem
              key={`${item.id}${item.version}`}
              item={own?.duplicates ? { ...item, duplicates: own.duplicates } : item}
              mine={mine}
              mayApprove={permissions.includes(approve.permission)}
              mayReject={permissions.includes(reject.permission)}
              lastResult={own?.lastResult}
              {...rest}
            />
          )
        })}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-3 py-2 text-xs text-muted">
        <span className="figures">
          {items === 1 ? '1 document' : `${items.toLocaleString('en-US')} documents`}
          {amounts.length > 0 ? <Sum amounts={amounts} currency={rest.currency} /> : null}
        </span>
        {mine ? null : (
          <span className="scripted-only hidden lg:inline">
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> move, <Kbd>A</Kbd> approves, <Kbd>R</Kbd> rejects,{' '}
            <Kbd>Enter</Kbd> opens
          </span>
        )}
        <Pager newer={newer} older={older} labels={['Older', 'Newer']} />
      </div>
    </Panel>
  )
}

function Sum({ amounts, currency }: { amounts: Amount[]; currency: string }) {
  return (
    <>
      {', '}
      <Money value={addMoney(...amounts)} currency={currency} />
    </>
  )
}
