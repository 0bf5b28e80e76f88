import { type FieldMetadata, type FormMetadata, getInputProps } from '@conform-to/react'
import { Fragment } from 'react'
import type { Column } from './DataTable'
import { RowCheckbox } from './RowCheckbox'
import { useHydrated } from './useHydrated'

/** A row as its form sends it: its id, its version and its idempotency key. */
interface SelectableRow {
  id: string
  version: number
  idempotencyKey: string
}

type Item = FieldMetadata<string, Record<string, unknown>, string[]>

/** Returns the default value of the list field of such a form: nothing is selected. */
export function unselected(rows: readonly SelectableRow[]) {
  return rows.map(({ id, version, idempotencyKey }) => ({
    id,
    version: String(version),
    idempotencyKey,
  }))
}

/**
 * Selects rows of a form that decides one or many: a checkbox for each with its hidden fields, and
 * one that selects all. The items of `field` are `{id, version, idempotencyKey, chosen}`.
 */
export function useRowSelection<Row extends SelectableRow>(
  form: Pick<FormMetadata<Record<string, unknown>, string[]>, 'update'>,
  field: unknown,
  rows: readonly Row[],
) {
  const hydrated = useHydrated()
  const list = field as { name: string; getFieldList(): { getFieldset(): { chosen: Item } }[] }
  const items = list.getFieldList().map((item) => item.getFieldset().chosen)
  const selected = rows.filter((_, index) => items[index]?.value === 'on')
  const chosen = selected.length
  const all = chosen > 0 && chosen === rows.length
  const choose = (every: boolean) =>
    form.update({
      name: list.name as never,
      value: rows.map(({ id, version, idempotencyKey }) => ({
        id,
        version,
        idempotencyKey,
        chosen: every,
      })) as never,
    })
  return {
    /** The number of selected rows; null until scripts count them. */
    chosen: hydrated ? chosen : null,
    selected,
    /** Returns the column of checkboxes; `verb` is its heading and precedes each row's name. */
    column<R>(verb: string, name: (row: R) => string): Column<R & { index: number }> {
      return {
        key: 'chosen',
        header: verb,
        selects: true,
        // Selecting all needs scripts.
        head: hydrated ? (
          <input
            type="checkbox"
            aria-label="Select all"
            checked={all}
            onChange={() => choose(!all)}
            className="size-4 align-middle accent-accent"
          />
        ) : (
          <span className="sr-only">{verb}</span>
        ),
        cell: (row) => {
          const item = items[row.index]
          if (!item) return null
          const { key, ...input } = getInputProps(item, { type: 'checkbox' })
          return <RowCheckbox key={key} {...input} value="on" label={`${verb} ${name(row)}`} />
        },
      }
    },
    hidden: rows.map((row, index) => (
      <Fragment key={row.id}>
        <input type="hidden" name={`${list.name}[${index}].id`} value={row.id} />
        <input type="hidden" name={`${list.name}[${index}].version`} value={row.version} />
        <input
          type="hidden"
          name={`${list.name}[${index}].idempotencyKey`}
          value={row.idempotencyKey}
        />
      </Fragment>
    )),
    /** Selects all on a phone, whose cards have no header. */
    all: hydrated ? (
      <button
        type="button"
        className="min-h-10 rounded px-2 font-medium text-accent hover:bg-accent-soft sm:hidden"
        onClick={() => choose(!all)}
      >
        {all ? 'Select none' : 'Select all'}
      </button>
    ) : null,
  }
}
