import type { SubmissionResult } from '@conform-to/react'
import type { IssuedCheque } from '../document.server'

/** What the forms of a cheque's page have in common. */
export interface ActProps {
  cheque: IssuedCheque
  project: string
  ops: Record<'void' | 'replace' | 'release' | 'clear' | 'stale', string>
  today: string
  /** Number of the next blank leaf of its account. */
  blank: string | null
  lastResult: SubmissionResult<string[]> | undefined
}

/** The action's answer, for the one act that it concerns. */
export function own({ lastResult }: ActProps, intent: string) {
  return lastResult?.initialValue?.intent === intent ? lastResult : undefined
}

/** What every act sends: which one, and the version that was looked at. */
export function Hidden({ intent, version }: { intent: string; version: number }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}
