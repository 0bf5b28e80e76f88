import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const statementsRoutes = [
  route(paths.statements.customer(':id'), 'modules/statements/statement.route.tsx'),
  route(paths.statements.customerExcel(':id'), 'modules/statements/statement-excel.route.ts'),
  route(paths.statements.list, 'modules/statements/statements.route.tsx'),
  route(paths.statements.excel, 'modules/statements/statements-excel.route.ts'),
]
