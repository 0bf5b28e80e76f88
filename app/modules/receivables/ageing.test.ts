import { describe, expect, it } from 'vitest'
import { ageingBuckets } from './ageing.ts'

const labels = (bounds: number[], ageBy: 'due' | 'document') =>
  ageingBuckets(bounds, ageBy).map(({ label }) => label)

describe('ageingBuckets', () => {
  it('has Current when ageing by due date', () => {
    expect(labels([30, 60, 90], 'due')).toEqual(['Current', '1–30', '31–60', '61–90', 'Over 90'])
  })

  it('begins at 0 when ageing by document date, in the project’s own ranges', () => {
    const buckets = ageingBuckets([15, 45, 120], 'document')
    expect(buckets.map(({ label }) => label)).toEqual(['0–15', '16–45', '46–120', 'Over 120'])
    expect(buckets.map(({ key }) => key)).toEqual(['bucket_1', 'bucket_2', 'bucket_3', 'bucket_4'])
    expect(buckets.some(({ isCurrent }) => isCurrent)).toBe(false)
  })

  it('has as many buckets as the list makes', () => {
    expect(labels([7], 'due')).toEqual(['Current', '1–7', 'Over 7'])
    expect(labels([7, 15, 30, 60, 90, 120], 'due')).toHaveLength(8)
  })
})
