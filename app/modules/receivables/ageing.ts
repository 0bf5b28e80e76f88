import type { ProjectSettings } from '~/platform/request/context'

/** Columns of report_ar that hold the buckets. */
type Bucket = 'bucket_current' | `bucket_${1 | 2 | 3 | 4}`

/**
 * Names of the ageing buckets by the project's settings. By due date what is not yet due is Current;
 * by document date nothing is, and the first bucket begins at 0. An age of 30 is still in "–30".
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
