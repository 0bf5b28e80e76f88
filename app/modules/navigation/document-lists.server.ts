import type { LoaderFunctionArgs } from '@remix-run/node'
import { loader as customers } from '~/modules/customers/customer-list.route'
import { loader as requestedCustomers } from '~/modules/customers/registry.route'
import { loader as issuedCheques } from '~/modules/expenses/cheques/cheques.route'
import { loader as vouchers } from '~/modules/expenses/expenses-list.route'
import { loader as badOrders } from '~/modules/inventory/bad-orders/bad-order-list.route'
import { loader as counts } from '~/modules/inventory/counts/count-list.route'
import { loader as products } from '~/modules/inventory/products/product-list.route'
import { loader as purchases } from '~/modules/inventory/purchases/purchase-list.route'
import { MASTERS } from '~/modules/masters/definitions'
import { loader as masters } from '~/modules/masters/master-list.route'
import { loader as memos } from '~/modules/memos/memo-list.route'
import { loader as bookings } from '~/modules/sales/bookings.route'
import { loader as deliveries } from '~/modules/sales/delivery/delivery.route'
import { loader as invoices } from '~/modules/sales/invoicing/invoicing.route'
import { loader as validation } from '~/modules/sales/validation.route'
import { loader as requests } from '~/modules/sales/warehouse/request-list.route'
import { loader as approval } from '~/modules/treasury/approval/approval.route'
import { loader as cheques } from '~/modules/treasury/cheques/cheques.route'
import { loader as collections } from '~/modules/treasury/collection-list.route'
import { loader as deposits } from '~/modules/treasury/deposits/deposit-list.route'
import { loader as remittances } from '~/modules/treasury/remittance/remittance-list.route'
import { paths } from '~/paths'

/** A list whose documents know their place in it. */
interface DocumentList {
  loader: (args: LoaderFunctionArgs) => Promise<{ rows: readonly { id: string; cursor: string }[] }>
  /** Returns the address of a row's document. */
  document: (id: string) => string
}

const masterLists = Object.fromEntries(
  Object.keys(MASTERS).map((kind): [string, DocumentList] => [
    paths.masters.list(kind),
    { loader: masters, document: (id) => paths.masters.entry(kind, id) },
  ]),
)

/** The lists by address. */
export const DOCUMENT_LISTS: Readonly<Record<string, DocumentList | undefined>> = {
  [paths.sales.bookings]: { loader: bookings, document: paths.sales.booking },
  [paths.sales.validation]: { loader: validation, document: paths.sales.booking },
  [paths.sales.invoicing]: { loader: invoices, document: paths.sales.booking },
  [paths.sales.delivery]: { loader: deliveries, document: paths.sales.booking },
  [paths.memos.list]: { loader: memos, document: paths.memos.memo },
  [paths.warehouse.requests]: { loader: requests, document: paths.warehouse.request },
  [paths.treasury.collections]: { loader: collections, document: paths.treasury.collection },
  [paths.treasury.approval]: { loader: approval, document: paths.treasury.collection },
  [paths.treasury.cheques]: { loader: cheques, document: paths.treasury.collection },
  [paths.treasury.remittances]: { loader: remittances, document: paths.treasury.remittance },
  [paths.treasury.deposits]: { loader: deposits, document: paths.treasury.deposit },
  [paths.expenses.vouchers]: { loader: vouchers, document: paths.expenses.voucher },
  [paths.expenses.cheques]: { loader: issuedCheques, document: paths.expenses.cheque },
  [paths.inventory.purchases]: { loader: purchases, document: paths.inventory.purchase },
  [paths.inventory.counts]: { loader: counts, document: paths.inventory.count },
  [paths.inventory.badOrders]: { loader: badOrders, document: paths.inventory.badOrder },
  [paths.inventory.products]: { loader: products, document: paths.inventory.product },
  ...masterLists,
  [paths.customers.list]: { loader: customers, document: paths.customers.customer },
  [paths.customers.requests]: { loader: requestedCustomers, document: paths.customers.customer },
}
