import { termsText } from '~/modules/customers/components/CreditLine'
import type { FormContent } from '~/modules/prints/placed-form'
import { amountInWords } from '~/platform/values/amount-in-words'
import { dayNumber, formatDate } from '~/platform/values/dates'
import { formatMoney } from '~/platform/values/money'
import { price, unitPrice } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import type { InvoiceDocument } from './numbers.server'

/** Returns what an invoice says on a pre-printed form, as it was issued. */
export function invoiceOnForm(invoice: InvoiceDocument, copies?: number): FormContent {
  const { currency } = invoice.letterhead
  const { date_invoiced: on, date_due: due } = invoice
  return {
    number: invoice.invoice_no ?? '',
    numbers: invoice.forms,
    dated: on ?? '',
    copies,
    mark: invoice.stage === 'cancelled' ? 'CANCELLED' : null,
    head: {
      date: on && formatDate(on),
      buyer: invoice.customer_name,
      tin: invoice.tin_no,
      style: invoice.business_style,
      address: invoice.deliver_to,
      terms: on && due ? termsText(dayNumber(due) - dayNumber(on)) : null,
      due: due && formatDate(due),
      reference: invoice.so_no,
    },
    lines: [
      ...invoice.lines.map((line) => ({
        quantity: formatQuantity(line.quantity, line.case_config),
        description: line.description,
        price: line.free_of ? 'Free' : unitPrice(price(line.agent_srp, line.agent_srp_pieces)),
        amount: formatMoney(line.amount),
      })),
      ...(invoice.discount === '0.00'
        ? []
        : [{ description: `Less discounts, taken off above: ${formatMoney(invoice.discount)}` }]),
      ...(invoice.credited === '0.00'
        ? []
        : [{ description: 'Less goods not delivered', amount: formatMoney(invoice.credited) }]),
    ],
    foot: {
      vatable: formatMoney(invoice.vatable),
      exempt: formatMoney(invoice.exempt),
      zero: formatMoney(invoice.zero_rated),
      vat: formatMoney(invoice.vat),
      total: formatMoney(invoice.due, currency),
      words: `${amountInWords(invoice.due, currency)} only`,
    },
  }
}
