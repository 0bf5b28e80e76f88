import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAccount } from '~/platform/access/guard.server'
import { profileOf } from './profile'

/** GET /api/current-profile: who the caller is. 404 for the administrator (specification, section 7). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { user } = await requireAccount(context)
  return profileOf(user)
}
