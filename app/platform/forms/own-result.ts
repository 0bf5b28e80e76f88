import type { SubmissionResult } from '@conform-to/react'

/** The name of the button that asks what an act on several documents will do; its value is the intent, empty to go back. */
export const ASK = 'ask'

type Result = SubmissionResult<string[]>

/** Gives a form that asks about an act the intent of this act, so that it is read as the act is. */
export function withAskedIntent(form: FormData): FormData {
  const asked = form.get(ASK)
  if (asked && !form.has('intent')) form.set('intent', asked)
  return form
}

/** Returns the action's answer when it concerns the form with this `intent`, of a page with several forms. */
export function ownResult(
  lastResult: Result | null | undefined,
  intent: string,
): Result | undefined {
  return lastResult?.initialValue?.intent === intent ? lastResult : undefined
}
