import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { cx } from '~/ui/classes'
import { EmptyState } from '~/ui/EmptyState'
import { Panel } from '~/ui/Panel'
import type { History } from '../trail.server'
import { ChangeTable } from './ChangeTable'

interface Props {
  /** Null for those who do not read the audit trail: nothing shows. */
  history: History
  timeZone: string
  className?: string
}

/** Section of a document: who changed what in it when, the last of it. */
export function HistoryPanel({ history, timeZone, className }: Props) {
  if (!history) return null
  const whole = (
    <LinkButton size="sm" to={`${paths.audit.trail}?document=${history.documentId}`}>
      Whole history
    </LinkButton>
  )
  return (
    <Panel title="History" actions={whole} flush className={cx('print:hidden', className)}>
      <ChangeTable
        caption="History"
        changes={history.changes}
        timeZone={timeZone}
        ofOne
        empty={<EmptyState title="Nothing changed yet">Changes show here.</EmptyState>}
        footer={history.more ? 'The last of them; there are more.' : undefined}
      />
    </Panel>
  )
}
