import type { LoaderFunctionArgs } from '@remix-run/node'
import { publicRoute } from '~/platform/access/guard.server'
import { reply } from '~/platform/request/reply.server'
import { version } from '../../../package.json'

/** GET /version.json returns the version that runs here and the commit it was built from. It is never cached. */
export function loader({ context }: LoaderFunctionArgs) {
  publicRoute(context)
  return reply(
    { version, commit: process.env.KALAKAL_COMMIT || null },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}
