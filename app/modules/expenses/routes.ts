import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const expensesRoutes = [
  route(paths.expenses.index, 'modules/expenses/expenses-index.route.ts'),
  route(paths.expenses.listIndex, 'modules/expenses/expenses-index.route.ts', {
    id: 'expenses-list',
  }),
  route(paths.expenses.vouchers, 'modules/expenses/expenses-list.route.tsx'),
  route(paths.fileOf(paths.expenses.vouchers), 'modules/expenses/vouchers-file.route.ts'),
  route(paths.expenses.addVoucher, 'modules/expenses/voucher-add.route.tsx'),
  route(paths.expenses.voucher(':id'), 'modules/expenses/voucher.route.tsx'),
  route(paths.expenses.editVoucher(':id'), 'modules/expenses/voucher-edit.route.tsx'),
  route(paths.expenses.cheques, 'modules/expenses/cheques/cheques.route.tsx'),
  route(paths.fileOf(paths.expenses.cheques), 'modules/expenses/cheques/cheques-file.route.ts'),
  route(paths.expenses.addChequeBook, 'modules/expenses/cheques/book-add.route.tsx'),
  route(paths.expenses.chequeLayouts, 'modules/expenses/cheques/layouts.route.tsx'),
  route(paths.expenses.chequeLayout(':id'), 'modules/expenses/cheques/layout.route.tsx'),
  route(paths.expenses.chequeLayoutTest(':id'), 'modules/expenses/cheques/layout-test.route.tsx'),
  route(paths.expenses.cheque(':id'), 'modules/expenses/cheques/cheque.route.tsx'),
  route(paths.expenses.chequePrint(':id'), 'modules/expenses/cheques/cheque-print.route.tsx'),
  route(paths.expenses.payeeOptions, 'modules/expenses/payee-options.route.ts'),
  route(paths.expenses.voucherDuplicates, 'modules/expenses/voucher-duplicates.route.ts'),
  route(paths.expenses.voucherPrint, 'modules/expenses/print/print.route.tsx'),
]
