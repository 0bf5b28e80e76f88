import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const fieldRoutes = [
  route(paths.field.control, 'modules/field/field.route.tsx'),
  route(paths.fileOf(paths.field.control), 'modules/field/field-file.route.ts'),
  route(paths.field.act(':id'), 'modules/field/act/act.route.tsx'),
  route(paths.field.file, 'modules/field/act/take.route.tsx'),
  route(paths.field.routes, 'modules/field/stops/stops.route.tsx'),
]
