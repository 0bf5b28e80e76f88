/** Calls of a screen to the database and the identity provider, the question for its person included. */
export const FEW = 5

/** Screens that ask more often, by their addresses: fewer calls make a line smaller or needless, more are refused. */
export const MORE: Record<string, number> = {
  '/audit': 6,
  '/customers/customer-list/:id': 7,
  '/customers/statements': 6,
  '/expenses/expenses-list/:id': 7,
  '/expenses/expenses-list/:id/edit': 8,
  '/inventory/bad-orders/:id': 8,
  '/inventory/price-lists/:id': 6,
  '/inventory/product-edits': 8,
  '/inventory/product-list/:id': 7,
  '/inventory/purchase-list/:id': 8,
  '/inventory/purchase-list/:id/print': 6,
  '/inventory/purchase-list/purchase-add-purchase': 6,
  '/reports_ar/print': 6,
  '/reports_delivery': 6,
  '/reports_expenses': 7,
  '/reports_penetration_report': 6,
  '/reports_purchase': 6,
  '/reports_sales': 7,
  '/reports_sales_customerspecific': 8,
  '/sales/bookings/:id/edit': 9,
  '/sales/sales-invoicing': 6,
  '/sales/sales-invoicing/numbers': 6,
  '/treasury/cheques/:id/replace': 7,
  '/treasury/position': 6,
  '/treasury/remittances/:id/print': 7,
  '/treasury/treasury-list/:id': 7,
  '/treasury/treasury-list/:id/print': 9,
  '/treasury/treasury-list/:id/use': 7,
}
