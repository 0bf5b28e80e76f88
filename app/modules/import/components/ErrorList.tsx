import { Panel } from '~/ui/Panel'
import type { CheckedSheet } from '../check.server'
import { countText, type ImportDefinition } from '../definition'

/** Lists the errors by cell: "Row 3, Material code: Fill this in." */
export function ErrorList({
  definition,
  sheet,
}: {
  definition: ImportDefinition
  sheet: CheckedSheet
}) {
  const labels = new Map(definition.columns.map(({ key, label }) => [key, label]))
  const more = sheet.errorCount - sheet.errors.length
  return (
    <Panel
      title={
        <span role="alert" className="text-danger">
          {sheet.errorCount.toLocaleString('en-US')} {sheet.errorCount === 1 ? 'error' : 'errors'}{' '}
          in {countText(definition, sheet.count)}. Nothing was imported
        </span>
      }
      className="mb-4"
    >
      <p className="mb-2 text-muted">
        Correct the cells below and check again, or correct your spreadsheet and choose it again.
      </p>
      <ul className="flex max-h-56 flex-col gap-0.5 overflow-auto">
        {sheet.errors.map(({ row, field, message }) => (
          <li key={`${row} ${field}`}>
            <a href={`#cell-${row}-${field}`} className="hover:underline">
              <span className="figures font-medium">Row {row}</span>, {labels.get(field) ?? field}:{' '}
              {message}
            </a>
          </li>
        ))}
        {more > 0 ? <li className="text-muted">and {more.toLocaleString('en-US')} more</li> : null}
      </ul>
    </Panel>
  )
}
