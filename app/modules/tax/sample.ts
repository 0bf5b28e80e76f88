import type { FormContent } from '~/modules/prints/placed-form'

/** Returns the values of a test page: long texts in every place, and more lines than one form takes. */
export const sampleContent = (
  date: string,
  written: string,
  currency: string,
  lines: number,
): FormContent => ({
  number: 'TEST-000123',
  dated: date,
  mark: 'TEST PAGE',
  head: {
    date: written,
    buyer: 'Test page, not a document',
    tin: '000-000-000-00000',
    style: 'Sari-sari store',
    address: '118 Marcos Highway, Barangay San Roque, Pasig City',
    terms: '30 days',
    due: written,
    reference: 'SO-000123',
  },
  lines: Array.from({ length: lines }, (_, at) => ({
    quantity: `${at + 1} cs`,
    description: `Goods of line ${at + 1}, of the usual length`,
    price: '1,234.56',
    amount: '12,345.67',
  })),
  foot: {
    vatable: '123,456.78',
    exempt: '12,345.67',
    zero: '1,234.56',
    vat: '14,814.81',
    total: `${currency} 151,851.82`,
    words:
      'One hundred fifty-one thousand eight hundred fifty-one pesos and eighty-two centavos only',
  },
})
