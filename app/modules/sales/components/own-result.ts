import type { SubmissionResult } from '@conform-to/react'

/** The props that an action's form needs to submit. */
export interface ActionProps {
  project: string
  idempotencyKey: string
  version: number
  lastResult: SubmissionResult<string[]> | undefined
}

/** Returns the action's answer when it concerns this form, by its `intent`. */
export function ownResult(
  lastResult: SubmissionResult<string[]> | undefined,
  intent: string,
): SubmissionResult<string[]> | undefined {
  return lastResult?.initialValue?.intent === intent ? lastResult : undefined
}
