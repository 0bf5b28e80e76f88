import { Fragment, type ReactNode } from 'react'
import { CellLink } from '~/ui/CellLink'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText } from '~/ui/Figures'
import { changesByAct } from '../acts'
import type { AuditChange } from '../describe-changes.server'
import type { FieldDifference } from '../labels'

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
      phone: ofOne ? undefined : 'amount',
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
      header: '',
      head: 'Old → new value',
      // The rest of the line, cut there; a click or Enter shows all values below each other.
      className: 'w-full! sm:not-print:max-w-0!',
      cell: ({ differences, isNew }) => <Differences list={differences} isNew={isNew} />,
    },
  ]
  return (
    <DataTable
      rows={changesByAct(changes)}
      rowKey={({ id }) => id}
      {...{ caption, columns, count, empty, footer }}
    />
  )
}

function Named({ change: { to, document, kind } }: { change: AuditChange }) {
  return (
    <>
      {to ? <CellLink to={to}>{document}</CellLink> : document}
      {document === kind ? null : (
        <span className="ml-1.5 text-xs font-normal text-muted">{kind}</span>
      )}
    </>
  )
}

function Differences({ list, isNew }: { list: readonly FieldDifference[]; isNew: boolean }) {
  if (list.length === 0) return <span className="text-muted">–</span>
  const values = list.map((each) => <Values key={each.label} of={each} isNew={isNew} />)
  return (
    <>
      <details className="group/all print:hidden">
        <summary className="truncate group-open/all:font-medium">
          {values.map((value, at) => (
            <Fragment key={value.key}>
              {at > 0 ? ' · ' : null}
              {value}
            </Fragment>
          ))}
        </summary>
        <ul className="py-1 whitespace-normal">
          {values.map((value) => (
            <li key={value.key} className="break-words">
              {value}
            </li>
          ))}
        </ul>
      </details>
      <ul className="hidden print:block">
        {values.map((value) => (
          <li key={value.key}>{value}</li>
        ))}
      </ul>
    </>
  )
}

function Values({ of: { label, was, is }, isNew }: { of: FieldDifference; isNew: boolean }) {
  return (
    <>
      <span className="text-muted">{label}:</span> {isNew ? null : `${was ?? '(blank)'} → `}
      <span className="font-medium">{is ?? '(blank)'}</span>
    </>
  )
}
