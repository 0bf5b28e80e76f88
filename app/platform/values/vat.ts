import { z } from 'zod/mini'

/** The VAT classes of products, customers and expenses, as the database names them. */
export const VAT_CLASSES = ['vatable', 'exempt', 'zero_rated'] as const
export type VatClass = (typeof VAT_CLASSES)[number]

const LABELS: Record<VatClass, string> = {
  vatable: 'VATable',
  exempt: 'VAT-exempt',
  zero_rated: 'Zero-rated',
}

/** Writes a VAT class as papers do. */
export const vatClassLabel = (value: string) => LABELS[value as VatClass] ?? value

/** The choices of a field for a VAT class. */
export const VAT_CLASS_OPTIONS = VAT_CLASSES.map((value) => ({ value, label: LABELS[value] }))

/** Form field of a VAT class. */
export const vatClassField = z._default(
  z.enum(VAT_CLASSES, { error: 'VATable, VAT-exempt or zero-rated.' }),
  'vatable',
)
