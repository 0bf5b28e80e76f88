import { paths } from '~/paths'

/**
 * Returns the address of a voucher's print. With `&print` the print dialog opens on its own, once.
 */
export const printPath = (voucherId: string) =>
  `${paths.expenses.voucherPrint}?voucher=${voucherId}`
