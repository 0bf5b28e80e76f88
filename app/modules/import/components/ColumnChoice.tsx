import { CONTROL, Field } from '~/ui/Field'
import { FormGrid } from '~/ui/FormGrid'
import type { CheckedSheet } from '../check.server'
import type { ImportDefinition } from '../definition'

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
      {definition.columns.map(({ key, label, required, hint }) => {
        const chosen = mapping[key] ?? null
        const sample = chosen === null ? '' : (sheet.columns[chosen]?.sample ?? '')
        const missing = required && chosen === null
        return (
          <Field
            key={key}
            id={`column-${key}`}
            errorId={`column-${key}-error`}
            errors={missing ? ['Choose its column.'] : undefined}
            label={label}
            required={required}
            hint={sample ? `such as ${sample}` : hint}
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
