import { REPORTS } from '../registry'

/** The permissions of which one is needed to see any print at all. */
export const PRINT_PERMISSIONS = [...new Set(REPORTS.map(({ permission }) => permission))] as [
  (typeof REPORTS)[number]['permission'],
  ...(typeof REPORTS)[number]['permission'][],
]
