import { addDays, today } from '../../app/platform/values/dates.ts'

/** The first day of a period from before the demo companies began to trade; a report of visits has at most 400 days. */
export function earliest(source: string): string {
  return source === 'report_visits' ? addDays(today('Asia/Manila'), -365) : '2020-01-01'
}
