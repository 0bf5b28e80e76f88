import type { CommandResult } from '~/platform/db/command.server'
import type { Sent } from '~/platform/forms/form-action.server'

/** A record that is changed: what a refusal calls it, and its cells as a sheet of changes has them. */
export interface ChangedRecord {
  label: string
  cells: Record<string, string>
}

/**
 * Changes selected records as an import of changes does: all or none, in one transaction, to be undone among the imports.
 * A refusal names the records that keep the others from it.
 *
 * @param title How the list of imports calls it.
 */
export async function changeMany(
  run: Sent['run'],
  kind: 'product_changes' | 'customer_changes',
  title: string,
  records: readonly ChangedRecord[],
): Promise<CommandResult<{ records: number }>> {
  const rows = records.map(({ cells }) => cells)
  const result = await run(`import_${kind}`, { p_import: { file_name: title, rows } })
  if (!result.ok) return result
  const { errors } = result.data
  if (errors.length === 0) return { ok: true, data: { records: rows.length } }
  const why = errors.map(({ row, message }) => `${records[row - 1]?.label}: ${message}`)
  const message = ['Nothing is changed.', ...why].join(' ')
  return { ok: false, error: { status: 409, code: 'wrong_state', message } }
}
