import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const notificationRoutes = [
  route(paths.notifications.list, 'modules/notifications/notifications.route.tsx'),
]
