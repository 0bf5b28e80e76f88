import type { Permission } from '../../app/platform/access/permissions.ts'

/**
 * Declares who may call each function of `public` in a project, with arguments that no function
 * accepts: a person without permission must be refused before the input is checked. `anyone` =
 * every signed-in person, about what they may read; `profile` = every person with a profile;
 * `service` = the secret key alone.
 */
export interface FunctionAccess {
  needs: Permission | readonly (Permission | 'admin')[] | 'admin' | 'anyone' | 'profile' | 'service'
  args: Record<string, unknown>
}

/** The id of no row. */
export const NOWHERE = '00000000-0000-4000-8000-000000000000'
