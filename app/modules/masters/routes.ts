import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

const KINDS = ['banks', 'payees', 'releasers', 'cost-centers']

/** The three screens of each kind of master data: its entries, a new one, one of them. They share their modules. */
export const masterRoutes = KINDS.flatMap((kind) => [
  route(paths.masters.list(kind), 'modules/masters/master-list.route.tsx', {
    id: paths.masters.list(kind),
  }),
  route(paths.masters.add(kind), 'modules/masters/master-add.route.tsx', {
    id: paths.masters.add(kind),
  }),
  route(paths.masters.entry(kind, ':id'), 'modules/masters/master.route.tsx', {
    id: paths.masters.entry(kind, ':id'),
  }),
])
