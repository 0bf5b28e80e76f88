import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const logosRoutes = [route(paths.logos.file('*'), 'modules/logos/logo.route.ts')]
