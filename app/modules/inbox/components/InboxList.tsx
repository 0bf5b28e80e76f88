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

interface ItemsProps {
  rows: readonly (Item & Decidable)[]
  mine: boolean
  names: Record<string, string>
  permissions: readonly Permission[]
  project: string
  currency: string
  timeZone: string
  answer: { lastResult: SubmissionResult<string[]>; duplicates?: CustomerDuplicate[] } | undefined
}

/** Lists documents to decide in place, with keys of their own. */
export function InboxItems({ rows, mine, permissions, answer, ...rest }: ItemsProps) {
  const keys = useInboxKeys(rows.map(({ id }) => id))
  return (
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
  )
}

interface Props extends ItemsProps {
  newer: string | null
  older: string | null
  kind: KindName | null
  waiting: readonly Waiting[]
}

/** Lists the documents of a page, with the number and amount of all pending ones. */
export function InboxList(props: Props) {
  const { newer, older, kind, waiting, ...items } = props
  const { rows, mine } = items
  const here = waiting.filter((each) => each.mine === mine && (!kind || each.kind === kind))
  const count = here.reduce((sum, each) => sum + each.items, 0)
  const amounts = here.flatMap(({ amount }) => amount ?? [])
  if (rows.length === 0) {
    return (
      <Panel>
        <EmptyState drawing="done" title={mine ? 'No pending items of yours' : 'No pending items'}>
          {mine
            ? 'Your documents that another user must approve are listed here.'
            : 'Requests of other users are listed here.'}
        </EmptyState>
      </Panel>
    )
  }
  return (
    <Panel flush>
      <InboxItems {...items} />
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-3 py-2 text-xs text-muted">
        <span className="figures">
          {count === 1 ? '1 document' : `${count.toLocaleString('en-US')} documents`}
          {amounts.length > 0 ? <Sum amounts={amounts} currency={items.currency} /> : null}
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
