import type { PaperData } from './paper'

/** Tells whether an address asks for a page's papers as a file. */
export function wantsFile(url: string): boolean {
  return ['pdf', 'json'].includes(new URL(url).searchParams.get('format') ?? '')
}

/** Makes the file of a document's data: the text as it was kept, with its hash beside it. */
export function dataFile(
  name: string,
  { content, sha256 }: { content: string; sha256: string },
): PaperData {
  return {
    name,
    description: `${name} as structured data`,
    text: `{"document":${content},"sha256":"${sha256}"}\n`,
  }
}
