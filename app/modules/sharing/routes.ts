import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const sharingRoutes = [
  route(paths.sharing.share(':paper', ':id'), 'modules/sharing/share.route.tsx'),
]

/** Pages for whoever has a link, outside the shell. */
export const sharedRoutes = [
  route(paths.sharing.shared(':token'), 'modules/sharing/shared.route.tsx'),
  route(paths.sharing.sharedPdf(':token'), 'modules/sharing/shared-pdf.route.ts'),
]
