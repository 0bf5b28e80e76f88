import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const treasuryRoutes = [
  route(paths.treasury.index, 'modules/treasury/treasury-index.route.ts'),
  route(paths.treasury.listIndex, 'modules/treasury/treasury-index.route.ts', {
    id: 'treasury-list',
  }),
  route(paths.treasury.collections, 'modules/treasury/collection-list.route.tsx'),
  route(paths.fileOf(paths.treasury.collections), 'modules/treasury/collections-file.route.ts'),
  route(paths.treasury.addCollection, 'modules/treasury/add-collection.route.tsx'),
  route(paths.treasury.approval, 'modules/treasury/approval/approval.route.tsx'),
  route(paths.treasury.collection(':id'), 'modules/treasury/collection.route.tsx'),
  route(paths.treasury.receiptPrint(':id'), 'modules/treasury/receipt-print.route.tsx'),
  route(paths.treasury.creditUse(':id'), 'modules/treasury/credit/use-credit.route.tsx'),
  route(paths.treasury.position, 'modules/treasury/position/position.route.tsx'),
  route(paths.treasury.bank(':id'), 'modules/treasury/position/bank.route.tsx'),
  route(paths.fileOf(paths.treasury.deposits), 'modules/treasury/deposits/deposits-file.route.ts'),
  route(paths.treasury.deposits, 'modules/treasury/deposits/deposit-list.route.tsx'),
  route(paths.treasury.addDeposit, 'modules/treasury/deposits/deposit-add.route.tsx'),
  route(paths.treasury.deposit(':id'), 'modules/treasury/deposits/deposit.route.tsx'),
  route(paths.treasury.depositPrint(':id'), 'modules/treasury/deposits/deposit-print.route.tsx'),
  route(paths.treasury.cheques, 'modules/treasury/cheques/cheques.route.tsx'),
  route(paths.fileOf(paths.treasury.cheques), 'modules/treasury/cheques/cheques-file.route.ts'),
  route(paths.treasury.replaceCheque(':id'), 'modules/treasury/cheques/replace.route.tsx'),
  route(paths.treasury.closing, 'modules/treasury/closing/closing.route.tsx'),
  route(
    paths.fileOf(paths.treasury.remittances),
    'modules/treasury/remittance/remittances-file.route.ts',
  ),
  route(paths.treasury.remittances, 'modules/treasury/remittance/remittance-list.route.tsx'),
  route(paths.fileOf(paths.treasury.booklets), 'modules/treasury/booklets/booklets-file.route.ts'),
  route(paths.treasury.booklets, 'modules/treasury/booklets/booklets.route.tsx'),
  route(paths.treasury.addBooklet, 'modules/treasury/booklets/booklet-add.route.tsx'),
  route(paths.treasury.collector(':id'), 'modules/treasury/remittance/collector.route.tsx'),
  route(paths.treasury.remittance(':id'), 'modules/treasury/remittance/remittance.route.tsx'),
  route(
    paths.treasury.remittancePrint(':id'),
    'modules/treasury/remittance/remittance-print.route.tsx',
  ),
]
