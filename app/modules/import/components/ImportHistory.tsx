import type { SubmissionResult } from '@conform-to/react'
import { z } from 'zod/mini'
import { Badge } from '~/ui/Badge'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { type Column, DataTable } from '~/ui/DataTable'
import { ConfirmDialog } from '~/ui/Dialog'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { FormActions } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { countText, type ImportDefinition } from '../definition'
import type { PastImport } from '../import.server'

interface Props {
  definition: ImportDefinition
  history: PastImport[]
  project: string
  idempotencyKey: string
  timeZone: string
  /** The answer to an undo that was refused. */
  refused: SubmissionResult<string[]> | undefined
}

/** Lists former imports with user and time. Each can be undone. */
export function ImportHistory(props: Props) {
  const { history, timeZone } = props
  const columns: Column<PastImport>[] = [
    { key: 'file', header: 'File', phone: 'title', cell: (row) => row.fileName },
    {
      key: 'rows',
      header: 'Rows',
      align: 'end',
      cell: (row) => row.count.toLocaleString('en-US'),
    },
    {
      key: 'createdAt',
      header: 'When',
      cell: (row) => <DateText value={row.createdAt} timeZone={timeZone} />,
    },
    { key: 'createdBy', header: 'By', cell: (row) => row.createdBy },
    {
      key: 'status',
      header: 'Status',
      cell: (row) =>
        row.undone ? (
          <span className="inline-flex flex-wrap items-center gap-1.5">
            <Badge>Undone</Badge>
            <span className="text-xs text-muted">
              by {row.undoneBy}, <DateText value={row.undoneAt} timeZone={timeZone} />
            </span>
          </span>
        ) : (
          <UndoImport {...props} made={row} />
        ),
    },
  ]
  return (
    <div id="history">
      <Panel title="Import history" flush>
        <DataTable
          caption="Import history"
          columns={columns}
          rows={history}
          rowKey={(row) => row.id}
          empty={
            <EmptyState line title="No imports yet">
              Imports are listed here and can be undone while no other document depends on them.
            </EmptyState>
          }
        />
      </Panel>
    </div>
  )
}

const undoForm = z.object({ import: z.string(), version: z.number() })

function UndoImport(props: Props & { made: PastImport }) {
  const { definition, made, project, idempotencyKey, refused } = props
  const own = refused?.initialValue?.import === made.id ? refused : undefined
  const [form] = useCommandForm({ id: `undo-${made.id}`, schema: undoForm, lastResult: own })
  return (
    <ConfirmDialog
      trigger="Undo"
      title={`Undo the import of ${made.fileName}`}
      body={`${countText(definition, made.count)} are removed. An import can be undone while none of its records was used or changed.`}
      open={own !== undefined}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="import" value={made.id} />
          <input type="hidden" name="version" value={made.version} />
          {body}
          <FormActions>
            <SubmitButton variant="danger">Undo import</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
