import { existsSync, readdirSync } from 'node:fs'
import { layout, type RouteConfig, route } from '@remix-run/route-config'

/** The three screens of a master: its entries, a new one, one of them. */
function masters(kind: string) {
  const path = `treasury/masters/${kind}`
  return [
    route(path, 'features/masters/master-list.route.tsx', { id: path }),
    route(`${path}/add`, 'features/masters/master-add.route.tsx', { id: `${path}/add` }),
    route(`${path}/:id`, 'features/masters/master.route.tsx', { id: `${path}/:id` }),
  ]
}

/** The screen, the print and the Excel file of each report, by the folders that have a definition: they share their modules. */
function reports() {
  const folder = new URL('./features/reports/', import.meta.url)
  return readdirSync(folder)
    .filter((name) => existsSync(new URL(`${name}/definition.ts`, folder)))
    .map((name) => `reports_${name}`)
    .flatMap((path) => [
      route(path, 'features/reports/report.route.tsx', { id: path }),
      route(`${path}/print`, 'features/reports/report-print.route.tsx', { id: `${path}/print` }),
      route(`${path}_excel`, 'features/reports/report-excel.route.ts', { id: `${path}_excel` }),
    ])
}

/**
 * Every address of the product. A screen is one line here and one `*.route.tsx` in its feature.
 * Paths are matched without regard to case: /Login is /login.
 */
export default [
  // Open to everyone
  route('/', 'features/auth/sign-in.route.tsx', { index: true }),
  route('login', 'features/auth/sign-in.route.tsx', { id: 'login' }),
  route('verification', 'features/auth/verification.route.tsx'),
  route('reset', 'features/auth/reset.route.tsx'),
  route('version.json', 'features/shell/version.route.ts'),

  // Acts and data of the shell, without a page
  route('signout', 'features/auth/sign-out.route.ts'),
  route('theme', 'features/shell/theme.route.ts'),
  route('switch-project', 'features/shell/switch-project.route.ts'),

  // The calls that outside clients make too (docs/account-api.md)
  route('logos/*', 'features/logos/logo.route.ts'),
  route('api/company-settings', 'features/account-api/company-settings.route.ts'),
  route('api/current-profile', 'features/account-api/current-profile.route.ts'),
  route('api/account-name', 'features/account-api/account-name.route.ts'),

  // Signed in
  layout('features/shell/shell.route.tsx', [
    layout('features/shell/content.route.tsx', [
      route('home', 'features/home/home.route.tsx'),
      route('settings', 'features/settings/settings.route.tsx'),
      route('search', 'features/search/search.route.tsx'),
      route('inbox', 'features/inbox/inbox.route.tsx'),
      route('inbox/count', 'features/inbox/count.route.ts'),

      // Administration
      route('admin-home', 'features/admin/home.route.tsx'),
      route('admin-projects', 'features/admin/projects/projects.route.tsx'),
      route('admin-projects/add', 'features/admin/projects/project-add.route.tsx'),
      route('admin-projects/:id', 'features/admin/projects/project.route.tsx'),
      route('admin-projects/:id/settings', 'features/admin/projects/settings.route.tsx'),
      route('admin-users', 'features/admin/people/people.route.tsx'),
      route('admin-users/add', 'features/admin/people/person-add.route.tsx'),
      route('admin-users/:id', 'features/admin/people/person.route.tsx'),
      route('admin-users/:id/change', 'features/admin/people/person-change.route.tsx'),

      // Inventory: products, purchases, stock
      route('inventory', 'features/inventory/stock/inventory-index.route.ts'),
      route('inventory/inventory-list', 'features/inventory/stock/inventory-index.route.ts', {
        id: 'inventory-list',
      }),
      route(
        'inventory/inventory-list/inventory-view-list',
        'features/inventory/stock/view-list.route.tsx',
      ),
      route(
        'inventory/inventory-list/inventory-view-actual',
        'features/inventory/stock/view-actual.route.tsx',
      ),
      route('inventory/inventory-list/ledger/:id', 'features/inventory/stock/ledger.route.tsx'),
      route('inventory/stock-counts', 'features/inventory/counts/count-list.route.tsx'),
      route('inventory/stock-counts/add', 'features/inventory/counts/count-add.route.tsx'),
      route('inventory/stock-counts/:id', 'features/inventory/counts/count.route.tsx'),
      route('inventory/stock-counts/:id/print', 'features/inventory/counts/count-print.route.tsx'),
      route('inventory/product-list', 'features/inventory/products/product-list.route.tsx'),
      route(
        'inventory/product-list/product-add-product',
        'features/inventory/products/product-add.route.tsx',
      ),
      route(
        'inventory/product-list/import',
        'features/inventory/products/product-import.route.tsx',
      ),
      route(
        'inventory/product-list/import/template',
        'features/inventory/products/product-import-template.route.ts',
      ),
      route('inventory/product-list/:id', 'features/inventory/products/product.route.tsx'),
      route(
        'inventory/product-list/:id/edit',
        'features/inventory/products/product-edit.route.tsx',
      ),
      route('inventory/purchase-list', 'features/inventory/purchases/purchase-list.route.tsx'),
      route(
        'inventory/purchase-list/purchase-add-purchase',
        'features/inventory/purchases/purchase-add.route.tsx',
      ),
      route(
        'inventory/purchase-list/products',
        'features/inventory/purchases/purchase-products.route.ts',
      ),
      route(
        'inventory/purchase-list/twins',
        'features/inventory/purchases/purchase-twins.route.ts',
      ),
      route('inventory/purchase-list/:id', 'features/inventory/purchases/purchase.route.tsx'),
      route('inventory/product-edits', 'features/inventory/edits/edits.route.tsx'),
      route('inventory/product-edits/add', 'features/inventory/edits/edit-add.route.tsx'),

      // Customers
      route('customers', 'features/customers/customers-index.route.ts'),
      route('customers/customer-list', 'features/customers/customers-index.route.ts', {
        id: 'customer-list',
      }),
      route(
        'customers/customer-list/customer-view-list',
        'features/customers/customer-list.route.tsx',
      ),
      route(
        'customers/customer-list/import',
        'features/customers/import/customer-import.route.tsx',
      ),
      route(
        'customers/customer-list/import/template',
        'features/customers/import/customer-import-template.route.ts',
      ),
      route('customers/customer-list/:id', 'features/customers/customer.route.tsx'),
      route(
        'customers/customer-list/:id/statement',
        'features/customers/statement/statement.route.tsx',
      ),
      route(
        'customers/customer-list/:id/statement/excel',
        'features/customers/statement/statement-excel.route.ts',
      ),
      route('customers/customer-list/:id/edit', 'features/customers/customer-edit.route.tsx'),
      route('customers/statements', 'features/customers/statement/statements.route.tsx'),
      route('customers/statements/excel', 'features/customers/statement/statements-excel.route.ts'),
      route('customers/customer-options', 'features/customers/customer-options.route.ts'),
      route('customers/transfers', 'features/customers/transfers/transfers.route.tsx'),
      route('customers/transfers/add', 'features/customers/transfers/transfer-add.route.tsx'),
      route('customers/customer-registry/twins', 'features/customers/customer-twins.route.ts'),
      route('customers/customer-registry', 'features/customers/registry.route.tsx'),
      route(
        'customers/customer-registry/customer-add-registry',
        'features/customers/add-registry.route.tsx',
      ),

      // Sales: bookings, invoicing
      route('sales', 'features/sales/sales.route.tsx'),
      route('sales/bookings', 'features/sales/bookings.route.tsx'),
      route('sales/bookings/add', 'features/sales/booking-add.route.tsx'),
      route('sales/bookings/panel', 'features/sales/panel.route.ts'),
      route('sales/bookings/archive', 'features/sales/archive.route.tsx'),
      route('sales/bookings/validation', 'features/sales/validation.route.tsx'),
      route('sales/bookings/products', 'features/sales/booking-products.route.ts'),
      route('sales/bookings/:id', 'features/sales/booking.route.tsx'),
      route('sales/bookings/:id/edit', 'features/sales/booking-edit.route.tsx'),
      route('sales/bookings/:id/dates', 'features/sales/booking-dates.route.tsx'),
      route('sales/sales-invoicing', 'features/sales/invoicing/invoicing.route.tsx'),
      route('sales/sales-invoicing/numbers', 'features/sales/invoicing/numbers.route.tsx'),
      route('sales/sales-invoicing/print', 'features/sales/invoicing/batch-print.route.tsx'),
      route('sales/sales-delivery', 'features/sales/delivery/delivery.route.tsx'),
      route('sales/sales-delivery/day-list', 'features/sales/delivery/day-list.route.tsx'),
      route('sales/sales-delivery/pick-list', 'features/sales/delivery/pick-list.route.tsx'),
      route('sales/bookings/:id/delivery-receipt', 'features/sales/delivery/receipt.route.tsx'),
      route('sales/bookings/:id/invoice', 'features/sales/invoicing/invoice-print.route.tsx'),

      // Warehouse: requests about booked goods
      route('warehouse', 'features/warehouse/warehouse-index.route.ts'),
      route('warehouse/warehouse-list', 'features/warehouse/warehouse-index.route.ts', {
        id: 'warehouse-list',
      }),
      route(
        'warehouse/warehouse-list/warehouse-view-list',
        'features/warehouse/request-list.route.tsx',
      ),
      route('warehouse/warehouse-list/add', 'features/warehouse/choose-booking.route.tsx'),
      route('warehouse/warehouse-list/add/:id', 'features/warehouse/request-add.route.tsx'),
      route('warehouse/warehouse-list/:id', 'features/warehouse/request.route.tsx'),

      // Treasury: collections
      route('treasury', 'features/treasury/treasury-index.route.ts'),
      route('treasury/treasury-list', 'features/treasury/treasury-index.route.ts', {
        id: 'treasury-list',
      }),
      route(
        'treasury/treasury-list/treasury-view-list',
        'features/treasury/collection-list.route.tsx',
      ),
      route(
        'treasury/treasury-list/treasury-add-collection',
        'features/treasury/add-collection.route.tsx',
      ),
      route('treasury/treasury-list/approval', 'features/treasury/approval/approval.route.tsx'),
      route('treasury/treasury-list/:id', 'features/treasury/collection.route.tsx'),
      route('treasury/treasury-list/:id/print', 'features/treasury/receipt-print.route.tsx'),
      route('treasury/treasury-list/:id/use', 'features/treasury/credit/use-credit.route.tsx'),
      route('treasury/position', 'features/treasury/position/position.route.tsx'),
      route('treasury/position/banks/:id', 'features/treasury/position/bank.route.tsx'),
      route('treasury/deposits', 'features/treasury/deposits/deposit-list.route.tsx'),
      route('treasury/deposits/add', 'features/treasury/deposits/deposit-add.route.tsx'),
      route('treasury/deposits/:id', 'features/treasury/deposits/deposit.route.tsx'),
      route('treasury/deposits/:id/print', 'features/treasury/deposits/deposit-print.route.tsx'),
      route('treasury/cheques', 'features/treasury/cheques/cheques.route.tsx'),
      route('treasury/cheques/:id/replace', 'features/treasury/cheques/replace.route.tsx'),
      route('treasury/remittances', 'features/treasury/remittance/remittance-list.route.tsx'),
      route(
        'treasury/remittances/collectors/:id',
        'features/treasury/remittance/collector.route.tsx',
      ),
      route('treasury/remittances/:id', 'features/treasury/remittance/remittance.route.tsx'),
      route(
        'treasury/remittances/:id/print',
        'features/treasury/remittance/remittance-print.route.tsx',
      ),
      ...masters('banks'),
      ...masters('payees'),
      ...masters('releasers'),
      ...masters('cost-centers'),

      // Expenses: vouchers
      route('expenses', 'features/expenses/expenses-index.route.ts'),
      route('expenses/expenses-list', 'features/expenses/expenses-index.route.ts', {
        id: 'expenses-list',
      }),
      route(
        'expenses/expenses-list/expenses-view-list',
        'features/expenses/expenses-list.route.tsx',
      ),
      route(
        'expenses/expenses-list/expenses-add-voucher',
        'features/expenses/voucher-add.route.tsx',
      ),
      route('expenses/expenses-list/:id', 'features/expenses/voucher.route.tsx'),
      route('expenses/expenses-list/:id/edit', 'features/expenses/voucher-edit.route.tsx'),
      route('expenses/attachments/:id', 'features/expenses/attachments/attachment.route.ts'),
      route('expenses/cheques', 'features/expenses/cheques/cheques.route.tsx'),
      route('expenses/cheques/books/add', 'features/expenses/cheques/book-add.route.tsx'),
      route('expenses/cheques/layouts', 'features/expenses/cheques/layouts.route.tsx'),
      route('expenses/cheques/layouts/:id', 'features/expenses/cheques/layout.route.tsx'),
      route('expenses/cheques/layouts/:id/test', 'features/expenses/cheques/layout-test.route.tsx'),
      route('expenses/cheques/:id', 'features/expenses/cheques/cheque.route.tsx'),
      route('expenses/cheques/:id/print', 'features/expenses/cheques/cheque-print.route.tsx'),
      route('expenses/payee-options', 'features/expenses/payee-options.route.ts'),
      route('expenses/voucher-twins', 'features/expenses/voucher-twins.route.ts'),

      // The books themselves
      route('audit', 'features/audit/audit.route.tsx'),
      route('audit/excel', 'features/audit/audit-excel.route.ts'),
      route('verify-books', 'features/audit/verify-books.route.tsx'),

      // Portals: "Tracking & Reports"
      route('gm-portal', 'features/portals/gm-portal.route.tsx'),
      route('ase-portal', 'features/portals/ase-portal.route.tsx'),
      route('gm-portal/targets', 'features/portals/targets/targets.route.tsx'),
      route(
        'reports_penetration_report/call-sheet',
        'features/portals/call-sheet/call-sheet.route.tsx',
      ),

      // Reports
      route('reports_expenses_print', 'features/expenses/print/print.route.tsx'),
      ...reports(),

      // Anything else: the 404 page, inside the shell
      route('*', 'features/shell/not-found.route.tsx'),
    ]),
  ]),
] satisfies RouteConfig
