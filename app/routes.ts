import { layout, type RouteConfig, route } from '@remix-run/route-config'
import { accountingRoutes } from './modules/accounting/routes'
import { adminRoutes } from './modules/admin/routes'
import { auditRoutes } from './modules/audit/routes'
import { authRoutes } from './modules/auth/routes'
import { customersRoutes } from './modules/customers/routes'
import { documentRoutes } from './modules/documents/routes'
import { expensesRoutes } from './modules/expenses/routes'
import { fieldRoutes } from './modules/field/routes'
import { homeRoutes } from './modules/home/routes'
import { importRoutes } from './modules/import/routes'
import { inboxRoutes } from './modules/inbox/routes'
import { inventoryRoutes } from './modules/inventory/routes'
import { logosRoutes } from './modules/logos/routes'
import { masterRoutes } from './modules/masters/routes'
import { memoRoutes } from './modules/memos/routes'
import { notificationRoutes } from './modules/notifications/routes'
import { portalsRoutes } from './modules/portals/routes'
import { reportRoutes } from './modules/reports/routes'
import { salesRoutes } from './modules/sales/routes'
import { accountApiRoutes, settingsRoutes } from './modules/settings/routes'
import { sharedRoutes, sharingRoutes } from './modules/sharing/routes'
import { shellRoutes } from './modules/shell/routes'
import { statementsRoutes } from './modules/statements/routes'
import { taxRoutes } from './modules/tax/routes'
import { treasuryRoutes } from './modules/treasury/routes'
import { viewsRoutes } from './modules/views/routes'
import { paths } from './paths'

/**
 * Every address of the product, from the modules' own lists. Below the shell are the screens of signed-in users.
 * Paths are matched without regard to case: /Login is /login.
 */
export default [
  ...authRoutes,
  ...shellRoutes,
  ...logosRoutes,
  ...accountApiRoutes,
  ...sharedRoutes,
  layout('modules/shell/shell.route.tsx', [
    layout('modules/shell/content.route.tsx', [
      ...homeRoutes,
      ...settingsRoutes,
      route(paths.search, 'modules/shell/search.route.tsx'),
      route(paths.help, 'modules/shell/help/help.route.tsx'),
      route(paths.neighbor, 'modules/navigation/neighbor.route.ts'),
      ...viewsRoutes,
      ...inboxRoutes,
      ...notificationRoutes,
      ...adminRoutes,
      ...importRoutes,
      ...inventoryRoutes,
      ...customersRoutes,
      ...statementsRoutes,
      ...salesRoutes,
      ...memoRoutes,
      ...treasuryRoutes,
      ...masterRoutes,
      ...expensesRoutes,
      ...accountingRoutes,
      ...documentRoutes,
      ...auditRoutes,
      ...fieldRoutes,
      ...taxRoutes,
      ...portalsRoutes,
      ...sharingRoutes,
      ...reportRoutes,
      route('*', 'modules/shell/not-found.route.tsx'),
    ]),
  ]),
] satisfies RouteConfig
