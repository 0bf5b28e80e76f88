import type { SubmissionResult } from '@conform-to/react'
import type { Permission } from '~/platform/access/permissions'
import { sentencesOf } from '~/ui/ErrorBanner'
import type { Twin } from './twins'

/** What can be done to a customer on its page; each is a form of its own. */
export type Intent = 'approve' | 'reject' | 'tax' | 'credit' | 'deactivate' | 'reactivate'

/** The permission of each act; the database asks for the same by itself. */
export const ACT_PERMISSION: Record<Intent, Permission> = {
  approve: 'customers.decide',
  reject: 'customers.decide',
  tax: 'customers.write',
  credit: 'customers.decide',
  deactivate: 'customers.decide',
  reactivate: 'customers.decide',
}

export function isIntent(value: unknown): value is Intent {
  return typeof value === 'string' && value in ACT_PERMISSION
}

/** The acts that a customer's state and the reader's permissions leave open. */
export function openActs(status: string, permissions: readonly Permission[]): Intent[] {
  const pending = status === 'pending'
  const known = status === 'approved' || status === 'inactive'
  const possible: Record<Intent, boolean> = {
    approve: pending,
    reject: pending,
    tax: pending || known,
    credit: known,
    deactivate: status === 'approved',
    reactivate: status === 'inactive',
  }
  return (Object.keys(possible) as Intent[]).filter(
    (intent) => possible[intent] && permissions.includes(ACT_PERMISSION[intent]),
  )
}

/** What goes back to the page of a refused act. */
export interface CustomerAnswer {
  lastResult: SubmissionResult<string[]>
  /** Customers that the act was refused for. */
  twins?: Twin[]
}

/** The action's answer, for the one form that it concerns: its `intent` tells which. */
export function ownResult(
  answer: CustomerAnswer | undefined,
  intent: Intent,
): SubmissionResult<string[]> | undefined {
  return answer?.lastResult.initialValue?.intent === intent ? answer.lastResult : undefined
}

/** Errors of an act that is not open any more: someone else did meanwhile what left no form to say so. */
export function homeless(
  answer: CustomerAnswer | undefined,
  open: readonly Intent[],
): string[] | null {
  const intent = answer?.lastResult.initialValue?.intent
  if (!answer?.lastResult.error || !isIntent(intent) || open.includes(intent)) return null
  return sentencesOf(answer.lastResult)
}
