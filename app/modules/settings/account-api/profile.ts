import type { Identity } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'

/**
 * Returns the profile of the current user. The field names are part of the API
 * (docs/field-api.md).
 *
 * @throws A 404 response for the platform administrator, who has no profile.
 */
export function profileOf({ displayName, userId, email, isAdmin }: Identity) {
  if (isAdmin) throw problem(404)
  return { display_name: displayName, id: userId, email }
}
