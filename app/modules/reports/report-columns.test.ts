import { expect, it } from 'vitest'
import { paths } from '~/paths'
import type { Filters } from './definition'
import { REPORTS, reportAt } from './registry'

const settings = { ageing_buckets: [30, 60, 90], age_by: 'due' } as never

/** The headers of a report at one of its levels. */
function headers(name: string, level: string, filters: Filters = {}): string[] {
  const report = reportAt(paths.reports.report(name))!
  const view = { level, filters: { level, ...filters }, settings, permissions: [], heads: [] }
  return report.columns(view).map(({ header }) => header)
}

it('shows terms, credit line and credit left of a document, and unapplied credit beside the ranges', () => {
  for (const level of ['grouped', 'document'])
    expect(headers('ar', level)).toEqual(
      expect.arrayContaining(['Terms (days)', 'Credit limit', 'Available credit', 'Unapplied']),
    )
  for (const { value } of REPORTS.find(({ source }) => source === 'report_ar')!.levels) {
    const shown = headers('ar', value)
    expect(shown[shown.indexOf('Over 90') + 1]).toBe('Unapplied')
  }
})

it('says that reserved and available stock are those of now, whatever the period', () => {
  for (const level of ['grouped', 'product', 'category1'])
    expect(headers('inventory', level)).toEqual(
      expect.arrayContaining(['Available now', 'Reserved now']),
    )
})

it('shows of each voucher line whom it paid, how, for which account, and who did what', () => {
  const line = ['Payee account', 'Bank', 'Bank account', 'Cheque no.', 'Cost center account']
  const steps = ['Added', 'Added by', 'Printed', 'Printed by', 'Released', 'Released by']
  for (const level of ['grouped', 'line']) {
    const shown = headers('expenses', level)
    expect(shown).toEqual(expect.arrayContaining([...line, ...steps, 'EWT', 'Net']))
    expect(shown).not.toContain('Cancelled by')
    expect(headers('expenses', level, { cancelled: '1' })).toEqual(
      expect.arrayContaining(['Cancelled', 'Cancelled by']),
    )
  }
})
