import { describe, expect, it } from 'vitest'
import { bucketNames } from '~/modules/receivables/ageing.ts'

describe('bucketNames', () => {
  it('has Current when ageing by due date', () => {
    expect([...bucketNames([30, 60, 90], 'due').values()]).toEqual([
      'Current',
      '1–30',
      '31–60',
      '61–90',
      '91+',
    ])
  })

  it('begins at 0 when ageing by document date, in the project’s own ranges', () => {
    const names = bucketNames([15, 45, 120], 'document')
    expect([...names.values()]).toEqual(['0–15', '16–45', '46–120', '121+'])
    expect(names.has('bucket_current')).toBe(false)
  })
})
