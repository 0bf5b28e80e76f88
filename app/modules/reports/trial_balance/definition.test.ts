import { expect, it } from 'vitest'
import { report } from './definition.ts'

it.each(['part', 'account'])(
  'the opening balance of %s may be on either side, so that red is no loss',
  (level) => {
    const columns = report.columns({ level, filters: {}, permissions: [] } as never)
    expect(columns.find(({ key }) => key === 'opening')?.owed).toBe(true)
  },
)
