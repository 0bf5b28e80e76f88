import { cx } from '~/ui/classes'
import { CONTROL, Field } from '~/ui/Field'
import { FormGrid } from '~/ui/FormGrid'
import type { CheckedSheet } from '../check.server'
import { hintOf, type ImportColumn, type ImportDefinition } from '../definition'
import { type Format, waysOf } from '../formats'

interface Props {
  definition: ImportDefinition
  sheet: CheckedSheet
  /** Called on each change, when scripts run, to check the sheet again. */
  onChoose: (form: HTMLFormElement) => void
}

const HEADER_ROWS = 10

/** Maps the sheet's columns to the import's columns. The proposed mapping can be corrected. */
export function ColumnChoice({ definition, sheet, onChoose }: Props) {
  const { header, mapping } = sheet.reading
  const choose = (event: { currentTarget: HTMLSelectElement }) => {
    if (event.currentTarget.form) onChoose(event.currentTarget.form)
  }
  return (
    <FormGrid>
      {definition.columns.map((column) => {
        const { key, label, required, kind } = column
        const chosen = mapping[key] ?? null
        const sample = chosen === null ? '' : (sheet.columns[chosen]?.sample ?? '')
        const missing = required && chosen === null
        const format = sheet.formats[key]
        return (
          <Field
            key={key}
            id={`column-${key}`}
            errorId={`column-${key}-error`}
            errors={missing ? ['Choose its column.'] : undefined}
            label={label}
            required={required}
            hint={sample ? `such as ${sample}` : hintOf(column)}
          >
            <select
              id={`column-${key}`}
              name={`column.${key}`}
              defaultValue={chosen ?? ''}
              aria-invalid={missing || undefined}
              aria-describedby={`column-${key}-error`}
              onChange={choose}
              className={CONTROL}
            >
              <option value="">Not in the sheet</option>
              {sheet.columns.map(({ name }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
                <option key={index} value={index}>
                  {name}
                </option>
              ))}
            </select>
            {format?.isShown ? (
              <FormatChoice of={{ key, label, kind }} format={format} onChoose={choose} />
            ) : null}
          </Field>
        )
      })}
      <Field
        id="import-header"
        errorId="import-header-error"
        label="Header row"
        hint="Rows above it are ignored"
      >
        <select
          id="import-header"
          name="header"
          defaultValue={header ?? ''}
          onChange={choose}
          className={CONTROL}
        >
          <option value="">No header row</option>
          {Array.from({ length: HEADER_ROWS }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place
            <option key={row} value={row}>
              Row {row + 1}
            </option>
          ))}
        </select>
        <input type="hidden" name="header_was" value={header ?? ''} />
      </Field>
    </FormGrid>
  )
}

/** Asks how the numbers or days of a column are written, where its cells can be read in two ways. */
function FormatChoice({
  of: { key, label, kind },
  format: { written, isOpen },
  onChoose,
}: {
  of: Pick<ImportColumn, 'key' | 'label' | 'kind'>
  format: Format
  onChoose: (event: { currentTarget: HTMLSelectElement }) => void
}) {
  return (
    <select
      name={`written.${key}`}
      aria-label={`How ${label} is written`}
      defaultValue={isOpen ? '' : written}
      aria-invalid={isOpen || undefined}
      onChange={onChoose}
      className={cx(CONTROL, 'mt-1')}
    >
      {isOpen ? <option value="">Choose how it is written</option> : null}
      {waysOf(kind).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  )
}
