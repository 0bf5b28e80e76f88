import type { SubmissionResult } from '@conform-to/react'
import type { Permission } from '~/platform/access/permissions'
import { sentencesOf } from '~/ui/ErrorBanner'
import type { CustomerDuplicate } from './duplicates'

/** Lists the actions on a customer's page. Each has a form of its own. */
export type Intent = 'approve' | 'reject' | 'tax' | 'credit' | 'deactivate' | 'reactivate'

/** The permission for each action. The database checks the same. */
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

/** Returns the actions that the customer's status and the reader's permissions allow. */
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

/** The answer to the page after a refused action. */
export interface CustomerAnswer {
  lastResult: SubmissionResult<string[]>
  /** The possible duplicates for which the action was refused. */
  duplicates?: CustomerDuplicate[]
}

/** Returns the answer if it belongs to this form; its `intent` tells which form it is for. */
export function ownResult(
  answer: CustomerAnswer | undefined,
  intent: Intent,
): SubmissionResult<string[]> | undefined {
  return answer?.lastResult.initialValue?.intent === intent ? answer.lastResult : undefined
}

/**
 * Returns the errors of an action that is no longer open. Another user changed the customer
 * meanwhile, so no form is left to show them.
 */
export function homeless(
  answer: CustomerAnswer | undefined,
  open: readonly Intent[],
): string[] | null {
  const intent = answer?.lastResult.initialValue?.intent
  if (!answer?.lastResult.error || !isIntent(intent) || open.includes(intent)) return null
  return sentencesOf(answer.lastResult)
}
