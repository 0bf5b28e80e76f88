import { deflated, type Packed, zip } from '../files/zip.server'

/** The file of an invoice or memo: the text as it was kept, with its hash. */
export interface BundledPaper {
  kind: string
  number: string
  date: string
  made: string
  content: string
  sha256: string
}

/** Tells the thread that packs the files of a period what to pack: whose they are, then papers in parts; then the end. */
export type BundleMessage =
  | { seller: string; from: string; to: string }
  | { papers: readonly BundledPaper[] }
  | { end: true }

/** Packs the structured files of invoices and memos into one archive, with an index of their hashes. */
export class Bundle {
  private readonly files = new Map<string, readonly Packed[]>()
  private readonly index: object[] = []

  constructor(private readonly head: { seller: string; from: string; to: string }) {}

  add(papers: readonly BundledPaper[]): void {
    for (const { content, ...paper } of papers) {
      const file = this.freePath(paper)
      const text = `{"document":${content},"sha256":"${paper.sha256}"}\n`
      this.files.set(file, [deflated(new TextEncoder().encode(text))])
      this.index.push({ file, ...paper })
    }
  }

  /** Numbers in two spellings may become one name: a later one gets a further number. */
  private freePath({ kind, number }: Omit<BundledPaper, 'content'>): string {
    const folder = kind === 'invoice' ? 'invoices' : 'memos'
    const name = `${folder}/${number.replace(/[^\p{L}\p{N}._-]+/gu, '-')}`
    let path = `${name}.json`
    for (let again = 2; this.files.has(path); again++) path = `${name}-${again}.json`
    return path
  }

  finish(): Uint8Array<ArrayBuffer> {
    const index = {
      ...{ format: 'kalakal-e-invoices', format_version: 1, ...this.head },
      ...{ count: this.index.length, papers: this.index },
    }
    const text = `${JSON.stringify(index, null, 1)}\n`
    this.files.set('index.json', [deflated(new TextEncoder().encode(text))])
    return new Uint8Array(zip(this.files))
  }
}
