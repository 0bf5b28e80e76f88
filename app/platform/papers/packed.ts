import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { PaperSize, Papers } from './paper.ts'
import type { PaperLogo } from './pdf/header.ts'

/** Papers as they were when they were shared, with all that is needed to draw them again. */
export interface KeptPapers {
  papers: Papers
  size: PaperSize
  /** Logos by their addresses. */
  logos: Readonly<Record<string, PaperLogo>>
}

/** A logo as text. */
type Packed = Omit<KeptPapers, 'logos'> & {
  logos: Record<string, Omit<PaperLogo, 'image'> & { image: string }>
}

/** Papers that take more than this as a text are too many to be kept. */
const MOST = 1_000_000

/** Packs papers into a text, as the database keeps them; null when they are too many. */
export async function packPapers({ papers, size, logos }: KeptPapers): Promise<string | null> {
  const content: Packed = { papers, size, logos: {} }
  for (const [address, { image, width, height }] of Object.entries(logos))
    content.logos[address] = { image: Buffer.from(image).toString('base64'), width, height }
  const packed = await promisify(gzip)(JSON.stringify(content))
  const text = packed.toString('base64')
  return text.length > MOST ? null : text
}

/** Returns papers as they were packed. The database has nothing but what this program packed. */
export async function unpackPapers(text: string): Promise<KeptPapers> {
  const { papers, size, logos } = JSON.parse(
    (await promisify(gunzip)(Buffer.from(text, 'base64'))).toString(),
  ) as Packed
  const images = Object.entries(logos).map(
    ([address, logo]) => [address, { ...logo, image: Buffer.from(logo.image, 'base64') }] as const,
  )
  return { papers, size, logos: Object.fromEntries(images) }
}
