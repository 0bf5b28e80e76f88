import { existsSync, readdirSync } from 'node:fs'
import { layout, type RouteConfig, route } from '@remix-run/route-config'

/** The three screens of a master: its entries, a new one, one of them. */
function masters(kind: string) {
  const path = `treasury/masters/${kind}`
  return [
    route(path, 'modules/masters/master-list.route.tsx', { id: path }),
    route(`${path}/add`, 'modules/masters/master-add.route.tsx', { id: `${path}/add` }),
    route(`${path}/:id`, 'modules/masters/master.route.tsx', { id: `${path}/:id` }),
  ]
}

/** The screen, the print and the Excel file of each report, by the folders that have a definition: they share their modules. */
function reports() {
  const folder = new URL('./modules/reports/', import.meta.url)
  return readdirSync(folder)
    .filter((name) => existsSync(new URL(`${name}/definition.ts`, folder)))
    .map((name) => `reports_${name}`)
    .flatMap((path) => [
      route(path, 'modules/reports/report.route.tsx', { id: path }),
      route(`${path}/print`, 'modules/reports/report-print.route.tsx', { id: `${path}/print` }),
      route(`${path}_excel`, 'modules/reports/report-excel.route.ts', { id: `${path}_excel` }),
    ])
}

/**
 * Every address of the product. A screen is one line here and one `*.route.tsx` in its feature.
 * Paths are matched without regard to case: /Login is /login.
 */
export default [
  // Open to everyone
  route('/', 'modules/auth/sign-in.route.tsx', { index: true }),
  route('login', 'modules/auth/sign-in.route.tsx', { id: 'login' }),
  route('verification', 'modules/auth/verification.route.tsx'),
  route('reset', 'modules/auth/reset.route.tsx'),
  route('version.json', 'modules/shell/version.route.ts'),

  // Acts and data of the shell, without a page
  route('signout', 'modules/auth/sign-out.route.ts'),
  route('theme', 'modules/shell/theme.route.ts'),
  route('switch-project', 'modules/shell/switch-project.route.ts'),

  // The calls that outside clients make too (docs/account-api.md)
  route('logos/*', 'modules/logos/logo.route.ts'),
  route('api/company-settings', 'modules/settings/account-api/company-settings.route.ts'),
  route('api/current-profile', 'modules/settings/account-api/current-profile.route.ts'),
  route('api/account-name', 'modules/settings/account-api/account-name.route.ts'),

  // Signed in
  layout('modules/shell/shell.route.tsx', [
    layout('modules/shell/content.route.tsx', [
      route('home', 'modules/home/home.route.tsx'),
      route('settings', 'modules/settings/settings.route.tsx'),
      route('search', 'modules/search/search.route.tsx'),
      route('inbox', 'modules/inbox/inbox.route.tsx'),
      route('inbox/count', 'modules/inbox/count.route.ts'),

      // Administration
      route('admin-home', 'modules/admin/home.route.tsx'),
      route('admin-projects', 'modules/admin/projects/projects.route.tsx'),
      route('admin-projects/add', 'modules/admin/projects/project-add.route.tsx'),
      route('admin-projects/:id', 'modules/admin/projects/project.route.tsx'),
      route('admin-projects/:id/settings', 'modules/admin/projects/settings.route.tsx'),
      route('admin-users', 'modules/admin/people/people.route.tsx'),
      route('admin-users/add', 'modules/admin/people/person-add.route.tsx'),
      route('admin-users/:id', 'modules/admin/people/person.route.tsx'),
      route('admin-users/:id/change', 'modules/admin/people/person-change.route.tsx'),

      // Inventory: products, purchases, stock
      route('inventory', 'modules/inventory/stock/inventory-index.route.ts'),
      route('inventory/inventory-list', 'modules/inventory/stock/inventory-index.route.ts', {
        id: 'inventory-list',
      }),
      route(
        'inventory/inventory-list/inventory-view-list',
        'modules/inventory/stock/view-list.route.tsx',
      ),
      route(
        'inventory/inventory-list/inventory-view-actual',
        'modules/inventory/stock/view-actual.route.tsx',
      ),
      route('inventory/inventory-list/ledger/:id', 'modules/inventory/stock/ledger.route.tsx'),
      route('inventory/stock-counts', 'modules/inventory/counts/count-list.route.tsx'),
      route('inventory/stock-counts/add', 'modules/inventory/counts/count-add.route.tsx'),
      route('inventory/stock-counts/:id', 'modules/inventory/counts/count.route.tsx'),
      route('inventory/stock-counts/:id/print', 'modules/inventory/counts/count-print.route.tsx'),
      route('inventory/product-list', 'modules/inventory/products/product-list.route.tsx'),
      route(
        'inventory/product-list/product-add-product',
        'modules/inventory/products/product-add.route.tsx',
      ),
      route('inventory/product-list/import', 'modules/inventory/products/product-import.route.tsx'),
      route(
        'inventory/product-list/import/template',
        'modules/inventory/products/product-import-template.route.ts',
      ),
      route('inventory/product-list/:id', 'modules/inventory/products/product.route.tsx'),
      route('inventory/product-list/:id/edit', 'modules/inventory/products/product-edit.route.tsx'),
      route('inventory/purchase-list', 'modules/inventory/purchases/purchase-list.route.tsx'),
      route(
        'inventory/purchase-list/purchase-add-purchase',
        'modules/inventory/purchases/purchase-add.route.tsx',
      ),
      route(
        'inventory/purchase-list/products',
        'modules/inventory/purchases/purchase-products.route.ts',
      ),
      route('inventory/purchase-list/twins', 'modules/inventory/purchases/purchase-twins.route.ts'),
      route('inventory/purchase-list/:id', 'modules/inventory/purchases/purchase.route.tsx'),
      route('inventory/product-edits', 'modules/inventory/edits/edits.route.tsx'),
      route('inventory/product-edits/add', 'modules/inventory/edits/edit-add.route.tsx'),

      // Customers
      route('customers', 'modules/customers/customers-index.route.ts'),
      route('customers/customer-list', 'modules/customers/customers-index.route.ts', {
        id: 'customer-list',
      }),
      route(
        'customers/customer-list/customer-view-list',
        'modules/customers/customer-list.route.tsx',
      ),
      route('customers/customer-list/import', 'modules/customers/import/customer-import.route.tsx'),
      route(
        'customers/customer-list/import/template',
        'modules/customers/import/customer-import-template.route.ts',
      ),
      route('customers/customer-list/:id', 'modules/customers/customer.route.tsx'),
      route('customers/customer-list/:id/statement', 'modules/statements/statement.route.tsx'),
      route(
        'customers/customer-list/:id/statement/excel',
        'modules/statements/statement-excel.route.ts',
      ),
      route('customers/customer-list/:id/edit', 'modules/customers/customer-edit.route.tsx'),
      route('customers/statements', 'modules/statements/statements.route.tsx'),
      route('customers/statements/excel', 'modules/statements/statements-excel.route.ts'),
      route('customers/customer-options', 'modules/customers/customer-options.route.ts'),
      route('customers/transfers', 'modules/customers/transfers/transfers.route.tsx'),
      route('customers/transfers/add', 'modules/customers/transfers/transfer-add.route.tsx'),
      route('customers/customer-registry/twins', 'modules/customers/customer-twins.route.ts'),
      route('customers/customer-registry', 'modules/customers/registry.route.tsx'),
      route(
        'customers/customer-registry/customer-add-registry',
        'modules/customers/add-registry.route.tsx',
      ),

      // Sales: bookings, invoicing
      route('sales', 'modules/sales/sales.route.tsx'),
      route('sales/bookings', 'modules/sales/bookings.route.tsx'),
      route('sales/bookings/add', 'modules/sales/booking-add.route.tsx'),
      route('sales/bookings/panel', 'modules/sales/panel.route.ts'),
      route('sales/bookings/archive', 'modules/sales/archive.route.tsx'),
      route('sales/bookings/validation', 'modules/sales/validation.route.tsx'),
      route('sales/bookings/products', 'modules/sales/booking-products.route.ts'),
      route('sales/bookings/:id', 'modules/sales/booking.route.tsx'),
      route('sales/bookings/:id/edit', 'modules/sales/booking-edit.route.tsx'),
      route('sales/bookings/:id/dates', 'modules/sales/booking-dates.route.tsx'),
      route('sales/sales-invoicing', 'modules/sales/invoicing/invoicing.route.tsx'),
      route('sales/sales-invoicing/numbers', 'modules/sales/invoicing/numbers.route.tsx'),
      route('sales/sales-invoicing/print', 'modules/sales/invoicing/batch-print.route.tsx'),
      route('sales/sales-delivery', 'modules/sales/delivery/delivery.route.tsx'),
      route('sales/sales-delivery/day-list', 'modules/sales/delivery/day-list.route.tsx'),
      route('sales/sales-delivery/pick-list', 'modules/sales/delivery/pick-list.route.tsx'),
      route('sales/bookings/:id/delivery-receipt', 'modules/sales/delivery/receipt.route.tsx'),
      route('sales/bookings/:id/invoice', 'modules/sales/invoicing/invoice-print.route.tsx'),

      // Warehouse: requests about booked goods
      route('warehouse', 'modules/sales/warehouse/warehouse-index.route.ts'),
      route('warehouse/warehouse-list', 'modules/sales/warehouse/warehouse-index.route.ts', {
        id: 'warehouse-list',
      }),
      route(
        'warehouse/warehouse-list/warehouse-view-list',
        'modules/sales/warehouse/request-list.route.tsx',
      ),
      route('warehouse/warehouse-list/add', 'modules/sales/warehouse/choose-booking.route.tsx'),
      route('warehouse/warehouse-list/add/:id', 'modules/sales/warehouse/request-add.route.tsx'),
      route('warehouse/warehouse-list/:id', 'modules/sales/warehouse/request.route.tsx'),

      // Treasury: collections
      route('treasury', 'modules/treasury/treasury-index.route.ts'),
      route('treasury/treasury-list', 'modules/treasury/treasury-index.route.ts', {
        id: 'treasury-list',
      }),
      route(
        'treasury/treasury-list/treasury-view-list',
        'modules/treasury/collection-list.route.tsx',
      ),
      route(
        'treasury/treasury-list/treasury-add-collection',
        'modules/treasury/add-collection.route.tsx',
      ),
      route('treasury/treasury-list/approval', 'modules/treasury/approval/approval.route.tsx'),
      route('treasury/treasury-list/:id', 'modules/treasury/collection.route.tsx'),
      route('treasury/treasury-list/:id/print', 'modules/treasury/receipt-print.route.tsx'),
      route('treasury/treasury-list/:id/use', 'modules/treasury/credit/use-credit.route.tsx'),
      route('treasury/position', 'modules/treasury/position/position.route.tsx'),
      route('treasury/position/banks/:id', 'modules/treasury/position/bank.route.tsx'),
      route('treasury/deposits', 'modules/treasury/deposits/deposit-list.route.tsx'),
      route('treasury/deposits/add', 'modules/treasury/deposits/deposit-add.route.tsx'),
      route('treasury/deposits/:id', 'modules/treasury/deposits/deposit.route.tsx'),
      route('treasury/deposits/:id/print', 'modules/treasury/deposits/deposit-print.route.tsx'),
      route('treasury/cheques', 'modules/treasury/cheques/cheques.route.tsx'),
      route('treasury/cheques/:id/replace', 'modules/treasury/cheques/replace.route.tsx'),
      route('treasury/remittances', 'modules/treasury/remittance/remittance-list.route.tsx'),
      route(
        'treasury/remittances/collectors/:id',
        'modules/treasury/remittance/collector.route.tsx',
      ),
      route('treasury/remittances/:id', 'modules/treasury/remittance/remittance.route.tsx'),
      route(
        'treasury/remittances/:id/print',
        'modules/treasury/remittance/remittance-print.route.tsx',
      ),
      ...masters('banks'),
      ...masters('payees'),
      ...masters('releasers'),
      ...masters('cost-centers'),

      // Expenses: vouchers
      route('expenses', 'modules/expenses/expenses-index.route.ts'),
      route('expenses/expenses-list', 'modules/expenses/expenses-index.route.ts', {
        id: 'expenses-list',
      }),
      route(
        'expenses/expenses-list/expenses-view-list',
        'modules/expenses/expenses-list.route.tsx',
      ),
      route(
        'expenses/expenses-list/expenses-add-voucher',
        'modules/expenses/voucher-add.route.tsx',
      ),
      route('expenses/expenses-list/:id', 'modules/expenses/voucher.route.tsx'),
      route('expenses/expenses-list/:id/edit', 'modules/expenses/voucher-edit.route.tsx'),
      route('expenses/attachments/:id', 'modules/expenses/attachments/attachment.route.ts'),
      route('expenses/cheques', 'modules/expenses/cheques/cheques.route.tsx'),
      route('expenses/cheques/books/add', 'modules/expenses/cheques/book-add.route.tsx'),
      route('expenses/cheques/layouts', 'modules/expenses/cheques/layouts.route.tsx'),
      route('expenses/cheques/layouts/:id', 'modules/expenses/cheques/layout.route.tsx'),
      route('expenses/cheques/layouts/:id/test', 'modules/expenses/cheques/layout-test.route.tsx'),
      route('expenses/cheques/:id', 'modules/expenses/cheques/cheque.route.tsx'),
      route('expenses/cheques/:id/print', 'modules/expenses/cheques/cheque-print.route.tsx'),
      route('expenses/payee-options', 'modules/expenses/payee-options.route.ts'),
      route('expenses/voucher-twins', 'modules/expenses/voucher-twins.route.ts'),

      // The books themselves
      route('audit', 'modules/audit/audit.route.tsx'),
      route('audit/excel', 'modules/audit/audit-excel.route.ts'),
      route('verify-books', 'modules/audit/verify-books.route.tsx'),

      // Portals: "Tracking & Reports"
      route('gm-portal', 'modules/portals/gm-portal.route.tsx'),
      route('ase-portal', 'modules/portals/ase-portal.route.tsx'),
      route('gm-portal/targets', 'modules/portals/targets/targets.route.tsx'),
      route(
        'reports_penetration_report/call-sheet',
        'modules/portals/call-sheet/call-sheet.route.tsx',
      ),

      // Reports
      route('reports_expenses_print', 'modules/expenses/print/print.route.tsx'),
      ...reports(),

      // Anything else: the 404 page, inside the shell
      route('*', 'modules/shell/not-found.route.tsx'),
    ]),
  ]),
] satisfies RouteConfig
