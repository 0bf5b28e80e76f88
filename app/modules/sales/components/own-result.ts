import type { SubmissionResult } from '@conform-to/react'

/** What an act's form needs to send itself. */
export interface ActForm {
  project: string
  idempotencyKey: string
  version: number
  lastResult: SubmissionResult<string[]> | undefined
}

/** The action's answer, for the one form that it concerns: its `intent` tells which. */
export function ownResult(
  lastResult: SubmissionResult<string[]> | undefined,
  intent: string,
): SubmissionResult<string[]> | undefined {
  return lastResult?.initialValue?.intent === intent ? lastResult : undefined
}
