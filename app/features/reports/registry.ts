import { arReport } from './ar/definition'
import type { ReportDefinition } from './definition'
import { expenseReport } from './expenses/definition'

/** Every report of the product, in the order of Home. */
export const REPORTS: readonly ReportDefinition[] = [arReport, expenseReport]
