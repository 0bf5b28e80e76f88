/** Address of a voucher's print. With `&print` the print dialog opens by itself, once. */
export const printPath = (voucherId: string) => `/reports_expenses_print?voucher=${voucherId}`
