import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const viewsRoutes = [route(paths.views(':list'), 'modules/views/views.route.tsx')]
