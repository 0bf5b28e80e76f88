import type { SubmissionResult } from '@conform-to/react'
import type { IssuedCheque } from '../document.server'

/** Props that the forms of a cheque's page share. */
export interface ChequeFormProps {
  cheque: IssuedCheque
  project: string
  idempotencyKeys: Record<'void' | 'replace' | 'release' | 'clear' | 'stale', string>
  today: string
  /** The number of the next blank cheque of its account. */
  blank: string | null
  lastResult: SubmissionResult<string[]> | undefined
}

/** Hidden fields that every action sends: its name, and the version that the user saw. */
export function Hidden({ intent, version }: { intent: string; version: number }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}
