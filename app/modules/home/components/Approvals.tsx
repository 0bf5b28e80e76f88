import { Link } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { InboxItems } from '~/modules/inbox/components/InboxList'
import { paths } from '~/paths'
import { Panel } from '~/ui/Panel'

interface Props {
  inbox: Omit<ComponentProps<typeof InboxItems>, 'answer'>
  /** The number of documents by kind, of which the inbox has the oldest. */
  waiting: readonly { items: number }[]
  answer: ComponentProps<typeof InboxItems>['answer']
}

/** Lists the oldest documents that wait for the reader's decision, to be decided in place. */
export function Approvals({ inbox, waiting, answer }: Props) {
  const count = waiting.reduce((sum, each) => sum + each.items, 0)
  return (
    <Panel
      title="Pending your approval"
      flush={count > 0}
      actions={
        count > inbox.rows.length ? (
          <Link
            to={paths.inbox.list}
            className="text-xs font-medium text-accent hover:underline"
          >{`All ${count.toLocaleString('en-US')}`}</Link>
        ) : null
      }
    >
      {count > 0 ? (
        <InboxItems {...inbox} answer={answer} />
      ) : (
        <p className="text-muted">No pending items.</p>
      )}
    </Panel>
  )
}
