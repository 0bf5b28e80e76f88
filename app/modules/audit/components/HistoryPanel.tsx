import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { cx } from '~/ui/classes'
import { EmptyState } from '~/ui/EmptyState'
import { Panel } from '~/ui/Panel'
import type { History } from '../trail.server'
import { ChangeTable } from './ChangeTable'

interface Props {
  /**
   * The latest changes; null for users who may not read the audit trail, and then nothing is shown.
   */
  history: History
  timeZone: string
  className?: string
}

interface LinkProps {
  document: string
  permissions: readonly string[]
}

/** Links to all changes of a document whose page shows its history in words; renders nothing without the permission. */
export function HistoryLink({ document, permissions }: LinkProps) {
  return permissions.includes('audit.read') ? <FullHistory document={document} /> : null
}

function FullHistory({ document }: { document: string }) {
  return (
    <LinkButton size="sm" to={`${paths.audit.trail}?document=${document}`}>
      Full history
    </LinkButton>
  )
}

/** Shows the latest changes of a document, with user and time. */
export function HistoryPanel({ history, timeZone, className }: Props) {
  if (!history) return null
  const whole = <FullHistory document={history.documentId} />
  return (
    <Panel title="History" actions={whole} flush className={cx('print:hidden', className)}>
      <ChangeTable
        caption="History"
        changes={history.changes}
        timeZone={timeZone}
        ofOne
        empty={<EmptyState line title="No changes yet" />}
        footer={
          history.more ? 'The latest changes. Older ones are in the full history.' : undefined
        }
      />
    </Panel>
  )
}
