import { arranged, COLUMNS, type chosenColumns } from '~/platform/request/list-columns'
import { cellKey, type Filters, type ReportColumn } from './definition'

/** The columns that somebody chose: their arrangement, and those that are shown besides, as an address has them. */
export type ChosenColumns = ReturnType<typeof chosenColumns>

/**
 * Returns the key of a column in an arrangement, where a dot stands between keys. The arrangement is that of all levels: a column that
 * another level shows is not chosen where the headers of groups name it.
 */
export function columnKey(column: ReportColumn): string {
  return `${cellKey(column).replace('.', '~')}${column.named ? '~' : ''}`
}

/** Returns the columns of a report in the order in which they are shown: on a screen, on paper and in the sheet of a file. */
export function shownColumns(
  columns: readonly ReportColumn[],
  { text, show }: ChosenColumns,
): ReportColumn[] {
  const keyed = columns
    .filter(({ figureOnly }) => !figureOnly)
    .map((column) => ({ column, key: columnKey(column), optional: column.extra }))
  const added = show.map((key) => key.replace('.', '~')).flatMap((key) => [key, `${key}~`])
  return arranged(keyed, text, { fixed: 1, show: added }).map(({ column }) => column)
}

/** Returns the query of a paper or a file with these filters and the chosen columns. */
export function searchWith(filters: Filters, { text, show }: ChosenColumns): URLSearchParams {
  const columns = [...(text ? [[COLUMNS, text]] : []), ...show.map((key) => ['show', key])]
  return new URLSearchParams([...Object.entries(filters), ...columns] as [string, string][])
}
