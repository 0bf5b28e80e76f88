import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/platform/access/guard.server'
import { problem } from '~/platform/request/errors'

/** An address that the product does not have. Signed out it leads to the sign-in like all others. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireUser(context)
  throw problem(404, 'There is no such page.')
}

export default function NotFound() {
  return null
}
