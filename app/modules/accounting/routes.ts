import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const accountingRoutes = [
  route(paths.accounting.accounts, 'modules/accounting/accounts.route.tsx'),
  route(paths.accounting.accountsExcel, 'modules/accounting/accounts-excel.route.ts'),
  route(paths.accounting.account(':account'), 'modules/accounting/account.route.tsx'),
]
