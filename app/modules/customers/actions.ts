import type { SubmissionResult } from '@conform-to/react'
import type { Permission } from '~/platform/access/permissions'
import type { CustomerDuplicate } from './duplicates'

/** The actions of a customer's page; each is a form of its own. */
export type CustomerIntent =
  | 'approve'
  | 'reject'
  | 'tax'
  | 'prices'
  | 'credit'
  | 'deactivate'
  | 'reactivate'

/** The permission of each action; the database requires the same. */
export const CUSTOMER_ACTIONS: Record<CustomerIntent, Permission> = {
  approve: 'customers.decide',
  reject: 'customers.decide',
  tax: 'customers.write',
  prices: 'prices.write',
  credit: 'customers.decide',
  deactivate: 'customers.decide',
  reactivate: 'customers.decide',
}

/** Returns the actions that a customer's state and the reader's permissions leave open. */
export function openCustomerActions(
  status: string,
  permissions: readonly Permission[],
): CustomerIntent[] {
  const pending = status === 'pending'
  const known = status === 'approved' || status === 'inactive'
  const possible: Record<CustomerIntent, boolean> = {
    approve: pending,
    reject: pending,
    tax: pending || known,
    prices: pending || known,
    credit: known,
    deactivate: status === 'approved',
    reactivate: status === 'inactive',
  }
  return (Object.keys(possible) as CustomerIntent[]).filter(
    (intent) => possible[intent] && permissions.includes(CUSTOMER_ACTIONS[intent]),
  )
}

/** The page's answer to a form that was refused. */
export interface CustomerAnswer {
  lastResult: SubmissionResult<string[]>
  /** Customers that may be the same one. */
  duplicates?: CustomerDuplicate[]
}
