import type { LoaderFunctionArgs } from '@remix-run/node'
import { publicRoute } from '~/platform/access/guard.server'
import { reply } from '~/platform/request/reply.server'
import { version } from '../../../package.json'

/** GET /version.json returns the version that runs here. It is never cached. */
export function loader({ context }: LoaderFunctionArgs) {
  publicRoute(context)
  return reply({ version }, { headers: { 'Cache-Control': 'no-store' } })
}
