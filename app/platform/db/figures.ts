import { rows } from './command.server'
import type { Json } from './database.types'

/** A row of a report: its columns, and its figures beside them, by name. */
export type FiguredRow = Readonly<Record<string, unknown>>

/** Returns a row as its SQL function answers it with the names of `figures` among its columns. */
function withFigures(row: FiguredRow): FiguredRow {
  const { figures, ...columns } = row
  return figures ? { ...columns, ...(figures as Record<string, Json>) } : row
}

/** Returns the rows that a report's SQL function answered. */
export function reportRows<T extends object>(answer: Parameters<typeof rows<T>>[0]): FiguredRow[] {
  return rows(answer).map((row) => withFigures(row as FiguredRow))
}
