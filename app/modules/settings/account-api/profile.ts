import type { Identity } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'

/**
 * The specification's current user profile (section 3); its field names are part of the interface.
 *
 * @throws the 404 page for the administrator, for whom the call is skipped (section 7).
 */
export function profileOf({ displayName, userId, email, isAdmin }: Identity) {
  if (isAdmin) throw problem(404)
  return { display_name: displayName, id: userId, email }
}
