import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const searchRoutes = [route(paths.search, 'modules/search/search.route.tsx')]
