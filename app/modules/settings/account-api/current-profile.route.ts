import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAccount } from '~/platform/access/guard.server'
import { profileOf } from './profile'

/** GET /api/current-profile returns the caller's profile. The platform administrator gets a 404. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { user } = await requireAccount(context)
  return profileOf(user)
}
