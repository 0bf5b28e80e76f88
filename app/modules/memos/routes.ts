import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const memoRoutes = [
  route(paths.memos.list, 'modules/memos/memo-list.route.tsx'),
  route(paths.memos.excel, 'modules/memos/memo-excel.route.ts'),
  route(paths.memos.add, 'modules/memos/memo-add.route.tsx'),
  route(paths.memos.addFor(':id'), 'modules/memos/memo-booking.route.tsx'),
  route(paths.memos.memo(':id'), 'modules/memos/memo.route.tsx'),
  route(paths.memos.print(':id'), 'modules/memos/memo-print.route.tsx'),
]
