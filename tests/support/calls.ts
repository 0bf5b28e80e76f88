/** Calls of a screen to the database and the identity provider, with those for its person and for saved views. */
export const FEW = 6

/** Screens that ask more often, by their addresses: fewer calls make a line smaller or needless, more are refused. */
export const MORE: Record<string, number> = {
  '/audit': 7,
  '/customers/customer-list/:id': 9,
  '/customers/statements': 7,
  '/expenses/expenses-list/:id': 8,
  '/expenses/expenses-list/:id/edit': 7,
  '/inventory/bad-orders/:id': 8,
  '/inventory/product-edits': 9,
  '/inventory/price-lists/:id': 7,
  '/inventory/product-list/:id': 8,
  '/inventory/product-list/:id/edit': 8,
  '/inventory/purchase-list/:id': 11,
  '/inventory/purchase-list/:id/print': 7,
  '/sales/bookings/:id/edit': 7,
  '/sales/bookings/:id/invoice': 7,
  '/sales/sales-invoicing': 7,
  '/sales/sales-invoicing/numbers': 7,
  '/treasury/cheques/:id/replace': 7,
  '/treasury/position': 7,
  '/treasury/remittances/:id/print': 8,
  '/treasury/treasury-list/:id/print': 8,
}
