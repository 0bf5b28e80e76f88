import { type PlacedPage, rulerMarks } from '../placed.ts'
import { drawable } from './fonts.ts'
import type { Tag } from './pen.ts'

const MILLIMETER = 72 / 25.4
const mm = (millimeters: number) => millimeters * MILLIMETER

/** Draws a pre-printed form as PlacedSheet shows it: each text as long as it is there. */
export function drawForm(doc: PDFKit.PDFDocument, root: Tag, page: PlacedPage): void {
  const { width, height, texts, ruled, label } = page
  doc.addPage({ size: [mm(width), mm(height)], margin: 0 })
  if (ruled) drawGrid(doc, width, height)
  const section = doc.struct('Sect', { title: label })
  root.add(section)
  for (const { text, x, y, size, length, anchor } of texts) {
    const line = doc.struct('P')
    section.add(line)
    line.add(() => {
      const said = drawable(text)
      doc.font('regular').fontSize(mm(size)).fillColor('#000000')
      const natural = doc.widthOfString(said)
      const from = anchor === 'end' ? x - length : anchor === 'middle' ? x - length / 2 : x
      // The library's types do not know the scaling.
      doc.text(said, mm(from), mm(y), {
        lineBreak: false,
        baseline: 'alphabetic',
        horizontalScaling: natural > 0 ? (100 * mm(length)) / natural : 100,
      } as PDFKit.Mixins.TextOptions)
    })
    line.end()
  }
  section.end()
}

/** Draws the grid and the rulers of a test page. */
function drawGrid(doc: PDFKit.PDFDocument, width: number, height: number): void {
  const line = (from: [number, number], to: [number, number], color: string) =>
    doc.moveTo(mm(from[0]), mm(from[1])).lineTo(mm(to[0]), mm(to[1])).lineWidth(0.3).stroke(color)
  const name = (at: number, x: number, y: number) =>
    doc.font('regular').fontSize(mm(2.2)).fillColor('#5a605b').text(String(at), mm(x), mm(y), {
      lineBreak: false,
      baseline: 'alphabetic',
    })
  doc.markContent('Artifact', { type: 'Layout' })
  for (const { at, size } of rulerMarks(width)) {
    if (at % 10 === 0 && at > 0) {
      line([at, 0], [at, height], '#c9c6bc')
      name(at, at - 1.5, 6)
    }
    line([at, 0], [at, size], '#5a605b')
  }
  for (const { at, size } of rulerMarks(height)) {
    if (at % 10 === 0 && at > 0) {
      line([0, at], [width, at], '#c9c6bc')
      name(at, 4.2, at + 0.8)
    }
    line([0, at], [size, at], '#5a605b')
  }
  doc.endMarkedContent()
}
