import type { SubmissionResult } from '@conform-to/react'
import { roleLabel } from '~/platform/access/role-label'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, NOTHING } from '~/ui/Figures'
import { fieldTabAt } from '../filters'
import { ageSince } from '../labels'
import type { Phone } from '../queries.server'
import { LockPhone } from './LockPhone'

interface Props {
  phones: readonly Phone[]
  filtered: boolean
  now: string
  timeZone: string
  mayLock: boolean
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Lists the phones with what waits on them, and locks and unlocks them. */
export function PhoneTable({ phones, filtered, now, timeZone, mayLock, ...form }: Props) {
  return (
    <DataTable
      caption="Phones"
      rows={phones}
      rowKey={(phone) => phone.id}
      count={phones.length}
      tall
      columns={[
        { key: 'person', header: 'Person', phone: 'title', cell: (phone) => phone.person },
        { key: 'role', header: 'Role', cell: (phone) => roleLabel(phone.role) },
        { key: 'phone', header: 'Phone', cell: (phone) => phone.name },
        {
          key: 'seen',
          header: 'Last contact',
          phone: 'line',
          cell: (phone) => <DateText value={phone.seenAt} timeZone={timeZone} />,
        },
        {
          key: 'waiting',
          header: 'Acts that wait',
          align: 'end',
          phone: 'show',
          cell: (phone) => (phone.waiting > 0 ? phone.waiting : NOTHING),
        },
        {
          key: 'age',
          header: 'Oldest',
          phone: 'show',
          cell: ({ waitingSince }) => (waitingSince ? ageSince(waitingSince, now) : NOTHING),
        },
        { key: 'version', header: 'Version', phone: 'hide', cell: (phone) => phone.appVersion },
        {
          key: 'state',
          header: 'Status',
          phone: 'amount',
          cell: ({ lockedAt, lockReason }) =>
            lockedAt ? (
              <span title={lockReason ?? undefined}>
                <Badge tone="danger">Locked</Badge>
                <span className="ml-1.5 text-xs text-muted">{lockReason}</span>
              </span>
            ) : (
              <Badge tone="ok">In use</Badge>
            ),
        },
        ...(mayLock
          ? [
              {
                key: 'act',
                header: '',
                align: 'end' as const,
                phone: 'line' as const,
                cell: (phone: Phone) => <LockPhone phone={phone} {...form} />,
              },
            ]
          : []),
      ]}
      empty={
        filtered ? (
          <EmptyState
            title="No results"
            action={<LinkButton to={fieldTabAt('phones')}>Show all</LinkButton>}
          >
            Try another name, or remove a filter.
          </EmptyState>
        ) : (
          <EmptyState title="No phones yet">
            A phone is listed when a user signs in on it at the address /field.
          </EmptyState>
        )
      }
    />
  )
}
