import type { Permission } from '~/platform/access/permissions'
import type { CountStatus } from './schema'

/** Lists the actions on the page of a count. Each is a button or a form of its own. */
export type Intent = 'save' | 'next' | 'submit' | 'take-back' | 'post' | 'send-back' | 'cancel'

/** The permissions for each action; one of them is enough. The database checks the same. */
export const ACT_PERMISSIONS: Record<Intent, readonly [Permission, ...Permission[]]> = {
  save: ['counts.write'],
  next: ['counts.write'],
  submit: ['counts.write'],
  'take-back': ['counts.write'],
  post: ['counts.decide'],
  'send-back': ['counts.decide'],
  cancel: ['counts.write', 'counts.decide'],
}

const STATES: Record<Intent, readonly CountStatus[]> = {
  save: ['open'],
  next: ['open'],
  submit: ['open'],
  'take-back': ['submitted'],
  post: ['submitted'],
  'send-back': ['submitted'],
  cancel: ['open', 'submitted'],
}

export function isIntent(value: unknown): value is Intent {
  return typeof value === 'string' && value in ACT_PERMISSIONS
}

/** Returns the actions that the count's status and the reader's permissions allow. */
export function openActs(status: string, permissions: readonly Permission[]): Intent[] {
  return (Object.keys(ACT_PERMISSIONS) as Intent[]).filter(
    (intent) =>
      STATES[intent].some((state) => state === status) &&
      ACT_PERMISSIONS[intent].some((permission) => permissions.includes(permission)),
  )
}
