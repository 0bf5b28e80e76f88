import type { Page } from 'playwright'
import { getDocumentProxy } from 'unpdf'

/** A page of a PDF: its size in points, and its lines of text from the top, with one space between words. */
export interface PdfPage {
  size: [width: number, height: number]
  lines: string[]
}

interface Piece {
  text: string
  x: number
  y: number
  end: number
}

/** Prints a page as the browser does and reads what is on the paper. */
export async function pdfOf(page: Page): Promise<PdfPage[]> {
  return readPdf(await page.pdf({ preferCSSPageSize: true }))
}

/** Opens a PDF to look at more than its text. */
export const openPdf = (file: Uint8Array) => getDocumentProxy(new Uint8Array(file))

/** Reads what is on the pages of a PDF. */
export async function readPdf(file: Uint8Array): Promise<PdfPage[]> {
  const pdf = await openPdf(file)
  const pages: PdfPage[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const sheet = await pdf.getPage(number)
    const { width, height } = sheet.getViewport({ scale: 1 })
    const { items } = await sheet.getTextContent()
    const pieces = items.flatMap((item): Piece[] => {
      if (!('str' in item) || !item.str.trim()) return []
      const [x, y] = [Number(item.transform[4]), Number(item.transform[5])]
      return [{ text: item.str, x, y, end: x + item.width }]
    })
    pages.push({ size: [Math.round(width), Math.round(height)], lines: linesOf(pieces) })
  }
  return pages
}

/** Joins pieces of the same height, from the left; a gap between two is a space. */
function linesOf(pieces: Piece[]): string[] {
  const lines = new Map<number, Piece[]>()
  for (const piece of pieces) {
    const near = [...lines.keys()].find((y) => Math.abs(y - piece.y) < 2)
    lines.set(near ?? piece.y, [...(lines.get(near ?? piece.y) ?? []), piece])
  }
  return [...lines]
    .toSorted(([a], [b]) => b - a)
    .map(([, line]) =>
      line
        .toSorted((a, b) => a.x - b.x)
        .map(
          (piece, at, all) => (at > 0 && piece.x - all[at - 1]!.end > 0.5 ? ' ' : '') + piece.text,
        )
        .join('')
        .replace(/\s+/g, ' ')
        .trim(),
    )
}
