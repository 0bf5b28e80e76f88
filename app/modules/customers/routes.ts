import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const customersRoutes = [
  route(paths.customers.index, 'modules/customers/customers-index.route.ts'),
  route(paths.customers.listIndex, 'modules/customers/customers-index.route.ts', {
    id: 'customer-list',
  }),
  route(paths.customers.list, 'modules/customers/customer-list.route.tsx'),
  route(paths.fileOf(paths.customers.list), 'modules/customers/customers-file.route.ts'),
  route(paths.customers.customer(':id'), 'modules/customers/customer.route.tsx'),
  route(paths.customers.edit(':id'), 'modules/customers/customer-edit.route.tsx'),
  route(paths.customers.merge(':id'), 'modules/customers/customer-merge.route.tsx'),
  route(paths.customers.options, 'modules/customers/customer-options.route.ts'),
  route(paths.customers.areaOptions, 'modules/customers/area-options.route.ts'),
  route(paths.customers.transfers, 'modules/customers/transfers/transfers.route.tsx'),
  route(
    paths.fileOf(paths.customers.transfers),
    'modules/customers/transfers/transfers-file.route.ts',
  ),
  route(paths.customers.addTransfer, 'modules/customers/transfers/transfer-add.route.tsx'),
  route(paths.customers.duplicates, 'modules/customers/customer-duplicates.route.ts'),
  route(paths.customers.requests, 'modules/customers/registry.route.tsx'),
  route(paths.fileOf(paths.customers.requests), 'modules/customers/registry-file.route.ts'),
  route(paths.customers.add, 'modules/customers/add-registry.route.tsx'),
]
