import type { ProjectSettings } from '~/platform/request/context'

/** A bucket of receivables by age. */
export interface AgeingBucket {
  /** The name of its amount in `ageing`, which report_ar and customer_statement answer. */
  key: string
  label: string
  /** True for the amount that is not yet due. */
  isCurrent: boolean
}

/**
 * Returns the ageing buckets by the project's settings. By due date, an amount that is not due is
 * Current. By document date there is no Current, and the first bucket begins at 0. An age equal to
 * a bucket's end falls into it.
 */
export function ageingBuckets(
  bounds: ProjectSettings['ageing_buckets'],
  ageBy: ProjectSettings['age_by'],
): AgeingBucket[] {
  const byDue = ageBy === 'due'
  const first = (index: number) => (index > 0 ? bounds[index - 1]! + 1 : Number(byDue))
  const labels = bounds.map((last, index) => `${first(index)}–${last}`)
  const aged = [...labels, `Over ${first(bounds.length) - 1}`].map((label, index) => ({
    key: `bucket_${index + 1}`,
    label,
    isCurrent: false,
  }))
  return byDue ? [{ key: 'bucket_current', label: 'Current', isCurrent: true }, ...aged] : aged
}
