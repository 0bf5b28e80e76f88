import type { Submission, SubmissionResult } from '@conform-to/react'

type Result = SubmissionResult<string[]>

/** A row as its form sends it: its id, its version and its idempotency key. */
export interface SelectableRow {
  id: string
  version: number
  idempotencyKey: string
}

/** Returns the value of a list of rows in a form that decides one or many. */
export function selectableRows(rows: readonly SelectableRow[], chosen: ReadonlySet<string>) {
  return rows.map(({ id, version, idempotencyKey }) => ({
    ...{ id, version: String(version), idempotencyKey },
    chosen: chosen.has(id) ? 'on' : undefined,
  }))
}

/**
 * Puts the selection of a form that came back on the rows that the list has now, by their ids. A row may have left the
 * list meanwhile, and then the ones below it have other places than those that were sent.
 */
export function restoreSelection(
  lastResult: Result | undefined,
  list: string,
  rows: readonly SelectableRow[],
): Result | undefined {
  if (!lastResult?.initialValue) return lastResult
  const sent = [lastResult.initialValue[list] ?? []].flat() as { id?: unknown; chosen?: unknown }[]
  const chosen = new Set(sent.flatMap((row) => (row?.chosen === 'on' ? [String(row.id)] : [])))
  const initialValue = { ...lastResult.initialValue, [list]: selectableRows(rows, chosen) }
  return { ...lastResult, initialValue: initialValue as unknown as Result['initialValue'] }
}

/**
 * Answers a form whose rows were decided one by one: what was refused stays selected, with what was typed; when nothing
 * was refused, the form starts again.
 */
export function refusedStaySelected<T>(
  submission: Submission<T, string[]>,
  list: string,
  outcomes: readonly { id: string; refused: string | null }[],
): Result {
  if (outcomes.every(({ refused }) => refused === null))
    return submission.reply({ resetForm: true })
  const done = new Set(outcomes.flatMap(({ id, refused }) => (refused === null ? [id] : [])))
  const answer = submission.reply()
  const rows = submission.payload[list] as { id: string; chosen?: string }[]
  const initialValue = {
    ...answer.initialValue,
    [list]: rows.map((row) => (done.has(row.id) ? { ...row, chosen: undefined } : row)),
  }
  return { ...answer, initialValue: initialValue as unknown as Result['initialValue'] }
}

/**
 * Puts the selection of a form that came back on the values that the list has now. A value begins with the id; its
 * version may have changed.
 */
export function restoreValues(
  lastResult: Result | undefined,
  list: string,
  values: readonly string[],
): Result | undefined {
  if (!lastResult?.initialValue) return lastResult
  const chosen = selectedIds(lastResult, list)
  const kept = values.filter((value) => chosen.has(idOf(value)))
  const initialValue = { ...lastResult.initialValue, [list]: kept }
  return { ...lastResult, initialValue }
}

const idOf = (value: string) => value.split(/[:~]/, 1)[0]!

/**
 * Returns the ids of the checkboxes of a list that were selected when the form was sent. A value begins with the id;
 * what follows, such as a version, may have changed.
 */
export function selectedIds(lastResult: Result | null | undefined, list: string): Set<string> {
  const sent = [lastResult?.initialValue?.[list] ?? []].flat()
  return new Set(sent.map((value) => idOf(String(value))))
}
