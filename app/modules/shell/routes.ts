import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const shellRoutes = [
  route(paths.shell.theme, 'modules/shell/theme.route.ts'),
  route(paths.shell.switchProject, 'modules/shell/switch-project.route.ts'),
]
