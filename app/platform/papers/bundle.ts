import { deflatedLater, type Packed, zipPieces } from '../files/zip.server.ts'

/** The file of an invoice or memo: the text as it was kept, with its hash. */
export interface BundledPaper {
  kind: string
  number: string
  date: string
  made: string
  content: string
  sha256: string
}

/** The seller of a bundle, and its period. */
export interface BundleHead {
  seller: string
  from: string
  to: string
}

type ZipFile = readonly [path: string, parts: readonly Packed[]]

const packed = (text: string) => deflatedLater(new TextEncoder().encode(text))

/**
 * Packs the structured files of invoices and memos into one archive, with an index of their hashes. It is written while papers are
 * read, so that of many papers only a part is in memory.
 */
export const writeBundle = (
  head: BundleHead,
  parts: AsyncIterable<readonly BundledPaper[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> => zipPieces(filesOf(head, parts))

async function* filesOf(
  head: BundleHead,
  parts: AsyncIterable<readonly BundledPaper[]>,
): AsyncGenerator<ZipFile> {
  const begun = JSON.stringify({ format: 'kalakal-e-invoices', format_version: 1, ...head })
  const index = [await packed(`${begun.slice(0, -1)},"papers":[`)]
  const paths = new Set<string>()
  for await (const papers of parts) {
    let lines = ''
    for (const { content, ...paper } of papers) {
      const file = freePath(paths, paper)
      lines += `${paths.size > 0 ? ',' : ''}\n${JSON.stringify({ file, ...paper })}`
      paths.add(file)
      yield [file, [await packed(`{"document":${content},"sha256":"${paper.sha256}"}\n`)]]
    }
    index.push(await packed(lines))
  }
  index.push(await packed(`\n],"count":${paths.size}}\n`))
  yield ['index.json', index]
}

/** Numbers in two spellings may become one name: a later one gets a further number. */
function freePath(
  paths: ReadonlySet<string>,
  { kind, number }: Omit<BundledPaper, 'content'>,
): string {
  const folder = kind === 'invoice' ? 'invoices' : 'memos'
  const name = `${folder}/${number.replace(/[^\p{L}\p{N}._-]+/gu, '-')}`
  let path = `${name}.json`
  for (let again = 2; paths.has(path); again++) path = `${name}-${again}.json`
  return path
}
