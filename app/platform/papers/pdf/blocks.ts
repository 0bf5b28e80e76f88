import type {
  AmountBox,
  FactsBlock,
  FiguresBlock,
  PaperBlock,
  SectionBlock,
  Signature,
  Sum,
  TextBlock,
  TotalsBlock,
} from '../paper.ts'
import { saysSomething } from '../paper.ts'
import { BODY, COLORS, type Pen, runsOf, SMALL, type Tag, TITLE } from './pen.ts'
import { drawTable } from './table.ts'

/** Draws the parts of a paper below one another. */
export function drawBlocks(pen: Pen, parent: Tag, blocks: readonly PaperBlock[]): void {
  for (const block of blocks) {
    if (block.kind === 'facts') drawFacts(pen, parent, block)
    else if (block.kind === 'figures') drawFigures(pen, parent, block)
    else if (block.kind === 'table') drawTable(pen, parent, block)
    else if (block.kind === 'totals') drawTotals(pen, parent, block)
    else if (block.kind === 'text') drawText(pen, parent, block)
    else if (block.kind === 'section') drawSection(pen, parent, block)
    else drawSignatures(pen, parent, block.labels)
  }
}

/** Measures of facts, in pixels. */
const NAME = 112
const NAME_GAP = 8
const BOX = 224
const BOX_GAP = 24
const BESIDE = 32

function drawFacts(pen: Pen, parent: Tag, { items, amount }: FactsBlock): void {
  const shown = items.filter(([, value]) => saysSomething(value))
  const box = pen.px(BOX)
  const boxEnd = amount ? drawAmount(pen, parent, amount, pen.left + pen.width - box) : pen.y
  const page = pen.doc.bufferedPageRange().count
  const width = amount ? pen.width - box - pen.px(BOX_GAP) : (pen.width - pen.px(BESIDE)) / 2
  const gap = pen.px(pen.page.zoom < 1 ? 0 : 4)
  const inLine = amount ? 1 : 2
  for (let at = 0; at < shown.length; at += inLine) {
    const line = shown.slice(at, at + inLine).map(([label, value], place) => ({
      x: pen.left + place * (width + pen.px(BESIDE)),
      name: pen.lines(runsOf(label, { color: COLORS.muted }), pen.px(NAME), BODY),
      value: pen.lines(runsOf(value, { face: 'medium' }), width - pen.px(NAME + NAME_GAP), BODY),
    }))
    const rows = Math.max(...line.flatMap(({ name, value }) => [name.length, value.length]))
    const height = rows * pen.px(BODY.leading)
    const isLong = height > pen.bottom - pen.top
    if (!isLong) pen.need(height)
    for (const { x, name, value } of line) {
      const from = pen.y
      pen.tag(parent, 'P', (tag) => {
        tag.add(() => void pen.draw(name, { x, y: pen.y, letters: BODY }))
        pen.flow(tag, value, x + pen.px(NAME + NAME_GAP), BODY)
      })
      if (!isLong) pen.y = from
    }
    if (!isLong) pen.y += height
    if (at + inLine < shown.length) pen.y += gap
  }
  // The box stands on the page on which the facts began.
  if (pen.doc.bufferedPageRange().count === page) pen.y = Math.max(pen.y, boxEnd)
  pen.y += pen.px(pen.page.zoom < 1 ? 8 : 16)
}

/** Draws the amount in its box, and returns the place below it. */
function drawAmount(pen: Pen, parent: Tag, { label, value, items = [] }: AmountBox, x: number) {
  const width = pen.px(BOX)
  const inside = pen.px(14)
  const [from, to] = [x + inside, x + width - inside]
  const shown = items.filter(([, text]) => saysSomething(text))
  const runs = runsOf(value, { face: 'semibold', whole: true })
  const [line] = pen.lines(runs, Number.POSITIVE_INFINITY, TITLE)
  // A very long amount gets smaller letters, as it is never broken.
  const smaller = Math.min(1, (to - from) / Math.max(line!.width, 1))
  const letters = { ...TITLE, size: TITLE.size * smaller }
  const rows = shown.map(([name, text]) => {
    const names = pen.lines(runsOf(name, { color: COLORS.muted }), (to - from) / 2, SMALL)
    const room = to - from - Math.max(...names.map((each) => each.width)) - pen.px(12)
    return { names, texts: pen.lines(runsOf(text, { face: 'medium' }), room, SMALL) }
  })
  const lines = rows.reduce((sum, row) => sum + Math.max(row.names.length, row.texts.length), 0)
  const height =
    pen.px(20 + SMALL.leading + TITLE.leading + (shown.length > 0 ? 9 : 0)) +
    lines * pen.px(SMALL.leading)
  pen.need(height)
  const top = pen.y
  pen.decorate(() => {
    pen.doc
      .rect(x + pen.px(1), top + pen.px(1), width - pen.px(2), height - pen.px(2))
      .lineWidth(pen.px(2))
      .strokeColor(COLORS.ink)
      .stroke()
  })
  let y = top + pen.px(10)
  const name = pen.lines(runsOf(label, { color: COLORS.muted }), to - from, SMALL)
  pen.tag(parent, 'P', (tag) => {
    tag.add(() => void pen.draw(name.slice(0, 1), { x: from, y, letters: SMALL }))
    y += pen.px(SMALL.leading)
    tag.add(() => {
      const drawn = pen.lines(runs, Number.POSITIVE_INFINITY, letters)
      pen.draw(drawn, { x: from, y, letters, end: to })
    })
    y += pen.px(TITLE.leading)
  })
  if (shown.length > 0) {
    y += pen.px(4)
    pen.decorate(() => pen.rule([from, y], [to, y], COLORS.edge))
    y += pen.px(5)
  }
  for (const { names, texts } of rows) {
    pen.tag(parent, 'P', (tag) => {
      tag.add(() => void pen.draw(names, { x: from, y, letters: SMALL }))
      tag.add(() => void pen.draw(texts, { x: from, y, letters: SMALL, end: to }))
    })
    y += Math.max(names.length, texts.length) * pen.px(SMALL.leading)
  }
  return top + height
}

/** Draws figures side by side, each below its name, as many in a line as fit. */
function drawFigures(pen: Pen, parent: Tag, { items }: FiguresBlock): void {
  const gap = pen.px(16)
  const height = pen.px(SMALL.leading + BODY.leading)
  let x = pen.left
  pen.need(height)
  for (const { label, value, strong } of items) {
    const name = pen.lines(runsOf(label, { color: COLORS.muted }), pen.width, SMALL)
    const figure = pen.lines(
      runsOf(value, { face: strong ? 'semibold' : 'regular', whole: true }),
      pen.width,
      BODY,
    )
    const width = Math.max(...[...name, ...figure].map((line) => line.width))
    if (x > pen.left && x + width > pen.left + pen.width) {
      x = pen.left
      pen.y += height + pen.px(4)
      pen.need(height)
    }
    const at = x
    pen.tag(parent, 'P', (tag) => {
      tag.add(() => void pen.draw(name.slice(0, 1), { x: at, y: pen.y, letters: SMALL }))
      tag.add(
        () =>
          void pen.draw(figure.slice(0, 1), {
            ...{ x: at, y: pen.y + pen.px(SMALL.leading), letters: BODY },
          }),
      )
    })
    x += width + gap
  }
  pen.y += height + pen.px(8)
}

/** Draws the sums: those by VAT at the left, the others at the right, both ending at the same height. */
function drawTotals(pen: Pen, parent: Tag, { breakdown, sums }: TotalsBlock): void {
  const line = pen.px(BODY.leading + (pen.page.zoom < 1 ? 3 : 4))
  const height = Math.max(breakdown.length, sums.length) * line
  pen.need(height)
  const bottom = pen.y + height
  for (const [list, isRight] of [
    [breakdown, false],
    [sums, true],
  ] as const)
    if (list.length > 0) drawSums(pen, parent, list, { bottom, line, isRight })
  pen.y = bottom + pen.px(pen.page.zoom < 1 ? 8 : 12)
}

function drawSums(
  pen: Pen,
  parent: Tag,
  sums: readonly Sum[],
  { bottom, line, isRight }: { bottom: number; line: number; isRight: boolean },
): void {
  const rows = sums.map(({ label, value, strong }) => {
    const face = strong ? ('semibold' as const) : ('regular' as const)
    const [name] = pen.lines(runsOf(label, { face, whole: true }), Number.POSITIVE_INFINITY, BODY)
    const [amount] = pen.lines(runsOf(value, { face, whole: true }), Number.POSITIVE_INFINITY, BODY)
    return { name: name!, amount: amount!, strong }
  })
  const names = Math.max(...rows.map(({ name }) => name.width)) + pen.px(28)
  const amounts = Math.max(...rows.map(({ amount }) => amount.width)) + pen.px(8)
  const left = isRight ? pen.left + pen.width - names - amounts : pen.left
  const end = left + names + amounts
  pen.tag(parent, 'Table', (table) => {
    rows.forEach(({ name, amount, strong }, index) => {
      const top = bottom - (rows.length - index) * line
      const y = top + (line - pen.px(BODY.leading)) / 2
      if (strong) pen.decorate(() => pen.rule([left, top], [end, top], COLORS.ink))
      pen.tag(table, 'TR', (tr) => {
        const at = { y, letters: BODY }
        pen.leaf(tr, 'TH', () => pen.draw([name], { ...at, x: left + pen.px(4) }), {
          scope: 'Row',
        })
        pen.leaf(tr, 'TD', () => pen.draw([amount], { ...at, x: left, end: end - pen.px(4) }))
      })
    })
  })
}

function drawText(pen: Pen, parent: Tag, { label, text, look, close }: TextBlock): void {
  const letters = look === 'small' || look === 'note' ? SMALL : BODY
  const color = look === 'note' ? COLORS.muted : COLORS.ink
  const runs = [
    ...(label ? runsOf(`${label}: `, { color: COLORS.muted }) : []),
    ...runsOf(text, { face: look === 'firm' ? 'medium' : 'regular', color }),
  ]
  const lines = pen.lines(runs, pen.width, letters)
  const height = lines.length * pen.px(letters.leading)
  if (height <= pen.bottom - pen.top) pen.need(height)
  pen.tag(parent, 'P', (tag) => pen.flow(tag, lines, pen.left, letters))
  if (!close) pen.y += pen.px(pen.page.zoom < 1 ? 8 : 12)
}

function drawSection(pen: Pen, parent: Tag, { title, blocks }: SectionBlock): void {
  const lines = pen.lines(runsOf(title, { face: 'semibold' }), pen.width, BODY)
  // A heading stands above some of what it is of.
  pen.need((lines.length + 4) * pen.px(BODY.leading))
  pen.tag(parent, 'Sect', (section) => {
    pen.tag(section, 'H2', (tag) => pen.flow(tag, lines, pen.left, BODY))
    pen.y += pen.px(4)
    drawBlocks(pen, section, blocks)
  })
}

/** Draws lines to sign on, all on one page. */
function drawSignatures(pen: Pen, parent: Tag, labels: readonly Signature[]): void {
  const gap = pen.px(32)
  const width = (pen.width - gap * (labels.length - 1)) / labels.length
  const columns = labels.map(({ label, name, office }) =>
    [
      pen.lines(runsOf(label, { color: COLORS.muted }), width, SMALL),
      pen.lines(runsOf(name ?? null, { face: 'medium' }), width, SMALL),
      pen.lines(runsOf(office ?? null, { color: COLORS.muted }), width, SMALL),
    ].filter((lines) => lines[0]!.parts.length > 0),
  )
  const most = Math.max(...columns.map((parts) => parts.flat().length))
  const above = pen.px(pen.page.zoom < 1 ? 28 : 40)
  pen.need(above + pen.px(5) + most * pen.px(SMALL.leading))
  const top = pen.y + above
  columns.forEach((parts, index) => {
    const x = pen.left + index * (width + gap)
    pen.decorate(() => pen.rule([x, top], [x + width, top], COLORS.edge))
    pen.leaf(parent, 'P', () => pen.draw(parts.flat(), { x, y: top + pen.px(5), letters: SMALL }))
  })
  pen.y = top + pen.px(5) + most * pen.px(SMALL.leading)
}
