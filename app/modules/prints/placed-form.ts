import { fitLines, type PlacedPage, type PlacedText, placedLine } from '~/platform/papers/placed'
import { FORM_SIZES, type FormLayout, type FormMeasure, type FormSize } from './form-layout'

/** A form of a company: its size, its lines, and where they stand. */
export interface PaperForm {
  size: FormSize
  linesPerForm: number
  layout: FormLayout
  feedNote: string | null
}

type Head = 'date' | 'buyer' | 'tin' | 'style' | 'address' | 'terms' | 'due' | 'reference'
type Foot = 'vatable' | 'exempt' | 'zero' | 'vat' | 'total' | 'words'
type Line = Partial<Record<'quantity' | 'description' | 'price' | 'amount', string>>

/** Texts of a paper on a form. Texts that the paper does not have are left out. */
export interface FormContent {
  number: string
  /** Numbers that it has, from its own on; one by default. */
  numbers?: number
  dated: string
  head: Partial<Record<Head, string | null>>
  lines: readonly Line[]
  foot: Partial<Record<Foot, string | null>>
  /** Words across the form, such as CANCELLED. */
  mark?: string | null
  copies?: number
}

const FIGURES: readonly string[] = ['vatable', 'exempt', 'zero', 'vat', 'total']

/**
 * Places a paper on as many forms as its lines take. Each says the number and which form of how many it is; the sums stand on the
 * last one.
 */
export function formPages(form: PaperForm, content: FormContent, ruled = false): PlacedPage[] {
  const { width, height } = FORM_SIZES[form.size]
  const count = Math.max(1, Math.ceil(content.lines.length / form.linesPerForm))
  return Array.from({ length: count }, (_, at) => {
    const lines = content.lines.slice(at * form.linesPerForm, (at + 1) * form.linesPerForm)
    const last = at === count - 1
    return {
      label: count > 1 ? `${content.number}, form ${at + 1} of ${count}` : content.number,
      dated: content.dated,
      ...{ width, height, ruled },
      texts: [
        ...headOf(form.layout, content, at, count),
        ...lines.flatMap((line, row) => lineOf(form.layout, line, row)),
        ...(last
          ? footOf(form.layout, content)
          : textAt(form.layout, 'words', 'Continued on the next form')),
      ],
    }
  })
}

function headOf(layout: FormLayout, content: FormContent, at: number, count: number) {
  const { number, head, mark, copies = 0 } = content
  const said = [mark, copies > 1 ? `COPY ${copies}` : null].filter(Boolean).join(' ')
  return [
    ...textAt(layout, 'number', count > 1 ? `${number} (${at + 1} of ${count})` : number),
    ...textAt(layout, 'copy', said),
    ...Object.entries(head).flatMap(([name, text]) => textAt(layout, name as Head, text ?? '')),
  ]
}

const footOf = (layout: FormLayout, { foot }: FormContent) =>
  Object.entries(foot).flatMap(([name, text]) => textAt(layout, name as Foot, text ?? ''))

/** Places a text; one that has no room of its own on the form is left out. */
function textAt(layout: FormLayout, name: Head | Foot | 'number' | 'copy', text: string) {
  const of = (what: 'x' | 'y' | 'width') => layout[`${name}_${what}` as FormMeasure]
  const width = of('width')
  if (width === 0 || text === '') return []
  const place = moved(layout, { x: of('x'), y: of('y'), width })
  if (name !== 'words') return [placedLine(name, place, text, FIGURES.includes(name))]
  const { lines, size } = fitLines(text, width, layout.letter_height)
  return lines.map((line, row) =>
    placedLine(`words ${row}`, { ...place, size, y: place.y + row * layout.lines_step }, line),
  )
}

function lineOf(layout: FormLayout, line: Line, row: number): PlacedText[] {
  const y = layout.lines_y + row * layout.lines_step
  return Object.entries(line).flatMap(([name, text]) => {
    const width = layout[`${name}_width` as FormMeasure]
    if (width === 0 || !text) return []
    const place = moved(layout, { x: layout[`${name}_x` as FormMeasure], y, width })
    return [placedLine(`${name} ${row}`, place, text, name !== 'description')]
  })
}

const moved = (layout: FormLayout, { x, y, width }: { x: number; y: number; width: number }) => ({
  x: x + layout.offset_x,
  y: y + layout.offset_y,
  ...{ width, size: layout.letter_height },
})
