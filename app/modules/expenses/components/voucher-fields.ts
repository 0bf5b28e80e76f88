import type { useCommandForm } from '~/ui/CommandForm'
import type { voucherSchema } from '../schema'

/** The fields of the voucher form, as its parts receive them. */
export type VoucherFields = ReturnType<typeof useCommandForm<typeof voucherSchema>>[1]
