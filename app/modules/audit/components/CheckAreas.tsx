import { Link } from '@remix-run/react'
import { Badge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { Panel } from '~/ui/Panel'
import { screenOf } from '../check-screens'
import { wordOf } from '../documents'
import type { BookCheck, Fault } from '../verify.server'

/** Shows the checks by area, each one passed or with the documents that fail it. */
export function CheckAreas({ checks }: { checks: readonly BookCheck[] }) {
  const areas = [...new Set(checks.map(({ area }) => area))]
  return (
    <div className="grid gap-4">
      {areas.map((area) => (
        <Panel key={area} title={area} flush>
          <ul>
            {checks
              .filter((check) => check.area === area)
              .map((check) => (
                <Check key={check.key} check={check} />
              ))}
          </ul>
        </Panel>
      ))}
    </div>
  )
}

function Check({ check: { key, rule, violations, faults } }: { check: BookCheck }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <p className="flex items-start justify-between gap-4 px-4 py-2">
        <span className="min-w-0">{rule}</span>
        {violations === 0 ? (
          <Badge tone="ok">Passed</Badge>
        ) : (
          <Badge tone="danger">
            {violations.toLocaleString('en-US')}{' '}
            {violations === 1 ? 'discrepancy' : 'discrepancies'}
          </Badge>
        )}
      </p>
      {violations > 0 ? (
        <div className="border-t border-line">
          <DataTable
            caption={rule}
            columns={columnsOf(key)}
            rows={faults}
            rowKey={({ kind, id, label }) => `${kind} ${id} ${label}`}
            count={violations}
            empty={null}
            footer={
              faults.length < violations ? `The first ${faults.length} are listed.` : undefined
            }
          />
        </div>
      ) : null}
    </li>
  )
}

const columnsOf = (check: string): Column<Fault>[] => [
  {
    key: 'label',
    header: 'Document',
    phone: 'title',
    cell: (fault) => <Named to={screenOf(check, fault)} label={fault.label} />,
  },
  { key: 'kind', header: 'Type', cell: ({ kind }) => wordOf(kind) },
  { key: 'stored', header: 'Recorded', cell: ({ stored }) => stored ?? '–' },
  { key: 'expected', header: 'Recomputed', cell: ({ expected }) => expected ?? '–' },
]

function Named({ to, label }: { to: string | null; label: string }) {
  return to ? (
    <Link to={to} className="text-accent hover:underline">
      {label}
    </Link>
  ) : (
    label
  )
}
