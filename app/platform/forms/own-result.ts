import type { SubmissionResult } from '@conform-to/react'

type Result = SubmissionResult<string[]>

/** Returns the action's answer when it concerns the form with this `intent`, of a page with several forms. */
export function ownResult(
  lastResult: Result | null | undefined,
  intent: string,
): Result | undefined {
  return lastResult?.initialValue?.intent === intent ? lastResult : undefined
}
