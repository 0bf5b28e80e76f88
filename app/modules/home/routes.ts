import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const homeRoutes = [route(paths.home, 'modules/home/home.route.tsx')]
