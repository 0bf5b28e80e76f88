import type { KeptPapers } from '../packed.ts'
import type { PaperData } from '../paper.ts'
import type { AttachedFile, PdfJob } from './write.ts'

/** Returns the work of the thread that writes papers as a PDF, with the data of their documents in it. */
export function jobOf({ papers, ...more }: KeptPapers): PdfJob {
  return { papers, ...more, attachments: papers.data?.map(attached) }
}

/** Returns the name of a file, without signs that no file may have. */
export const fileNameOf = (name: string, ending: string) =>
  `${name.replace(/[\p{Cc}"*/:<>?\\|]+/gu, '-').trim()}.${ending}`

/** Returns the data of a document as a file within its PDF. */
function attached({ name, description, text }: PaperData): AttachedFile {
  const content = new TextEncoder().encode(text)
  const type = 'application/json'
  return { name: fileNameOf(name, 'json'), type, content, description, relationship: 'Data' }
}
