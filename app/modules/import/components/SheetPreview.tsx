import { type Column, DataTable } from '~/ui/DataTable'
import { CONTROL } from '~/ui/Field'
import { Panel } from '~/ui/Panel'
import type { CheckedSheet, PreviewRow } from '../check.server'
import type { ImportColumn, ImportDefinition } from '../definition'

/** Shows the rows as they would be imported. Cells with errors can be corrected in place. */
export function SheetPreview({
  definition,
  sheet,
}: {
  definition: ImportDefinition
  sheet: CheckedSheet
}) {
  if (sheet.count === 0) return null
  const { mapping } = sheet.reading
  const shown = definition.columns.filter(({ key }) => typeof mapping[key] === 'number')
  const columns: Column<PreviewRow>[] = [
    {
      key: 'row',
      header: 'Row',
      phone: 'title',
      cell: ({ position }) => <span className="figures text-muted">{position + 1}</span>,
    },
    ...shown.map((column) => ({
      key: column.key,
      header: column.label,
      className: 'sm:max-w-64',
      ...(column.kind === 'money' ||
      column.kind === 'price' ||
      column.kind === 'whole' ||
      column.kind === 'decimal'
        ? { align: 'end' as const }
        : {}),
      cell: (row: PreviewRow) => (
        <Cell column={column} row={row} at={mapping[column.key] as number} />
      ),
    })),
  ]
  return (
    <Panel title={titleOf(sheet)} flush>
      <DataTable
        wide
        caption="Rows of the sheet"
        columns={columns}
        rows={sheet.preview}
        rowKey={(row) => String(row.position)}
        count={sheet.count}
        empty={null}
      />
    </Panel>
  )
}

function titleOf({ preview, count, errorCount, changed }: CheckedSheet): string {
  if (changed) {
    const rows = changed.rows.toLocaleString('en-US')
    return preview.length < changed.rows
      ? `The first ${preview.length} rows that change, of ${rows}`
      : 'Rows that change'
  }
  if (preview.length === count) return 'All rows'
  const which = errorCount > 0 ? ', rows with errors first' : ''
  return `Preview of ${preview.length} of ${count.toLocaleString('en-US')} checked rows${which}`
}

function Cell({ column, row, at }: { column: ImportColumn; row: PreviewRow; at: number }) {
  const value = row.cells[column.key] ?? ''
  const error = row.errors[column.key]
  const change = row.changes[column.key]
  if (change)
    return (
      <span className="whitespace-nowrap">
        <del className="text-muted">{change.old ?? 'empty'}</del> →{' '}
        <ins className="font-medium no-underline">{change.new ?? 'empty'}</ins>
      </span>
    )
  if (!error) return <>{value}</>
  const id = `cell-${row.position + 1}-${column.key}`
  return (
    <span className="block min-w-36 text-left">
      <input
        id={id}
        name={`cell.${row.position}.${at}`}
        defaultValue={value}
        aria-label={`Row ${row.position + 1}, ${column.label}`}
        aria-invalid
        aria-describedby={`${id}-error`}
        autoComplete="off"
        className={CONTROL}
      />
      <span
        id={`${id}-error`}
        className="mt-0.5 block text-xs font-medium whitespace-normal text-danger"
      >
        {error}
      </span>
    </span>
  )
}
