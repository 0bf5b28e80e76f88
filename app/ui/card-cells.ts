import { isValidElement, type ReactNode } from 'react'
import { NOTHING } from './Figures'

/** The facts that a card on a phone has below its title, two in a line. */
const CARD_FACTS = 4

/** The part of a column that a card needs. */
export interface CardColumn<Row> {
  header: string
  /** True for the checkboxes of a selection, which stand first and beside the title on a phone. */
  selects?: boolean
  /** Returns the content of a cell. Null leaves it empty, and hides it on a phone. */
  cell: (row: Row) => ReactNode
  /**
   * A row is a card on a phone. The cell is its `title`, a labeled value while the card has room
   * for it (the default), always shown, hidden, the `amount` beside the title, or always shown in a
   * `line` of its own.
   */
  phone?: 'title' | 'amount' | 'hide' | 'show' | 'line'
  /** True for the text that takes the room that others leave, such as a name, and is cut there. */
  grow?: boolean
}

/** The parts of a card on a phone that take a line. */
export interface Card<Row> {
  title: CardColumn<Row> | undefined
  /** True when nothing stands beside the title. */
  alone: boolean
  /** The name below the title, such as the customer of a document. */
  name: CardColumn<Row> | undefined
}

/** Returns the parts of the cards of these columns. */
export function cardOf<Row>(columns: readonly CardColumn<Row>[]): Card<Row> {
  const title = titleOf(columns)
  return {
    title,
    alone: !columns.some(({ phone, selects }) => phone === 'amount' || selects),
    name: columns.find((column) => column.grow && column !== title && !column.phone),
  }
}

/**
 * Returns the cells of a row. A card on a phone leaves out empty ones, and those beyond its three
 * lines unless `all` are shown.
 */
export function cellsOf<Row, C extends CardColumn<Row>>(
  columns: readonly C[],
  row: Row,
  { title, name }: Card<Row>,
  all: boolean | undefined,
) {
  let facts = (name ? 2 : 0) + columns.filter(({ phone }) => phone === 'show').length
  return columns.map((column) => {
    const content = column.cell(row)
    if (column === title || column.selects || column.phone === 'show' || column.phone === 'amount')
      return { column, content, hidden: false }
    const empty = column.phone === 'hide' || isNothing(content)
    const whole = column === name || column.phone === 'line'
    const hidden = empty || (!whole && !all && facts >= CARD_FACTS)
    if (!hidden && !whole) facts++
    return { column, content, hidden }
  })
}

/** Tells whether a cell has nothing to show: no content, a dash, or an amount, a price or a day that is null. */
function isNothing(content: ReactNode): boolean {
  if (content === null || content === '–' || content === NOTHING) return true
  return isValidElement<{ value?: unknown }>(content) && content.props.value === null
}

/** Returns the column that is a card's title and has the row's link. */
function titleOf<Row>(columns: readonly CardColumn<Row>[]): CardColumn<Row> | undefined {
  return (
    columns.find((column) => column.phone === 'title') ?? columns.find((column) => !column.selects)
  )
}

/** Returns the name of a fact on a card, where there is no room for the currency. */
export const cardLabel = ({ header }: { header: string }) => header.replace(/ \([A-Z]{3}\)$/, '')
