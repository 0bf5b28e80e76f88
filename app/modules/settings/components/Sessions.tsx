import { type Column, DataTable } from '~/ui/DataTable'
import { DateText } from '~/ui/Figures'
import type { OwnSession } from '../queries.server'
import { EndSession } from './EndSession'

interface Props {
  sessions: OwnSession[]
  project: string | null
  idempotencyKey: string
}

/** Lists the user's sessions; each but the current one can be ended. */
export function Sessions({ sessions, timeZone, ...form }: Props & { timeZone: string }) {
  const columns: Column<OwnSession>[] = [
    {
      key: 'device',
      header: 'Device',
      phone: 'title',
      cell: ({ device }) => device,
    },
    {
      key: 'address',
      header: 'Address',
      cell: ({ address }) => address ?? <span className="text-muted">–</span>,
      className: 'figures',
    },
    {
      key: 'started',
      header: 'Signed in',
      cell: ({ startedAt }) => <DateText value={startedAt} timeZone={timeZone} />,
    },
    {
      key: 'used',
      header: 'Last used',
      cell: ({ lastUsedAt, current }) =>
        current ? 'Active now' : <DateText value={lastUsedAt} timeZone={timeZone} />,
    },
    {
      key: 'action',
      header: 'Session',
      align: 'end',
      cell: ({ id, device, current }) =>
        current ? (
          <span className="text-muted">Current session</span>
        ) : (
          <EndSession
            {...form}
            session={id}
            trigger="End session"
            triggerClass="-my-1 py-1 font-medium text-danger hover:underline max-sm:min-h-10"
            title="End session"
            body={`${device} is signed out immediately. Unsaved entries there are lost.`}
            label="End session"
          />
        ),
    },
  ]
  return (
    <DataTable
      caption="Active sessions"
      columns={columns}
      rows={sessions}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}

/** Ends all sessions but the current one. It shows nothing when there is no other. */
export function EndOthers({ sessions, ...form }: Props) {
  const others = sessions.filter(({ current }) => !current).length
  if (others === 0) return null
  return (
    <EndSession
      {...form}
      session=""
      trigger="Sign out other sessions"
      title="Sign out other sessions"
      body={`${others === 1 ? 'The other session is' : `The other ${others} sessions are`} signed out immediately. This session stays active.`}
      label="Sign out other sessions"
    />
  )
}
