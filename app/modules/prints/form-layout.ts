import { z } from 'zod/mini'
import { checkboxField, numberField, optionalText } from '~/platform/forms/fields'
import { layoutOf, type MeasureIn } from '~/platform/papers/placed'

/** The papers that are printed on pre-printed forms, with their names. */
export const FORM_PAPERS = {
  invoice: 'Invoice',
  memo: 'Memo',
  receipt: 'Collection receipt',
} as const
export type FormPaper = keyof typeof FORM_PAPERS

/** The sizes of forms in millimeters. */
export const FORM_SIZES = {
  a4: { label: 'A4, 210 × 297 mm', width: 210, height: 297 },
  a5: { label: 'A5, 148 × 210 mm', width: 148, height: 210 },
  a5_across: { label: 'A5 across, 210 × 148 mm', width: 210, height: 148 },
  letter: { label: 'Letter, 8.5 × 11 in', width: 215.9, height: 279.4 },
  continuous: { label: 'Continuous, 9.5 × 11 in (dot matrix)', width: 241.3, height: 279.4 },
  continuous_half: {
    label: 'Continuous, 9.5 × 5.5 in (dot matrix)',
    width: 241.3,
    height: 139.7,
  },
} as const
export type FormSize = keyof typeof FORM_SIZES

const SIDE = 400
const across = (label: string, standard: number) => ({ label, min: 0, max: SIDE, standard })

/** The measures of a text that stands alone; a width of 0 leaves it out. */
const text = <Name extends string>(name: Name, x: number, y: number, width: number) =>
  ({
    [`${name}_x`]: across('From left', x),
    [`${name}_y`]: across('Baseline', y),
    [`${name}_width`]: across('Width', width),
  }) as Record<`${Name}_${'x' | 'y' | 'width'}`, ReturnType<typeof across>>

/** The measures of a column of lines; a width of 0 leaves it out. */
const column = <Name extends string>(name: Name, x: number, width: number) =>
  ({
    [`${name}_x`]: across('From left', x),
    [`${name}_width`]: across('Width', width),
  }) as Record<`${Name}_${'x' | 'width'}`, ReturnType<typeof across>>

/** The measures of a form by part, in the order of its settings. The standard is a form of A5. */
export const FORM_PARTS = {
  sheet: {
    title: 'Position and text',
    measures: {
      offset_x: { label: 'Move to the right', min: -20, max: 50, standard: 0 },
      offset_y: { label: 'Move down', min: -20, max: 50, standard: 0 },
      letter_height: { label: 'Text height', min: 1.5, max: 8, standard: 3 },
      lines_y: across('Baseline of the first line', 78),
      lines_step: { label: 'Line spacing', min: 2, max: 20, standard: 6 },
    },
  },
  number: { title: 'Number', measures: text('number', 100, 24, 40) },
  date: { title: 'Date', measures: text('date', 100, 32, 40) },
  copy: { title: 'Copy', measures: text('copy', 100, 16, 40) },
  buyer: { title: 'Customer', measures: text('buyer', 22, 40, 70) },
  tin: { title: 'TIN', measures: text('tin', 22, 46, 70) },
  style: { title: 'Business style', measures: text('style', 22, 52, 70) },
  address: { title: 'Address', measures: text('address', 22, 58, 118) },
  terms: { title: 'Terms', measures: text('terms', 112, 40, 28) },
  due: { title: 'Due date', measures: text('due', 112, 46, 28) },
  reference: { title: 'Order, invoice or payment', measures: text('reference', 112, 52, 28) },
  quantity: { title: 'Lines: quantity', measures: column('quantity', 8, 16) },
  description: { title: 'Lines: description', measures: column('description', 27, 62) },
  price: { title: 'Lines: unit price', measures: column('price', 91, 22) },
  amount: { title: 'Lines: amount', measures: column('amount', 115, 25) },
  vatable: { title: 'VATable sales', measures: text('vatable', 30, 162, 30) },
  exempt: { title: 'VAT-exempt sales', measures: text('exempt', 30, 168, 30) },
  zero: { title: 'Zero-rated sales', measures: text('zero', 30, 174, 30) },
  vat: { title: 'VAT', measures: text('vat', 30, 180, 30) },
  total: { title: 'Total', measures: text('total', 110, 162, 30) },
  words: { title: 'Amount in words', measures: text('words', 22, 190, 118) },
} as const

export type FormMeasure = MeasureIn<typeof FORM_PARTS>
/** The places of a paper's texts on its form, in millimeters from the corner of the form. */
export type FormLayout = Record<FormMeasure, number>

const { names, standard, shape } = layoutOf(FORM_PARTS)

export const FORM_MEASURES = names
export const STANDARD_FORM: FormLayout = standard

export const formLayoutSchema = z.object({
  paper_size: z.enum(Object.keys(FORM_SIZES) as [FormSize, ...FormSize[]], {
    error: 'Choose a paper size.',
  }),
  lines_per_form: numberField({
    ...{ missing: 'Enter the number of lines as a whole number.', min: 1, max: 60 },
  }),
  ...shape,
  /** Instructions for feeding a form into the printer. */
  feed_note: optionalText(200),
  /** True when each form of an invoice has a printed number. */
  numbered: checkboxField,
})
