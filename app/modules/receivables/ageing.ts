import type { ProjectSettings } from '~/platform/request/context'

/** The columns of report_ar that hold the buckets. */
type Bucket = 'bucket_current' | `bucket_${1 | 2 | 3 | 4}`

/**
 * Returns the names of the ageing buckets by the project's settings. By due date, an amount that is
 * not due is Current. By document date there is no Current, and the first bucket begins at 0. An
 * age equal to a bucket's end falls into it.
 */
export function bucketNames(
  [first, second, third]: ProjectSettings['ageing_buckets'],
  ageBy: ProjectSettings['age_by'],
): ReadonlyMap<Bucket, string> {
  const byDue = ageBy === 'due'
  const names: [Bucket, string][] = [
    ['bucket_1', `${byDue ? 1 : 0}–${first}`],
    ['bucket_2', `${first + 1}–${second}`],
    ['bucket_3', `${second + 1}–${third}`],
    ['bucket_4', `${third + 1}+`],
  ]
  return new Map(byDue ? [['bucket_current', 'Current'], ...names] : names)
}
