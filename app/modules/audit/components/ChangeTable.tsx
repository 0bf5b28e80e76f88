import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText } from '~/ui/Figures'
import type { AuditChange } from '../describe-changes.server'
import type { Difference } from '../labels'

/**
 * The number of columns that a change shows at once; a new row shows fewer. The rest can be opened.
 */
const SHOWN = 6
const SHOWN_OF_NEW = 3

interface Props {
  caption: string
  changes: readonly AuditChange[]
  timeZone: string
  /** True when all changes belong to one document, so that rows need not name it. */
  ofOne?: boolean
  count?: number
  empty: ReactNode
  footer?: ReactNode
}

/** Lists changes with user, time, old value and new value. */
export function ChangeTable({ caption, changes, timeZone, ofOne, count, empty, footer }: Props) {
  const columns: Column<AuditChange>[] = [
    {
      key: 'createdAt',
      header: 'When',
      cell: ({ createdAt }) => <DateText value={createdAt} timeZone={timeZone} />,
    },
    { key: 'who', header: 'User', cell: ({ who }) => who },
    ...(ofOne
      ? []
      : [
          {
            key: 'document',
            header: 'Document',
            phone: 'title' as const,
            cell: (change: AuditChange) => <Named change={change} />,
          },
        ]),
    {
      key: 'action',
      header: 'Action',
      cell: ({ action, part }) => (
        <>
          {action}
          {part ? <span className="block text-xs text-muted">{part}</span> : null}
        </>
      ),
    },
    {
      key: 'changes',
      header: 'Old → new value',
      className: 'w-full sm:w-auto',
      cell: ({ differences, action }) => (
        <Differences list={differences} entered={action === 'Entered'} />
      ),
    },
  ]
  return (
    <DataTable
      rows={changes}
      rowKey={({ id }) => id}
      {...{ caption, columns, count, empty, footer }}
    />
  )
}

function Named({ change: { to, document, kind } }: { change: AuditChange }) {
  return (
    <>
      {to ? (
        <Link to={to} className="text-accent hover:underline">
          {document}
        </Link>
      ) : (
        document
      )}
      {document === kind ? null : (
        <span className="block text-xs font-normal text-muted">{kind}</span>
      )}
    </>
  )
}

function Differences({ list, entered }: { list: readonly Difference[]; entered: boolean }) {
  if (list.length === 0) return <span className="text-muted">–</span>
  const shown = entered ? SHOWN_OF_NEW : SHOWN
  const [first, rest] = [list.slice(0, shown), list.slice(shown)]
  return (
    <>
      <Lines list={first} entered={entered} />
      {rest.length > 0 ? (
        <details>
          <summary className="cursor-pointer text-xs text-accent">{rest.length} more</summary>
          <Lines list={rest} entered={entered} />
        </details>
      ) : null}
    </>
  )
}

function Lines({ list, entered }: { list: readonly Difference[]; entered: boolean }) {
  return (
    <ul>
      {list.map(({ label, was, is }) => (
        <li key={`${label} ${was} ${is}`} className="break-words">
          <span className="text-muted">{label}:</span>{' '}
          {entered ? (
            is
          ) : (
            <>
              {was ?? '(blank)'} → <span className="font-medium">{is ?? '(blank)'}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
