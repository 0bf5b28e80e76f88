import { type FieldMetadata, type FormMetadata, getInputProps } from '@conform-to/react'
import { Fragment, useMemo } from 'react'
import type { z } from 'zod/mini'
import { type SelectableRow, selectableRows, selectionKept } from '~/platform/forms/selected-rows'
import { type FormSchema, useCommandForm } from './CommandForm'
import type { Column } from './DataTable'
import { RowCheckbox } from './RowCheckbox'
import { useHydrated } from './useHydrated'

const NONE: ReadonlySet<string> = new Set()

type Item = FieldMetadata<string, Record<string, unknown>, string[]>

type Options<T extends FormSchema> = Parameters<typeof useCommandForm<T>>[0]

/**
 * Wraps `useCommandForm` for a form that decides one or many of the rows of a list. The field `list` holds
 * `{id, version, idempotencyKey, chosen}` of each row; a form that comes back has the same rows selected, wherever they
 * are in the list by now.
 */
export function useRowForm<T extends FormSchema, Row extends SelectableRow>(
  options: Options<T>,
  list: keyof z.input<T> & string,
  rows: readonly Row[],
) {
  const { lastResult } = options
  const ids = rows.map(({ id }) => id).join()
  // Other versions and keys of the same rows do not change what was selected: a new answer would undo what the user
  // has selected since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the rows
  const kept = useMemo(() => selectionKept(lastResult ?? undefined, list, rows), [lastResult, ids])
  const defaultValue = {
    ...(options.defaultValue as object | undefined),
    [list]: selectableRows(rows, NONE),
  } as Options<T>['defaultValue']
  const [form, fields] = useCommandForm({ ...options, lastResult: kept, defaultValue })
  const field = (fields as Record<string, unknown>)[list]
  return [form, fields, useRowSelection(form, field, rows)] as const
}

/** Selects rows: a checkbox for each with its hidden fields, and one that selects all. */
function useRowSelection<Row extends SelectableRow>(
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
