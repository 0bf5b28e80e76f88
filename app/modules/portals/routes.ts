import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const portalsRoutes = [
  route(paths.portals.generalManager, 'modules/portals/gm-portal.route.tsx'),
  route(paths.portals.ase, 'modules/portals/ase-portal.route.tsx'),
  route(paths.portals.targets, 'modules/portals/targets/targets.route.tsx'),
  route(paths.portals.callSheet, 'modules/portals/call-sheet/call-sheet.route.tsx'),
]
