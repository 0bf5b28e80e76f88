import { z } from 'zod/mini'
import { optionalText } from '~/platform/forms/fields'
import { layoutOf, type MeasureIn } from '~/platform/papers/placed'

/** The measures of a layout by part, in the order of the form. */
export const LAYOUT_PARTS = {
  sheet: {
    title: 'Position of the cheque on the sheet',
    measures: {
      offset_x: { label: 'From the left edge', min: -20, max: 250, standard: 0 },
      offset_y: { label: 'From the top edge', min: -20, max: 250, standard: 0 },
      letter_height: { label: 'Text height', min: 2, max: 8, standard: 4.2 },
    },
  },
  date: {
    title: 'Date, one digit per box',
    measures: {
      date_x: { label: 'First box center', min: 0, max: 250, standard: 148.5 },
      date_y: { label: 'Baseline', min: 0, max: 120, standard: 16 },
      date_pitch: { label: 'Box spacing', min: 1, max: 15, standard: 5.4 },
      date_gap: { label: 'Extra gap after month and day', min: 0, max: 20, standard: 3.2 },
    },
  },
  payee: {
    title: 'Pay to the order of',
    measures: {
      payee_x: { label: 'From the left', min: 0, max: 250, standard: 31 },
      payee_y: { label: 'Baseline', min: 0, max: 120, standard: 27.5 },
      payee_width: { label: 'Line length', min: 20, max: 250, standard: 112 },
    },
  },
  figures: {
    title: 'Amount in figures',
    measures: {
      figures_x: { label: 'From the left', min: 0, max: 250, standard: 154 },
      figures_y: { label: 'Baseline', min: 0, max: 120, standard: 27.5 },
      figures_width: { label: 'Line length', min: 20, max: 250, standard: 42 },
    },
  },
  words: {
    title: 'Amount in words',
    measures: {
      words_x: { label: 'From the left', min: 0, max: 250, standard: 19 },
      words_y: { label: 'Baseline of the first line', min: 0, max: 120, standard: 36 },
      words_width: { label: 'Line length', min: 20, max: 250, standard: 172 },
      words_step: { label: 'Line spacing', min: 3, max: 20, standard: 6.5 },
    },
  },
} as const

/**
 * The positions of the lines on a bank account's cheques, in millimeters from the cheque's corner.
 */
export type ChequeLayout = Record<MeasureIn<typeof LAYOUT_PARTS>, number>

const { names, standard, shape } = layoutOf(LAYOUT_PARTS)

export const MEASURE_NAMES = names

/** The layout of an account until a user saves one for it. */
export const STANDARD_LAYOUT: ChequeLayout = standard

export const layoutSchema = z.object({
  ...shape,
  /** Instructions for feeding a cheque into the printer. */
  feed_note: optionalText(200),
})
