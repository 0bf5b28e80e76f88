import Papa from 'papaparse'
import type { ImportDefinition } from './definition'

/** Returns a CSV file with the column names and one example row, which Excel can open. */
export function templateOf(definition: ImportDefinition): Response {
  const csv = Papa.unparse([
    definition.columns.map(({ label }) => label),
    definition.columns.map(({ example }) => example),
  ])
  return new Response(`\uFEFF${csv}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${definition.kind}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
