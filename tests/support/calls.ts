/** Calls of a screen to the database and the identity provider, the question for its person included. */
export const FEW = 5

/** Screens that ask more often, by their addresses: fewer calls make a line smaller or needless, more are refused. */
export const MORE: Record<string, number> = {
  '/audit': 6,
  '/customers/customer-list/:id': 7,
  '/expenses/expenses-list/:id': 7,
  '/expenses/expenses-list/:id/edit': 6,
  '/inventory/bad-orders/:id': 7,
  '/inventory/product-edits': 8,
  '/inventory/price-lists/:id': 6,
  '/inventory/product-list/:id': 6,
  '/inventory/product-list/:id/edit': 7,
  '/inventory/purchase-list/:id': 9,
  '/inventory/purchase-list/:id/print': 6,
  '/sales/bookings/:id/edit': 6,
  '/sales/sales-invoicing/numbers': 6,
  '/treasury/cheques/:id/replace': 6,
  '/treasury/position': 6,
  '/treasury/remittances/:id/print': 7,
  '/treasury/treasury-list/:id/print': 7,
}
