import type { PaperSize, PaperText } from '../paper.ts'
import { piecesOf } from '../paper.ts'
import { drawable, type Face } from './fonts.ts'
import { breakLines, type Measure, type Run, type TextLine } from './lines.ts'

type Doc = PDFKit.PDFDocument
export type Tag = PDFKit.PDFStructureElement

/** Colors of print, as app/styles/print-pages.css has them. */
export const COLORS = {
  ink: '#000000',
  muted: '#444a45',
  danger: '#b0261c',
  edge: '#8d897d',
  line: '#e0ddd4',
  sunken: '#f3f2ed',
}

/** The size of letters and the height of their lines, in pixels of the screen. */
export interface Letters {
  size: number
  leading: number
}

export const BODY: Letters = { size: 12, leading: 16.8 }
export const SMALL: Letters = { size: 12, leading: 16 }
/** The letters of tables with many columns and rows. */
export const DENSE: Letters = { size: 10.2, leading: 12.75 }
export const LARGE: Letters = { size: 16, leading: 24 }
export const TITLE: Letters = { size: 20, leading: 28 }

/** Points of a pixel, and of a millimeter. */
const PIXEL = 0.75
const MILLIMETER = 72 / 25.4

interface Page {
  width: number
  height: number
  /** Margins in millimeters: top, sides, bottom. */
  margins: readonly [number, number, number]
  /** The factor by which everything is drawn smaller. */
  zoom: number
}

const A4 = [595.28, 841.89] as const
const A5 = [419.53, 595.28] as const
const LETTER = [612, 792] as const

/** Returns the page of a paper, with the measures of app/styles/print-pages.css. Tables of many columns do not fit A5. */
export function pageOfPaper(size: PaperSize, wide: boolean): Page {
  const [width, height] = size === 'letter' ? LETTER : A4
  if (wide) return { width: height, height: width, margins: [9, 10, 11], zoom: 1 }
  if (size === 'a5') return { width: A5[1], height: A5[0], margins: [8, 10, 10], zoom: 0.85 }
  return { width, height, margins: size === 'letter' ? [12, 12, 14] : [14, 12, 16], zoom: 1 }
}

/** Remembers widths of characters, which add up to those of texts. */
export function measurer(doc: Doc): Measure {
  const widths = new Map<string, number>()
  const widthOf = (character: string, face: Face) => {
    const key = face + character
    let width = widths.get(key)
    if (width === undefined) {
      width = doc.font(face).fontSize(1000).widthOfString(character) / 1000
      widths.set(key, width)
    }
    return width
  }
  return (text, face) => {
    let width = 0
    for (const character of text) width += widthOf(character, face)
    return width
  }
}

/** The look of the parts of a text where they say nothing else. */
interface Look {
  face?: Face
  color?: string
  whole?: boolean
}

/** Returns the parts of a text as they are drawn. */
export function runsOf(text: PaperText, { face = 'regular', color, whole }: Look = {}): Run[] {
  return piecesOf(text).map((piece) => ({
    text: drawable(piece.below ? `\n${piece.text}` : piece.text),
    face: piece.strong ? 'semibold' : face,
    color: piece.danger ? COLORS.danger : piece.muted ? COLORS.muted : (color ?? COLORS.ink),
    whole: whole || piece.figure === true || piece.whole === true,
  }))
}

/** Draws on the pages of one paper, from the top. Places are in points from the upper left corner of the page. */
export class Pen {
  readonly left: number
  readonly width: number
  readonly top: number
  readonly bottom: number
  /** The height at which the next block begins. */
  y: number

  constructor(
    readonly doc: Doc,
    readonly page: Page,
    readonly measureEm: Measure,
  ) {
    const [top, side, bottom] = page.margins.map((each) => each * MILLIMETER) as [
      number,
      number,
      number,
    ]
    this.left = side
    this.width = page.width - 2 * side
    this.top = top
    this.bottom = page.height - bottom
    this.y = top
    this.newPage()
  }

  newPage(): void {
    const { width, height } = this.page
    this.doc.addPage({ size: [width, height], margin: 0 })
    this.y = this.top
  }

  /** Returns points of so many pixels. */
  px(pixels: number): number {
    return pixels * PIXEL * this.page.zoom
  }

  mm(millimeters: number): number {
    return millimeters * MILLIMETER
  }

  /** Begins a new page when so much does not fit on this one. */
  need(height: number): void {
    if (this.y + height > this.bottom && this.y > this.top) this.newPage()
  }

  /** Returns what measures texts of this size. */
  measure({ size }: Letters): Measure {
    const points = this.px(size)
    return (text, face) => this.measureEm(text, face) * points
  }

  lines(runs: readonly Run[], room: number, letters: Letters): TextLine[] {
    return breakLines(runs, room, this.measure(letters))
  }

  /** Draws lines below one another, and returns the place below them. */
  draw(
    lines: readonly TextLine[],
    { x, y, letters, end }: { x: number; y: number; letters: Letters; end?: number },
  ): number {
    const { doc } = this
    const [size, leading] = [this.px(letters.size), this.px(letters.leading)]
    // Inter stands 0.96875 above the base line and 0.2412 below it.
    const base = (leading - size * (0.96875 + 0.2412)) / 2 + size * 0.96875
    lines.forEach((line, index) => {
      const from = end === undefined ? x : end - line.width
      for (const { run, at } of line.parts) {
        doc.font(run.face).fontSize(size).fillColor(run.color)
        doc.text(run.text, from + at, y + index * leading + base, {
          lineBreak: false,
          baseline: 'alphabetic',
        })
      }
    })
    return y + lines.length * leading
  }

  /** Draws lines from the present place on, over as many pages as they take. */
  flow(tag: Tag, lines: readonly TextLine[], x: number, letters: Letters): void {
    const leading = this.px(letters.leading)
    for (let from = 0; from < lines.length; ) {
      this.need(leading)
      const fit = Math.max(1, Math.floor((this.bottom - this.y + 0.01) / leading))
      const part = lines.slice(from, from + fit)
      tag.add(() => {
        this.draw(part, { x, y: this.y, letters })
      })
      this.y += part.length * leading
      from += part.length
    }
  }

  /** Draws what is no content: lines, backgrounds, repeated heads, numbers of pages. */
  decorate(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  /** Draws a line of so many pixels from one place to another. */
  rule(from: readonly [number, number], to: readonly [number, number], color: string, pixels = 1) {
    this.doc
      .moveTo(...from)
      .lineTo(...to)
      .lineWidth(this.px(pixels))
      .strokeColor(color)
      .stroke()
  }

  /** Adds a part to the structure of the document. */
  tag(parent: Tag, type: string, draw: (tag: Tag) => void, options: object = {}): void {
    const tag = this.doc.struct(type as 'P', options)
    parent.add(tag)
    draw(tag)
    tag.end()
  }

  /** Adds a part with one text, which stands where `draw` draws it. */
  leaf(parent: Tag, type: string, draw: () => void, options: object = {}): void {
    this.tag(parent, type, (tag) => tag.add(draw), options)
  }
}
