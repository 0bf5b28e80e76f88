import { createHash } from 'node:crypto'
import type { Paper, PaperData } from '../../app/platform/papers/paper.ts'
import { writePdf } from '../../app/platform/papers/pdf/write.ts'
import { openPdf, readPdf } from './pdf.ts'

/**
 * A paper as it leaves the house: its description, whose texts the page prints (tests/http/paper-files.test.ts), the lines of its
 * PDF with their hash, and the file that the PDF carries.
 */
export async function facesOf(paper: Paper, data?: PaperData) {
  const content = new TextEncoder().encode(data?.text ?? '')
  const pdf = await writePdf({
    ...{ papers: { file: 'Paper', sheets: [paper] }, size: 'a4', logos: {} },
    attachments: data
      ? [{ name: 'data.json', type: 'application/json', content, relationship: 'Data' }]
      : [],
  })
  const attached = (await (await openPdf(pdf)).getAttachments()) as Record<
    string,
    { content: Uint8Array }
  > | null
  return {
    paper,
    print: textsIn(paper),
    pdf: (await readPdf(pdf)).flatMap(({ lines }) => lines),
    hash: createHash('sha256').update(pdf).digest('hex'),
    file: attached ? Buffer.from(attached['data.json']!.content).toString() : null,
  }
}

/** The texts of a description in their order. */
function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (part === null || typeof part !== 'object') return []
  return Object.values(part).flatMap(textsIn)
}
