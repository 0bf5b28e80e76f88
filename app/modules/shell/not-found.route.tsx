import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/platform/access/guard.server'
import { problem } from '~/platform/request/errors'

/**
 * Answers unknown addresses with a 404. A signed-out person is sent to the sign-in, as from every
 * address.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireUser(context)
  throw problem(404, 'Page not found.')
}

export default function NotFound() {
  return null
}
