import { paths } from '~/paths'
import { CUSTOMER_COLUMN } from '../columns'
import type { ImportDefinition } from '../definition'

/** Defines the import of receipts and of cheques on hand. */
export const kind: ImportDefinition = {
  kind: 'receipts',
  title: 'Import receipts and post-dated cheques',
  noun: ['row', 'rows'],
  about:
    'Records what customers paid, and the cheques that lie in the safe, as pending receipts: rows of one CR number are one receipt. A cheque from before is dated on the opening date, as the invoice that it pays is still owed then. Receipts are approved as typed ones.',
  order: 8,
  permission: 'collections.record',
  list: { label: 'Collections', to: paths.treasury.collections },
  columns: [
    {
      key: 'cr_no',
      label: 'CR number',
      kind: 'text',
      required: true,
      synonyms: ['cr', 'cr no', 'or number', 'or no', 'receipt', 'receipt no', 'receipt number'],
      example: 'CR-5001',
    },
    CUSTOMER_COLUMN,
    {
      key: 'date_collected',
      label: 'Date',
      kind: 'date',
      required: true,
      synonyms: ['date collected', 'collection date', 'receipt date', 'cr date'],
      hint: 'the opening date for cheques on hand',
      example: '01/31/2026',
    },
    {
      key: 'drr_no',
      label: 'DRR number',
      kind: 'text',
      synonyms: ['drr', 'drr no', 'remittance'],
      example: 'DRR-88',
    },
    {
      key: 'amount',
      label: 'Amount',
      kind: 'money',
      required: true,
      synonyms: ['paid', 'amount paid', 'cheque amount'],
      example: '4500.00',
    },
    {
      key: 'means',
      label: 'Payment type',
      kind: 'text',
      required: true,
      synonyms: ['means', 'type', 'mode', 'mode of payment', 'paid by'],
      hint: 'cash, cheque, bank transfer or withholding',
      example: 'cheque',
    },
    {
      key: 'cheque_bank',
      label: 'Bank of the cheque',
      kind: 'text',
      synonyms: ['bank', 'cheque bank', 'check bank'],
      example: 'BDO',
    },
    {
      key: 'cheque_no',
      label: 'Cheque number',
      kind: 'text',
      synonyms: ['cheque no', 'check no', 'check number', 'cheque'],
      example: '0001234',
    },
    {
      key: 'cheque_date',
      label: 'Cheque date',
      kind: 'date',
      synonyms: ['check date', 'date of cheque'],
      example: '02/28/2026',
    },
    {
      key: 'account',
      label: 'Our account',
      kind: 'text',
      synonyms: ['bank account', 'account no', 'deposited to'],
      hint: 'into which a transfer came; the number of the account',
      example: '',
    },
    {
      key: 'reference_no',
      label: 'Reference',
      kind: 'text',
      synonyms: ['reference no', 'reference number', 'certificate'],
      hint: 'of a transfer or a withholding certificate',
      example: '',
    },
    {
      key: 'invoice_no',
      label: 'Invoice paid',
      kind: 'text',
      synonyms: ['invoice', 'invoice no', 'invoice number', 'si no', 'applied to'],
      hint: 'the oldest are paid when no row of the receipt names one',
      example: 'SI-9001',
    },
  ],
}
