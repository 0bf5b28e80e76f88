import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const salesRoutes = [
  route(paths.sales.index, 'modules/sales/sales.route.tsx'),
  route(paths.sales.bookings, 'modules/sales/bookings.route.tsx'),
  route(paths.fileOf(paths.sales.bookings), 'modules/sales/bookings-file.route.ts'),
  route(paths.sales.addBooking, 'modules/sales/booking-add.route.tsx'),
  route(paths.sales.entryPanel, 'modules/sales/panel.route.ts'),
  route(paths.sales.archive, 'modules/sales/archive.route.tsx'),
  route(paths.sales.validation, 'modules/sales/validation.route.tsx'),
  route(paths.sales.bookingProducts, 'modules/sales/booking-products.route.ts'),
  route(paths.sales.booking(':id'), 'modules/sales/booking.route.tsx'),
  route(paths.sales.editBooking(':id'), 'modules/sales/booking-edit.route.tsx'),
  route(paths.sales.bookingDates(':id'), 'modules/sales/booking-dates.route.tsx'),
  route(paths.sales.invoicing, 'modules/sales/invoicing/invoicing.route.tsx'),
  route(paths.sales.invoiceNumbers, 'modules/sales/invoicing/numbers.route.tsx'),
  route(paths.sales.invoiceBatch, 'modules/sales/invoicing/batch-print.route.tsx'),
  route(paths.sales.delivery, 'modules/sales/delivery/delivery.route.tsx'),
  route(paths.sales.dayList, 'modules/sales/delivery/day-list.route.tsx'),
  route(paths.sales.pickList, 'modules/sales/delivery/pick-list.route.tsx'),
  route(paths.sales.deliveryReceipts, 'modules/sales/delivery/receipts.route.tsx'),
  route(paths.sales.deliveryReceipt(':id'), 'modules/sales/delivery/receipt.route.tsx'),
  route(paths.sales.invoice(':id'), 'modules/sales/invoicing/invoice-print.route.tsx'),
  route(paths.warehouse.index, 'modules/sales/warehouse/warehouse-index.route.ts'),
  route(paths.warehouse.listIndex, 'modules/sales/warehouse/warehouse-index.route.ts', {
    id: 'warehouse-list',
  }),
  route(paths.warehouse.requests, 'modules/sales/warehouse/request-list.route.tsx'),
  route(paths.fileOf(paths.warehouse.requests), 'modules/sales/warehouse/requests-file.route.ts'),
  route(paths.warehouse.chooseBooking, 'modules/sales/warehouse/choose-booking.route.tsx'),
  route(paths.warehouse.addRequest(':id'), 'modules/sales/warehouse/request-add.route.tsx'),
  route(paths.warehouse.request(':id'), 'modules/sales/warehouse/request.route.tsx'),
]
