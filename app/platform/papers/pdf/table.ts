import {
  type ColumnLook,
  type GroupRow,
  isGroupRow,
  type PaperRow,
  type PaperText,
  type Sum,
  type TableBlock,
} from '../paper.ts'
import { cutLine, type TextLine, widthsOf } from './lines.ts'
import { BODY, COLORS, DENSE, type Letters, type Pen, runsOf, SMALL, type Tag } from './pen.ts'

/** Names of papers are cut at this width, in pixels. */
const CUT = 192
/** Texts of dense tables are cut at this width, in pixels. */
const DENSE_CUT = 204
/** The least height of a cell to write into, in pixels. */
const BOX = 32

interface Column extends ColumnLook {
  x: number
  width: number
}

interface Layout {
  pen: Pen
  columns: readonly Column[]
  /** The room beside and above a cell's text, in points. */
  side: number
  above: number
  boxed: boolean
  /** The letters of the rows. */
  letters: Letters
}

/** A row with its cells as lines of text. */
interface Row {
  cells: TextLine[][]
  letters: Letters
  height: number
  /** Set for the head of a group: the columns below its name, and how far in it begins. */
  group?: { span: number; indent: number; isOutermost: boolean }
  strong?: boolean
  /** True where a rule stands below. */
  ends?: boolean
}

const lookOf = ({ whole, strong }: ColumnLook) => ({
  face: strong ? ('semibold' as const) : ('regular' as const),
  whole,
})

/** Draws a table: its head on every page, no row on two pages, and the sums below. */
export function drawTable(pen: Pen, parent: Tag, block: TableBlock): void {
  const layout = layOut(pen, block)
  const { columns, rows, total, sums = [], parts = [] } = block
  const head = rows.length > 0 ? headOf(layout, columns) : null
  const ends = new Set(parts)
  const made = rows.map((row, at) => ({
    ...(isGroupRow(row) ? groupOf(layout, row) : rowOf(layout, row)),
    ends: ends.has(at),
  }))
  // A head never stands alone at the end of a page.
  pen.need((head?.height ?? 0) + (made[0]?.height ?? 0))
  pen.tag(parent, 'Table', (table) => {
    if (head) pen.tag(table, 'THead', (part) => drawHead(layout, head, part))
    if (made.length > 0)
      pen.tag(table, 'TBody', (part) => {
        for (const [at, row] of made.entries()) {
          // The head of a group stands above a row of it.
          const next = row.group ? (made[at + 1]?.height ?? 0) : 0
          if (next > 0 && pen.y + row.height + next > pen.bottom) turnPage(layout, head)
          drawRow(layout, row, part, head)
        }
      })
    if (total)
      pen.tag(table, 'TFoot', (part) => {
        drawRow(layout, rowOf(layout, total, true), part, head)
      })
    if (sums.length > 0)
      pen.tag(table, 'TFoot', (part) => {
        for (const sum of sums) drawSum(layout, sum, part, head)
      })
  })
  pen.y += pen.px(pen.page.zoom < 1 ? 8 : 16)
}

function layOut(pen: Pen, block: TableBlock): Layout {
  const many = block.columns.length > 8
  const side = pen.px(block.dense ? 3.4 : many ? 4 : 8)
  const above = pen.px(block.dense ? 0 : pen.page.zoom < 1 ? 2 : 4)
  const room = block.narrow ? Math.min(pen.width, pen.mm(110) * pen.page.zoom) : pen.width
  let x = pen.left
  const columns = widthsOfColumns(pen, block, room, side).map((width, index): Column => {
    const look = block.columns[index]!
    const column = { ...look, cut: block.dense ? !look.whole : look.cut, x, width }
    x += width
    return column
  })
  return {
    pen,
    columns,
    side,
    above,
    boxed: block.boxed ?? false,
    letters: block.dense ? DENSE : BODY,
  }
}

/**
 * Divides the width as a browser does: each column has the width of its longest word; then a column with a share gets it;
 * then columns with a room of their own; then texts stand on one line; what is left over is spread.
 */
function widthsOfColumns(pen: Pen, block: TableBlock, room: number, side: number): number[] {
  const { columns, rows, total, sums = [], dense } = block
  const measure = pen.measure(dense ? DENSE : BODY)
  const limits = columns.map((column, index) => {
    const texts = [
      widthsOf(
        runsOf(column.header, { face: 'semibold', whole: !dense && isWhole(columns, column) }),
        measure,
      ),
      ...rows.map((row) =>
        widthsOf(runsOf(cellOf(row, index, columns.length), lookOf(column)), measure),
      ),
      widthsOf(runsOf(total?.[index] ?? null, { face: 'semibold', whole: column.whole }), measure),
      ...(index === columns.length - 1
        ? sums.map(({ value }) =>
            widthsOf(runsOf(value, { face: 'semibold', whole: true }), measure),
          )
        : []),
    ]
    const most = Math.max(...texts.map((each) => each.most)) + 2 * side
    const least = Math.max(...texts.map((each) => each.least)) + 2 * side
    const cut = pen.px(dense ? DENSE_CUT : CUT)
    return (dense ? !column.whole : column.cut)
      ? { least: Math.min(most, cut), most: Math.min(most, cut) }
      : { least, most }
  })
  const fixed = columns.map(({ room: own }) => (own ? pen.mm(own) * pen.page.zoom : 0))
  const least = limits.map((limit, at) => Math.max(limit.least, fixed[at]!))
  const shared = columns.map(({ share }, at) => Math.max(least[at]!, share ? share * room : 0))
  const most = columns.map(({ share, room: own }, at) =>
    share || own ? shared[at]! : limits[at]!.most,
  )
  return divided(room, [least, shared, most], columns)
}

/** Returns widths between two steps that the room lies between. */
function divided(room: number, steps: readonly number[][], columns: readonly ColumnLook[]) {
  const [least, , most] = steps as [number[], number[], number[]]
  const sum = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 0)
  if (sum(least) >= room) return capped(least, room)
  for (let step = 1; step < steps.length; step++) {
    const [from, to] = [steps[step - 1]!, steps[step]!]
    if (sum(to) < room) continue
    const part = (room - sum(from)) / (sum(to) - sum(from))
    return from.map((width, at) => width + (to[at]! - width) * part)
  }
  const isFree = columns.map(({ share, room: own }) => !share && !own)
  const free = most.map((width, at) => (isFree[at] || !isFree.includes(true) ? width : 0))
  return most.map((width, at) => width + ((room - sum(most)) * free[at]!) / sum(free))
}

/** Makes the widest columns narrower until all fit; the others keep their width. */
function capped(widths: readonly number[], room: number): number[] {
  let left = room
  let cap = 0
  widths
    .toSorted((a, b) => a - b)
    .forEach((width, at) => {
      cap = left / (widths.length - at)
      left -= Math.min(width, cap)
    })
  return widths.map((width) => Math.min(width, cap))
}

/** Returns the text of a row in a column; the name of a group has the width of several. */
function cellOf(row: PaperRow, at: number, count: number): PaperText {
  return (isGroupRow(row) ? row.cells[at - count + row.cells.length] : row[at]) ?? null
}

const isWhole = (columns: readonly ColumnLook[], { align }: ColumnLook) =>
  columns.length < 12 && align === 'end'

function headOf(layout: Layout, looks: readonly ColumnLook[]): Row {
  const { pen, columns, side, above } = layout
  const isDense = layout.letters === DENSE
  const letters = isDense ? DENSE : SMALL
  const cells = columns.map((column) =>
    pen.lines(
      runsOf(column.header, { face: 'semibold', whole: !isDense && isWhole(looks, column) }),
      column.width - 2 * side,
      letters,
    ),
  )
  return { cells, letters, height: heightOf(pen, cells, letters) + 2 * above }
}

function rowOf(layout: Layout, texts: readonly PaperText[], strong = false): Row {
  const { pen, columns, side, above, boxed, letters } = layout
  const cells = columns.map((column, index) => {
    const runs = runsOf(texts[index] ?? null, lookOf(strong ? { ...column, strong } : column))
    const room = column.width - 2 * side
    return column.cut ? cutLine(runs, room, pen.measure(letters)) : pen.lines(runs, room, letters)
  })
  const height = heightOf(pen, cells, letters) + 2 * above
  return { cells, letters, strong, height: boxed ? Math.max(height, pen.px(BOX)) : height }
}

/** Lays out the head of a group: its name over the first columns, then the cells of the others. */
function groupOf(layout: Layout, { depth, name, cells }: GroupRow): Row {
  const { columns, side, pen, letters } = layout
  const span = columns.length - cells.length
  const indent = pen.px(10) * depth
  const end = columns[span - 1]!
  const room = end.x + end.width - pen.left - 2 * side - indent
  const row = rowOf(layout, [...Array<null>(span).fill(null), ...cells], true)
  row.cells[0] = cutLine(runsOf(name, { face: 'semibold' }), room, pen.measure(letters))
  return { ...row, strong: false, group: { span, indent, isOutermost: depth === 0 } }
}

const heightOf = (pen: Pen, cells: readonly TextLine[][], { leading }: Letters) =>
  Math.max(...cells.map((lines) => Math.max(1, lines.length))) * pen.px(leading)

function drawHead(layout: Layout, head: Row, parent: Tag): void {
  drawHeadGround(layout, head)
  layout.pen.tag(parent, 'TR', (tr) => {
    layout.columns.forEach((column, index) => {
      layout.pen.leaf(tr, 'TH', () => drawCell(layout, column, head, index), { scope: 'Column' })
    })
  })
  layout.pen.y += head.height
}

function drawHeadGround({ pen, columns }: Layout, { height }: Row): void {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  pen.decorate(() => {
    pen.doc.rect(pen.left, pen.y, width, height).fill(COLORS.sunken)
    pen.rule([pen.left, pen.y + height], [pen.left + width, pen.y + height], COLORS.edge)
  })
}

/** Begins a new page with the head again, which is no content there. */
function turnPage(layout: Layout, head: Row | null): void {
  layout.pen.newPage()
  if (!head) return
  drawHeadGround(layout, head)
  layout.pen.decorate(() => {
    layout.columns.forEach((column, index) => {
      drawCell(layout, column, head, index)
    })
  })
  layout.pen.y += head.height
}

function drawCell(
  { pen, side, above, boxed }: Layout,
  { x, width, align }: Column,
  row: Row,
  at: number,
): void {
  const lines = row.cells[at]!
  // The content of a box stands in its middle.
  const rest = row.height - lines.length * pen.px(row.letters.leading)
  pen.draw(lines, {
    x: x + side,
    y: pen.y + (boxed && row.letters !== SMALL ? rest / 2 : above),
    letters: row.letters,
    ...(align === 'end' ? { end: x + width - side } : {}),
  })
}

function drawRow(layout: Layout, row: Row, parent: Tag, head: Row | null): void {
  const { pen, columns } = layout
  if (row.height > pen.bottom - pen.top - (head?.height ?? 0)) {
    drawLongRow(layout, row, parent, head)
    return
  }
  if (pen.y + row.height > pen.bottom) turnPage(layout, head)
  const { group } = row
  if (group?.isOutermost) {
    const last = columns.at(-1)!
    pen.decorate(() => {
      pen.doc.rect(pen.left, pen.y, last.x + last.width - pen.left, row.height).fill(COLORS.sunken)
    })
  }
  drawRowRules(layout, row.height, row)
  pen.tag(parent, 'TR', (tr) => {
    columns.forEach((column, index) => {
      if (group && index > 0 && index < group.span) return
      const name = group && index === 0
      const at = name ? { ...column, x: column.x + group.indent } : column
      pen.leaf(tr, name ? 'TH' : 'TD', () => drawCell(layout, at, row, index), {
        ...(name ? { scope: 'Row' } : {}),
      })
    })
  })
  pen.y += row.height
}

/** Draws a row that is higher than a page in parts; no other row is divided. */
function drawLongRow(layout: Layout, row: Row, parent: Tag, head: Row | null): void {
  const { pen, columns, above } = layout
  const leading = pen.px(row.letters.leading)
  const count = Math.max(...row.cells.map((lines) => lines.length))
  pen.tag(parent, 'TR', (tr) => {
    const cells = columns.map(() => pen.doc.struct('TD'))
    for (const cell of cells) tr.add(cell)
    for (let from = 0; from < count; ) {
      if (from > 0) turnPage(layout, head)
      const fit = Math.max(1, Math.floor((pen.bottom - pen.y - 2 * above) / leading))
      const part = { ...row, cells: row.cells.map((lines) => lines.slice(from, from + fit)) }
      const height = heightOf(pen, part.cells, row.letters) + 2 * above
      part.height = height
      drawRowRules(layout, height)
      columns.forEach((column, index) => {
        cells[index]!.add(() => drawCell(layout, column, part, index))
      })
      pen.y += height
      from += fit
    }
    for (const cell of cells) cell.end()
  })
}

function drawRowRules(
  { pen, columns, boxed }: Layout,
  height: number,
  { strong, ends }: Pick<Row, 'strong' | 'ends'> = {},
): void {
  const last = columns.at(-1)!
  const [top, bottom, right] = [pen.y, pen.y + height, last.x + last.width]
  pen.decorate(() => {
    if (strong) pen.rule([pen.left, top], [right, top], COLORS.ink)
    if (!boxed)
      return pen.rule([pen.left, bottom], [right, bottom], ends ? COLORS.edge : COLORS.line)
    for (const { x, width } of columns)
      pen.doc.rect(x, top, width, height).lineWidth(pen.px(1)).strokeColor(COLORS.edge).stroke()
  })
}

/** Draws a sum below the last column, its name at the left of it. */
function drawSum(layout: Layout, { label, value, strong }: Sum, parent: Tag, head: Row | null) {
  const { pen, columns, side, above } = layout
  const last = columns.at(-1)!
  const face = strong ? 'semibold' : 'regular'
  const isAlone = columns.length === 1
  const name = pen.lines(runsOf(label, { face }), Math.max(last.x - pen.left - 2 * side, 1), BODY)
  const amount = pen.lines(runsOf(value, { face, whole: true }), last.width - 2 * side, BODY)
  const height = heightOf(pen, isAlone ? [amount] : [name, amount], BODY) + 2 * above
  if (pen.y + height > pen.bottom) turnPage(layout, head)
  const y = pen.y + above
  if (strong)
    pen.decorate(() => pen.rule([last.x, pen.y], [last.x + last.width, pen.y], COLORS.ink))
  pen.tag(parent, 'TR', (tr) => {
    if (!isAlone)
      pen.leaf(
        tr,
        'TH',
        () => pen.draw(name, { x: pen.left, y, letters: BODY, end: last.x - side }),
        { scope: 'Row' },
      )
    const end = last.x + last.width - side
    pen.leaf(tr, 'TD', () => pen.draw(amount, { x: last.x, y, letters: BODY, end }))
  })
  pen.y += height
}
