import {
  type FieldMetadata,
  type FormMetadata,
  getCollectionProps,
  getInputProps,
} from '@conform-to/react'
import { type ComponentProps, Fragment, type ReactNode, useMemo } from 'react'
import type { z } from 'zod/mini'
import {
  restoreSelection,
  restoreValues,
  type SelectableRow,
  selectableRows,
} from '~/platform/forms/selected-rows'
import { type FormSchema, useCommandForm } from './CommandForm'
import type { Column } from './DataTable'
import { RowCheckbox } from './RowCheckbox'
import { useHydrated } from './useHydrated'

const NONE: ReadonlySet<string> = new Set()

type RowField = FieldMetadata & {
  getFieldList(): { getFieldset(): { chosen: FieldMetadata } }[]
}

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
  const kept = useMemo(
    () => restoreSelection(lastResult ?? undefined, list, rows),
    [lastResult, ids],
  )
  const defaultValue = {
    ...(options.defaultValue as object | undefined),
    [list]: selectableRows(rows, NONE),
  } as Options<T>['defaultValue']
  const [form, fields] = useCommandForm({ ...options, lastResult: kept, defaultValue })
  const field = (fields as Record<string, unknown>)[list] as RowField
  // Each look at a property makes conform's metadata again.
  const { name } = field
  const boxes = rowBoxes(field, rows)
  const values = sentOf(field.value)
  const selection = useRowSelection({
    rows,
    boxes,
    selected: rows.filter((_, index) => values[index]?.chosen === 'on'),
    choose: (every) =>
      updateField(
        form,
        name,
        rows.map(({ id, version, idempotencyKey }) => ({
          id,
          version,
          idempotencyKey,
          chosen: every,
        })),
      ),
  })
  const hidden = rows.map((row, index) => (
    <Fragment key={row.id}>
      <input type="hidden" name={`${name}[${index}].id`} value={row.id} />
      <input type="hidden" name={`${name}[${index}].version`} value={row.version} />
      <input type="hidden" name={`${name}[${index}].idempotencyKey`} value={row.idempotencyKey} />
    </Fragment>
  ))
  return [form, fields, { ...selection, hidden }] as const
}

/** A row of a form as conform has it. */
interface Sent {
  chosen?: string
}

const sentOf = (value: unknown) => [(value as Sent[] | undefined) ?? []].flat()

/**
 * Returns the checkbox of each row by its id. The boxes differ from the first one only in their place, their state and
 * their errors: asking conform about every box takes the server longer than the rest of the table.
 */
function rowBoxes(field: RowField, rows: readonly { id: string }[]): Map<string, Box> {
  const first = field.getFieldList()[0]?.getFieldset().chosen
  if (!first) return new Map()
  const {
    'aria-invalid': _invalid,
    'aria-describedby': _described,
    ...box
  } = getInputProps(first, { type: 'checkbox' })
  const initial = sentOf(field.initialValue)
  const { id, name: list, allErrors } = field
  const known = rows.slice(0, initial.length)
  return new Map(
    known.map((row, index) => {
      const place = `[${index}].chosen`
      const name = `${list}${place}`
      return [
        row.id,
        {
          ...box,
          id: `${id}${place}`,
          name,
          value: 'on',
          defaultChecked: initial[index]?.chosen === 'on',
          ...(allErrors[name]
            ? { 'aria-invalid': true, 'aria-describedby': `${id}${place}-error` }
            : null),
        },
      ]
    }),
  )
}

/**
 * Wraps `useCommandForm` for a form that does one thing with all selected rows of a list. The field `list` holds their
 * values: ids, or `id:version`. The boxes belong to the form by its id, so that rows may have forms of their own.
 */
export function useSelectionForm<T extends FormSchema, Row extends { id: string }>(
  options: Options<T>,
  list: keyof z.input<T> & string,
  rows: readonly Row[],
  toValue: (row: Row) => string = ({ id }) => id,
) {
  const { lastResult } = options
  const values = rows.map(toValue)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the values
  const kept = useMemo(
    () => restoreValues(lastResult ?? undefined, list, values),
    [lastResult, values.join()],
  )
  const [form, fields] = useCommandForm({ ...options, lastResult: kept })
  const field = (fields as Record<string, unknown>)[list] as FieldMetadata<string[]>
  const boxes = valueBoxes(field, rows, values)
  const chosen = new Set([field.value ?? []].flat())
  const selection = useRowSelection({
    rows,
    boxes,
    selected: rows.filter((_, index) => chosen.has(values[index])),
    choose: (every) => updateField(form, field.name, every ? values : []),
  })
  return [form, fields, selection] as const
}

/** Returns the checkbox of each row by its id, made after the first one as in `rowBoxes`. */
function valueBoxes(
  field: FieldMetadata<string[]>,
  rows: readonly { id: string }[],
  values: readonly string[],
): Map<string, Box> {
  const [box] = getCollectionProps(field, { type: 'checkbox', options: values.slice(0, 1) })
  const { id: list, key = '' } = field
  const initial = new Set([field.initialValue ?? []].flat())
  return new Map(
    rows.map(({ id }, index) => {
      const value = values[index]!
      const own = { key: `${key}${value}`, id: `${list}-${value}`, value }
      return [id, { ...(box as Box), ...own, defaultChecked: initial.has(value) }]
    }),
  )
}

/** Changes a field of which only the name is known. */
function updateField(
  form: Pick<FormMetadata<Record<string, unknown>, string[]>, 'update'>,
  name: string,
  value: unknown,
) {
  form.update({ name: name as never, value: value as never })
}

type Box = Omit<ComponentProps<typeof RowCheckbox>, 'label'>

interface Selection<Row> {
  rows: readonly Row[]
  /** The checkbox of each row, by its id. */
  boxes: ReadonlyMap<string, Box>
  selected: readonly Row[]
  choose: (every: boolean) => void
}

/** Selects rows: a column of checkboxes with one that selects all. */
function useRowSelection<Row extends { id: string }>(options: Selection<Row>) {
  const { rows, boxes, selected, choose } = options
  const hydrated = useHydrated()
  const chosen = selected.length
  const all = chosen > 0 && chosen === rows.length
  return {
    /** The number of selected rows; null until scripts count them. */
    chosen: hydrated ? chosen : null,
    selected,
    /** Returns the column of checkboxes; `label` names a row's box, `none` is the cell of a row without one. */
    column<R extends { id: string }>(
      verb: string,
      label: (row: R) => string,
      none?: (row: R) => ReactNode,
    ): Column<R> {
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
          const box = boxes.get(row.id)
          if (!box) return none?.(row) ?? null
          const { key, ...input } = box
          return <RowCheckbox key={key} {...input} label={label(row)} />
        },
      }
    },
    /** Selects all on a phone, whose cards have no header. */
    all: hydrated ? (
      <button
        type="button"
        className="min-h-10 rounded-md px-2 font-medium text-accent hover:bg-accent-soft sm:hidden"
        onClick={() => choose(!all)}
      >
        {all ? 'Select none' : 'Select all'}
      </button>
    ) : null,
  }
}
