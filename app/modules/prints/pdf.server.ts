import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { logoPath } from '~/modules/logos/address'
import { readLogo } from '~/modules/logos/storage.server'
import { disposition } from '~/platform/files/disposition'
import { flatPicture } from '~/platform/files/picture.server'
import type { KeptPapers } from '~/platform/papers/packed'
import { type Papers, paperSize } from '~/platform/papers/paper'
import type { PaperLogo } from '~/platform/papers/pdf/header'
import { fileNameOf, jobOf } from '~/platform/papers/pdf/job'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'

const TOO_LARGE = 'This is too much for one PDF. Choose fewer documents, or print the page.'

type Writer = Pick<AppLoadContext, 'db' | 'writeOnThread'>

/**
 * Writes papers as one PDF.
 *
 * @throws the 413 page when they are too many, the 503 page when others wait already.
 */
async function pdfOf(
  { writeOnThread }: Pick<Writer, 'writeOnThread'>,
  kept: KeptPapers,
): Promise<Uint8Array> {
  const { over, answer } = await writeOnThread<Uint8Array>('pdf', jobOf(kept))
  if (over === 'busy')
    throw problem(503, 'Other files are being written. Wait a moment and try again.')
  if (over) throw problem(413, TOO_LARGE)
  return answer
}

/** Reads the logos of papers, as they are drawn on paper. */
export async function logosOf(db: Db, { sheets }: Papers): Promise<Record<string, PaperLogo>> {
  const addresses = new Set(sheets.flatMap(({ letterhead: { logo } }) => logo ?? []))
  const logos: Record<string, PaperLogo> = {}
  for (const address of addresses) {
    const picture = await readLogo(db, logoPath(address))
    if (picture) logos[address] = await flatPicture(picture)
  }
  return logos
}

/** Answers with papers as a PDF to download. */
export async function pdfReply(
  writer: Pick<Writer, 'writeOnThread'>,
  kept: KeptPapers,
): Promise<Response> {
  return download(new Uint8Array(await pdfOf(writer, kept)), kept.papers.file, PDF_FILE)
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
  if (!papers || papers.sheets.length + (papers.forms?.length ?? 0) === 0) return null
  const [data] = papers.data ?? []
  if (format === 'json') return data ? download(data.text, data.name, JSON_FILE) : null
  const logos = await logosOf(context.db, papers)
  return pdfReply(context, { papers, size: paperSize(searchParams), logos })
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
      'Content-Disposition': disposition('attachment', fileNameOf(name, ending)),
      'Cache-Control': 'private, no-store',
    },
  })
}

function papersIn(data: unknown): Papers[] {
  const { papers } = (data ?? {}) as { papers?: Papers | null }
  return papers ? [papers] : []
}
