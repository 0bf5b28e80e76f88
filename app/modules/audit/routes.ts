import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const auditRoutes = [
  route(paths.audit.trail, 'modules/audit/audit.route.tsx'),
  route(paths.audit.excel, 'modules/audit/audit-excel.route.ts'),
  route(paths.audit.verifyBooks, 'modules/audit/verify-books.route.tsx'),
]
