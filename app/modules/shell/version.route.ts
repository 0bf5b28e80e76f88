import type { LoaderFunctionArgs } from '@remix-run/node'
import { publicRoute } from '~/platform/access/guard.server'
import { reply } from '~/platform/request/reply.server'
import { version } from '../../../package.json'

/** GET /version.json (specification, section 7): which version runs here. Never cached. */
export function loader({ context }: LoaderFunctionArgs) {
  publicRoute(context)
  return reply({ version }, { headers: { 'Cache-Control': 'no-store' } })
}
