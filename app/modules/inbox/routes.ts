import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const inboxRoutes = [
  route(paths.inbox.list, 'modules/inbox/inbox.route.tsx'),
  route(paths.inbox.count, 'modules/inbox/count.route.ts'),
]
