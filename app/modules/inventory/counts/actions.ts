import type { Permission } from '~/platform/access/permissions'
import type { CountStatus } from './schema'

/** Lists the actions on the page of a count. Each is a button or a form of its own. */
export type CountIntent = 'save' | 'next' | 'submit' | 'take-back' | 'post' | 'send-back' | 'cancel'

/** The permissions for each action; one of them is enough. The database checks the same. */
export const COUNT_ACTIONS: Record<CountIntent, readonly [Permission, ...Permission[]]> = {
  save: ['counts.write'],
  next: ['counts.write'],
  submit: ['counts.write'],
  'take-back': ['counts.write'],
  post: ['counts.decide'],
  'send-back': ['counts.decide'],
  cancel: ['counts.write', 'counts.decide'],
}

const STATES: Record<CountIntent, readonly CountStatus[]> = {
  save: ['open'],
  next: ['open'],
  submit: ['open'],
  'take-back': ['submitted'],
  post: ['submitted'],
  'send-back': ['submitted'],
  cancel: ['open', 'submitted'],
}

/** Returns the actions that the count's status and the reader's permissions allow. */
export function openCountActions(
  status: string,
  permissions: readonly Permission[],
): CountIntent[] {
  return (Object.keys(COUNT_ACTIONS) as CountIntent[]).filter(
    (intent) =>
      STATES[intent].some((state) => state === status) &&
      COUNT_ACTIONS[intent].some((permission) => permissions.includes(permission)),
  )
}
