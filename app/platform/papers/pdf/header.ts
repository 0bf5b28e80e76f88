import { type HeadLine, type Letterhead, linesOfHead, type Paper } from '../paper.ts'
import type { TextLine } from './lines.ts'
import {
  BODY,
  COLORS,
  LARGE,
  type Letters,
  type Pen,
  runsOf,
  SMALL,
  type Tag,
  TITLE,
} from './pen.ts'

/** Measures of the head, in pixels. */
const LOGO_WIDTH = 160
const LOGO_HEIGHT = 64
const SMALL_LOGO_HEIGHT = 40
const GAP = 24

/** A logo as PNG or JPEG, and its size in pixels. */
export interface PaperLogo {
  image: Uint8Array
  width: number
  height: number
}

/** A line of the head: its text, its letters, and what it is in the structure. */
interface HeadPart {
  lines: TextLine[]
  letters: Letters
  type: 'H1' | 'P'
}

const HEAD = {
  plain: { letters: BODY },
  number: { letters: LARGE, face: 'semibold' },
  name: { letters: BODY, face: 'semibold' },
  mark: { letters: BODY, face: 'semibold', color: COLORS.danger },
  muted: { letters: BODY, color: COLORS.muted },
  small: { letters: SMALL, color: COLORS.muted },
} as const

/** Draws the letterhead at the left, and what the paper is at the right. */
export function drawHeader(pen: Pen, parent: Tag, paper: Paper, logo: PaperLogo | undefined): void {
  const right = rightOf(pen, paper)
  const widest = Math.max(...right.flatMap(({ lines }) => lines.map((line) => line.width)))
  const picture = logo && pictureOf(pen, logo)
  const indent = picture ? picture.width + pen.px(12) : 0
  const room = pen.width - widest - pen.px(GAP) - indent
  const left = leftOf(pen, paper.letterhead, Math.max(room, pen.px(80)))
  const top = pen.y
  if (picture)
    pen.leaf(parent, 'Figure', () => picture.draw(pen.left, top), {
      alt: `Logo of ${paper.letterhead.company}`,
      bbox: [pen.left, top, pen.left + picture.width, top + picture.height],
    })
  const leftEnd = drawParts(pen, parent, left, { x: pen.left + indent, y: top })
  const rightEnd = drawParts(pen, parent, right, { x: 0, y: top, end: pen.left + pen.width })
  const end = Math.max(leftEnd, rightEnd, top + (picture?.height ?? 0))
  const small = pen.page.zoom < 1
  const line = end + pen.px(small ? 6 : 12)
  pen.decorate(() => {
    const y = line + pen.px(1)
    pen.rule([pen.left, y], [pen.left + pen.width, y], COLORS.ink, 2)
  })
  pen.y = line + pen.px(2) + pen.px(small ? 8 : 16)
}

function leftOf(pen: Pen, letterhead: Letterhead, room: number): HeadPart[] {
  const part = (text: string, letters: Letters, look: object): HeadPart => ({
    lines: pen.lines(runsOf(text, look), room, letters),
    letters,
    type: 'P',
  })
  return [
    part(letterhead.company, LARGE, { face: 'semibold' }),
    ...linesOfHead(letterhead).map((line) => part(line, SMALL, { color: COLORS.muted })),
  ]
}

function rightOf(pen: Pen, { title, head, copies = 0 }: Paper): HeadPart[] {
  const room = pen.width * 0.6
  const part = ({ text, look }: HeadLine): HeadPart => {
    const { letters, ...rest } = HEAD[look ?? 'plain']
    return { lines: pen.lines(runsOf(text, rest), room, letters), letters, type: 'P' }
  }
  return [
    {
      lines: pen.lines(runsOf(title, { face: 'semibold' }), room, TITLE),
      letters: TITLE,
      type: 'H1',
    },
    ...head.map(part),
    ...(copies > 1 ? [part({ text: `COPY ${copies}`, look: 'mark' })] : []),
  ]
}

function drawParts(
  pen: Pen,
  parent: Tag,
  parts: readonly HeadPart[],
  { x, y, end }: { x: number; y: number; end?: number },
): number {
  let at = y
  for (const { lines, letters, type } of parts) {
    const from = at
    pen.leaf(parent, type, () => pen.draw(lines, { x, y: from, letters, end }))
    at += lines.length * pen.px(letters.leading)
  }
  return at
}

/** Returns the logo as large as the head has room for it, not larger than it is. */
function pictureOf(pen: Pen, { image, width, height }: PaperLogo) {
  const most = pen.page.zoom < 1 ? SMALL_LOGO_HEIGHT : LOGO_HEIGHT
  const scale = Math.min(1, LOGO_WIDTH / width, most / height)
  const size = { width: pen.px(width * scale), height: pen.px(height * scale) }
  return {
    ...size,
    draw: (x: number, y: number) => void pen.doc.image(Buffer.from(image), x, y, size),
  }
}
