import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { logoPath } from '~/modules/logos/address'
import { readLogo } from '~/modules/logos/storage.server'
import { flatPicture } from '~/platform/files/picture.server'
import { type PaperSize, type Papers, paperSize } from '~/platform/papers/paper'
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
  attachments?: readonly AttachedFile[],
): Promise<Uint8Array> {
  const addresses = new Set(papers.sheets.flatMap(({ letterhead: { logo } }) => logo ?? []))
  const logos: Record<string, PaperLogo> = {}
  for (const address of addresses) {
    const picture = await readLogo(db, logoPath(address))
    if (picture) logos[address] = await flatPicture(picture)
  }
  const job: PdfJob = { papers, size, logos, attachments }
  const { over, answer } = await writeOnThread<Uint8Array>('pdf', job)
  if (over === 'busy')
    throw problem(503, 'Other files are being written. Wait a moment and try again.')
  if (over) throw problem(413, TOO_LARGE)
  return answer
}

/**
 * Answers with the papers of a page as a PDF when its address asks for it (`?format=pdf`): the page's own loader has guarded
 * and read them. Null for every other page, and where there is nothing to print.
 */
export async function pdfReply(
  request: Request,
  { loaderData, errors }: EntryContext['staticHandlerContext'],
  context: Writer,
): Promise<Response | null> {
  const { searchParams } = new URL(request.url)
  if (request.method !== 'GET' || errors || searchParams.get('format') !== 'pdf') return null
  const papers = Object.values(loaderData).flatMap(papersIn)[0]
  if (!papers || papers.sheets.length === 0) return null
  const pdf = await pdfOf(context, papers, paperSize(searchParams))
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; ${fileName(papers.file)}`,
      'Cache-Control': 'private, no-store',
    },
  })
}

function papersIn(data: unknown): Papers[] {
  const { papers } = (data ?? {}) as { papers?: Papers | null }
  return papers ? [papers] : []
}

/** Names a file as its document is named; old browsers read the first name, which has plain letters alone. */
function fileName(name: string): string {
  const safe = name.replace(/[\p{Cc}"*/:<>?\\|]+/gu, '-').trim()
  const plain = safe.normalize('NFKD').replace(/[^ -~]/g, '')
  const whole = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}.pdf"; filename*=UTF-8''${whole}.pdf`
}
