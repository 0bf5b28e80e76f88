import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { logoPath } from '~/modules/logos/address'
import { readLogo } from '~/modules/logos/storage.server'
import { disposition } from '~/platform/files/disposition'
import { flatPicture } from '~/platform/files/picture.server'
import { type PaperData, type PaperSize, type Papers, paperSize } from '~/platform/papers/paper'
import type { PaperLogo } from '~/platform/papers/pdf/header'
import type { AttachedFile, PdfJob } from '~/platform/papers/pdf/write'
import { problem } from '~/platform/request/errors'

const TOO_LARGE = 'This is too much for one PDF. Choose fewer documents, or print the page.'

type Writer = Pick<AppLoadContext, 'db' | 'writeOnThread'>

/**
 * Writes papers as one PDF.
 *
 * @throws the 413 page when they are too many, the 503 page when others wait already.
 */
async function pdfOf(
  { db, writeOnThread }: Writer,
  papers: Papers,
  size: PaperSize,
): Promise<Uint8Array> {
  const addresses = new Set(papers.sheets.flatMap(({ letterhead: { logo } }) => logo ?? []))
  const logos: Record<string, PaperLogo> = {}
  for (const address of addresses) {
    const picture = await readLogo(db, logoPath(address))
    if (picture) logos[address] = await flatPicture(picture)
  }
  const job: PdfJob = { papers, size, logos, attachments: papers.data?.map(attached) }
  const { over, answer } = await writeOnThread<Uint8Array>('pdf', job)
  if (over === 'busy')
    throw problem(503, 'Other files are being written. Wait a moment and try again.')
  if (over) throw problem(413, TOO_LARGE)
  return answer
}

/**
 * Answers with the papers of a page as a PDF when its address asks for it (`?format=pdf`), or with the data of the first one
 * (`?format=json`): the page's own loader has guarded and read them. Null for every other page, and where there is nothing to print.
 */
export async function fileReply(
  request: Request,
  { loaderData, errors }: EntryContext['staticHandlerContext'],
  context: Writer,
): Promise<Response | null> {
  const { searchParams } = new URL(request.url)
  const format = searchParams.get('format')
  if (request.method !== 'GET' || errors || (format !== 'pdf' && format !== 'json')) return null
  const papers = Object.values(loaderData).flatMap(papersIn)[0]
  if (!papers || papers.sheets.length === 0) return null
  const [data] = papers.data ?? []
  if (format === 'json') return data ? download(data.text, data.name, JSON_FILE) : null
  const pdf = await pdfOf(context, papers, paperSize(searchParams))
  return download(new Uint8Array(pdf), papers.file, PDF_FILE)
}

const PDF_FILE = { type: 'application/pdf', ending: 'pdf' }
const JSON_FILE = { type: 'application/json', ending: 'json' }

function download(
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  { type, ending }: typeof PDF_FILE,
): Response {
  return new Response(content, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': disposition('attachment', `${safeName(name)}.${ending}`),
      'Cache-Control': 'private, no-store',
    },
  })
}

/** Returns the data of a document as a file within its PDF. */
function attached({ name, description, text }: PaperData): AttachedFile {
  const content = new TextEncoder().encode(text)
  const { type, ending } = JSON_FILE
  return { name: `${safeName(name)}.${ending}`, type, content, description, relationship: 'Data' }
}

function papersIn(data: unknown): Papers[] {
  const { papers } = (data ?? {}) as { papers?: Papers | null }
  return papers ? [papers] : []
}

/** Returns a name without signs that no file may have. */
const safeName = (name: string) => name.replace(/[\p{Cc}"*/:<>?\\|]+/gu, '-').trim()
