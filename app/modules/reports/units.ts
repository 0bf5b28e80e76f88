import type { FilterChoice, ReportColumn, ReportFilter, ReportView } from './definition'

const UNITS: readonly FilterChoice[] = [
  { value: 'mixed', label: 'cs + pc' },
  { value: 'pieces', label: 'Pieces' },
  { value: 'cases', label: 'Cases' },
]

/** The filter for the unit of all quantities of a report. */
export const units: ReportFilter = {
  kind: 'choice',
  name: 'units',
  label: 'Quantities in',
  options: () => [...UNITS],
}

interface Quantity extends Omit<ReportColumn, 'type' | 'digits' | 'unit'> {
  /** The columns with whole cases and the pieces beside them, where SQL has these of rows that sum several products. */
  apart?: readonly [cases: string, pieces: string]
}

/**
 * Returns the columns of a quantity in the unit of a view; its key is that of the pieces.
 *
 * - cs + pc: the pieces of one product as `caseConfig` packs them. Rows that sum several products have the sums of whole cases and
 *   of the pieces beside them, line by line, in two columns, or pieces alone.
 * - Pieces.
 * - Cases: each line's pieces by those in its case, rounded to a millionth of a case, so that rows add up to their total; shown
 *   with two decimals. SQL answers them instead of the pieces, or instead of those beside whole cases.
 */
export function quantity(
  { filters }: Pick<ReportView, 'filters'>,
  { apart, caseConfig, ...column }: Quantity,
): readonly ReportColumn[] {
  switch (filters.units) {
    case 'pieces':
      return [{ ...column, type: 'count', unit: 'pc' }]
    case 'cases':
      return [{ ...column, key: apart?.[1] ?? column.key, type: 'number', unit: 'cs' }]
  }
  if (!apart) return [{ ...column, caseConfig, type: 'pieces', unit: 'pc' }]
  const [cases, pieces] = apart
  return [
    { ...column, key: cases, header: 'Cases', type: 'count' },
    { ...column, key: pieces, header: 'Pieces', type: 'count', sparse: true },
  ]
}
