import PDFDocument from 'pdfkit'
import type { Paper, PaperSize, Papers } from '../paper.ts'
import { drawBlocks } from './blocks.ts'
import { FACES, fontFile } from './fonts.ts'
import { drawHeader, type PaperLogo } from './header.ts'
import type { Measure } from './lines.ts'
import { COLORS, measurer, Pen, pageOfPaper, runsOf, type Tag } from './pen.ts'
import { drawForm } from './placed.ts'

/** A file within the PDF, such as the data of the document. */
export interface AttachedFile {
  name: string
  type: string
  content: Uint8Array
  description?: string
  /** The relation to the document: its data, or the source that it was made from. */
  relationship: 'Data' | 'Source' | 'Alternative' | 'Supplement' | 'Unspecified'
}

export interface PdfJob {
  papers: Papers
  size: PaperSize
  /** Logos by their addresses. */
  logos: Readonly<Record<string, PaperLogo>>
  attachments?: readonly AttachedFile[]
}

/**
 * Writes papers as one PDF: text that can be selected, tagged for screen readers, with its fonts. The same papers have the same
 * bytes: a file is as old as its document, not as its download.
 */
export async function writePdf({ papers, size, logos, attachments }: PdfJob): Promise<Uint8Array> {
  const doc = open(papers)
  const parts: Uint8Array[] = []
  const done = new Promise((resolve, reject) => {
    doc.on('data', (part: Uint8Array) => parts.push(part))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  const measure = measurer(doc)
  for (const paper of papers.sheets) drawPaper({ doc, root, measure, logos }, paper, size)
  for (const page of papers.forms ?? []) drawForm(doc, root, page)
  root.end()
  // The library's types do not know the relationship.
  for (const { name, content, ...about } of attachments ?? [])
    doc.file(Buffer.from(content), {
      name,
      ...about,
      creationDate: doc.info.CreationDate,
      modifiedDate: doc.info.CreationDate,
    } as PDFKit.Mixins.PDFAttachmentOptions)
  doc.end()
  await done
  return Buffer.concat(parts)
}

function open({ file, sheets, forms = [] }: Papers): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    // Else the library begins with a font of its own.
    font: '',
    lang: 'en',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: file,
      Creator: 'Kalakal',
      Producer: 'Kalakal',
      CreationDate: new Date(Date.parse((sheets[0] ?? forms[0])?.dated ?? '') || 0),
    },
  })
  for (const face of FACES) doc.registerFont(face, fontFile(face))
  return doc
}

interface Surroundings {
  doc: PDFKit.PDFDocument
  root: Tag
  measure: Measure
  logos: PdfJob['logos']
}

function drawPaper({ doc, root, measure, logos }: Surroundings, paper: Paper, size: PaperSize) {
  const pen = new Pen(doc, pageOfPaper(size, paper.wide ?? false), measure)
  pen.tag(
    root,
    'Sect',
    (sect) => {
      drawHeader(pen, sect, paper, logos[paper.letterhead.logo ?? ''])
      drawBlocks(pen, sect, paper.blocks)
    },
    { title: paper.label ?? paper.title },
  )
  drawFeet(pen, paper)
  doc.flushPages()
}

/** Numbers the pages of a paper: a number that counts the pages of others would tell of them. */
function drawFeet(pen: Pen, { foot }: Paper): void {
  const { start, count } = pen.doc.bufferedPageRange()
  const letters = { size: 10.4, leading: 14 }
  for (let at = 0; at < count; at++) {
    pen.doc.switchToPage(start + at)
    const y = (pen.bottom + pen.page.height) / 2 - pen.px(7)
    const line = (text: string) =>
      pen.lines(runsOf(text, { color: COLORS.ink }), Number.POSITIVE_INFINITY, letters)
    pen.decorate(() => {
      if (foot) pen.draw(line(foot), { x: pen.left, y, letters })
      const end = pen.left + pen.width
      pen.draw(line(`Page ${at + 1} of ${count}`), { x: pen.left, y, letters, end })
    })
  }
}
