import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

const KINDS = ['banks', 'payees', 'releasers', 'cost-centers']

/**
 * Adds three screens for each kind of master data: the list, a new entry, one entry; and the list as a file. The kinds
 * share their route modules.
 */
export const masterRoutes = KINDS.flatMap((kind) => [
  route(paths.masters.list(kind), 'modules/masters/master-list.route.tsx', {
    id: paths.masters.list(kind),
  }),
  route(paths.fileOf(paths.masters.list(kind)), 'modules/masters/masters-file.route.ts', {
    id: paths.fileOf(paths.masters.list(kind)),
  }),
  route(paths.masters.add(kind), 'modules/masters/master-add.route.tsx', {
    id: paths.masters.add(kind),
  }),
  route(paths.masters.entry(kind, ':id'), 'modules/masters/master.route.tsx', {
    id: paths.masters.entry(kind, ':id'),
  }),
])
