import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requirePermission } from '~/platform/access/guard.server'
import { PortalScreen } from './components/PortalScreen'
import { loadPortal } from './load.server'

export const meta: MetaFunction = () => [{ title: 'Tracking & Reports · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'portal.ase')
  return loadPortal(reader, request.url)
}

/** Shows the company's key figures to the ASE: "Tracking & Reports". */
export default function AsePortal() {
  return <PortalScreen data={useLoaderData<typeof loader>()} />
}
