import { createPath, Link, resolvePath, useResolvedPath, useSearchParams } from '@remix-run/react'
import type { PointerEvent, ReactNode } from 'react'
import type { ListOrder } from '~/platform/db/orders'
import { firstPage } from '~/platform/request/first-page'
import { arranged } from '~/platform/request/list-columns'
import { LinkButton } from './Button'
import { type Card, type CardColumn, cardLabel, cardOf, cellsOf } from './card-cells'
import { cx } from './classes'
import { EmptyState } from './EmptyState'
import type { GroupHead, GroupRows } from './GroupRows'
import { useColumns } from './ListViews'
import { type SortLink, sortLink } from './list-order'
import { moveByRow, useFirstRow } from './row-keys'
import { useFollow } from './useFollow'

export interface Column<Row> extends CardColumn<Row> {
  key: string
  /** The content of the header where it is more than its text, such as a checkbox for all rows. */
  head?: ReactNode
  /** Set `end` for money and quantities: right-aligned, tabular numerals. */
  align?: 'end'
  /** The cell of the totals row. */
  total?: ReactNode
  /** True where headers of groups have a sum. */
  sums?: boolean
  className?: string
  /** True for a column that is shown when chosen (FilterColumns, or `?show=` with its key). */
  optional?: boolean
  /** Set for a column that a tablet leaves out, so that the amounts after it are on the screen. */
  tablet?: 'hide'
  /**
   * Makes the header of a report a link that sorts by it; a list has `order` instead. A phone has
   * no header, so its filter bar has the same choice.
   */
  sort?: SortLink
}

interface Props<Row> {
  /** The content of the table, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Returns the address of a row's document; the whole row becomes a link. */
  rowLink?: (row: Row) => string
  /** The content of an empty table, which says what to do next. */
  empty: ReactNode
  /** Content beside the row count: a Pager. */
  footer?: ReactNode
  /** True for tables wider than a screen: they scroll inside the panel instead of with the page. */
  wide?: boolean
  /** The total number of rows when known; otherwise the rows of this page are counted. */
  count?: number
  /** The groups of rows: what a header of them says (null for any other row), and GroupRows, which lists do not load. */
  group?: { headOf: (row: Row) => GroupHead | null; Rows: typeof GroupRows }
  /** Tells whether a rule stands between two rows, such as the last line of a journal entry and the first of the next. */
  parted?: (row: Row, next: Row) => boolean
  /** True for rows with controls or texts that need more than one line. */
  tall?: boolean
  /** The order of a list's rows: headers of columns that it knows sort by them. */
  order?: ListOrder
}

/** More columns than these stand closer to each other. */
const MANY = 7

/** The class of what a tablet has no room for, upright or beside the menu. */
const NOT_TABLET = 'sm:max-laptop:not-print:hidden'

const SORTS = {
  asc: { aria: 'ascending', arrow: '↑' },
  desc: { aria: 'descending', arrow: '↓' },
} as const

/** Renders rows of one line with a sticky header, totals and row links; cards on a phone. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, rows, rowKey, rowLink, empty, footer, wide, count, group, tall, order } = props
  const [search] = useSearchParams()
  const { text, show } = useColumns()
  const boxes = props.columns.filter(({ selects }) => selects)
  const facts = props.columns.filter(({ selects }) => !selects)
  // A list has an order; the columns of other tables on its page are their own.
  const chosen = [...boxes, ...arranged(facts, order ? text : null, { fixed: 1, show })]
  const columns = chosen.map((column) => ({
    ...column,
    sort: column.sort ?? sortLink(column.key, order, search),
  }))
  const follow = useFollow()
  const here = useResolvedPath('.').pathname
  useFirstRow(Boolean(rowLink && (order || columns.some(({ selects }) => selects))))
  if (rows.length === 0) return footer ? <NoRows empty={empty} /> : empty
  const totals = columns.some((column) => column.total !== undefined)
  const isFirst = !search.has('after') && !search.has('before')
  const card = cardOf(columns)
  // The first column stays visible. A link over the whole row would end at its edge, so such rows
  // scroll as a whole.
  const held = wide && !rowLink ? columns[0] : undefined
  const looks = new Map(columns.map((column) => [column, lookOf(column, card, column === held)]))
  const shownRows = group ? rows.filter((row) => group.headOf(row) === null).length : rows.length
  // The name of a group takes the room before its first sum. What a tablet leaves out of that is empty.
  const named = columns.slice(
    0,
    Math.max(
      1,
      columns.findIndex((column) => column.sums),
    ),
  )
  const unnamed = named.filter(({ tablet }) => tablet)
  // biome-ignore-start lint/a11y/noRedundantRoles: display:block on phones takes the table roles away
  const cells = (row: Row, from = 0) =>
    cellsOf(columns, row, card, !rowLink || tall)
      .slice(from)
      .map(({ column, content, hidden }) => {
        const { shown, off, label } = looks.get(column)!
        return (
          <td
            key={column.key}
            role="cell"
            className={hidden ? off : shown}
            data-label={hidden ? undefined : label}
          >
            {rowLink && column === card.title ? (
              <a href={createPath(resolvePath(rowLink(row), here))} data-row="">
                {content}
              </a>
            ) : (
              content
            )}
          </td>
        )
      })
  return (
    <div className="min-w-0">
      {/* A table without links in its rows takes the focus, so that it scrolls by keyboard. */}
      <div
        {...(rowLink ? null : { role: 'group', 'aria-label': caption, tabIndex: 0 })}
        className={cx(
          'overflow-x-auto print:overflow-visible',
          wide
            ? 'sm:max-h-[calc(100dvh-11rem)] sm:overflow-auto print:max-h-none'
            : 'lg:overflow-visible lg:in-[.columns-beside]:overflow-x-auto',
        )}
      >
        <table
          role="table"
          onPointerOver={nameCut}
          onKeyDown={moveByRow}
          onClick={follow}
          className={cx(
            'list block w-full border-separate border-spacing-0 sm:table sm:max-laptop:[&_:is(th,td):first-child]:pl-3',
            tall ? 'tall-rows' : 'short-rows',
            rowLink && 'linked-rows',
            wide && 'print:[zoom:.85]',
            columns.length > MANY && 'laptop:not-print:[&_:is(th,td)]:px-2',
          )}
        >
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="hidden sm:table-header-group">
            <tr role="row">
              {columns.map((column) => (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  aria-sort={column.sort?.now ? SORTS[column.sort.now].aria : undefined}
                  className={cx(
                    'sticky top-0 z-10 border-b border-line bg-sunken px-3 py-1.5 sm:max-laptop:px-1.5 text-xs font-semibold text-muted not-print:whitespace-nowrap print:static print:px-1 print:align-bottom',
                    column === held && 'sm:left-0 sm:z-20 sm:border-r',
                    column.tablet && NOT_TABLET,
                    column.align === 'end' ? 'text-right' : 'text-left',
                  )}
                >
                  {column.sort ? (
                    <Link to={column.sort.to} preventScrollReset className="sort-link">
                      {column.header}
                      {column.sort.now ? (
                        <span aria-hidden className="print:hidden">
                          {` ${SORTS[column.sort.now].arrow}`}
                        </span>
                      ) : null}
                    </Link>
                  ) : (
                    (column.head ?? column.header)
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {group ? (
            <group.Rows
              {...{ rows, rowKey }}
              span={named.length - unnamed.length}
              headOf={group.headOf}
              cells={(row, head) =>
                head ? (
                  <>
                    {unnamed.map(({ key }) => (
                      <td key={key} role="cell" className={cx('cell-off', NOT_TABLET)} />
                    ))}
                    {cells(row, named.length)}
                  </>
                ) : (
                  cells(row)
                )
              }
            />
          ) : (
            <tbody role="rowgroup" className="block sm:table-row-group">
              {rows.map((row, index) => (
                <tr key={rowKey(row)} role="row" className={endOf(props, index)}>
                  {cells(row)}
                </tr>
              ))}
            </tbody>
          )}
          {totals ? <Totals columns={columns} held={held} /> : null}
        </table>
      </div>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      <div className="flex flex-wrap items-center justify-between gap-2 px-3 py-1 text-xs text-muted print:break-before-avoid">
        <span className="figures">
          {countText(shownRows, count ?? (footer ? undefined : shownRows), isFirst)}
        </span>
        {footer}
      </div>
    </div>
  )
}

/** Returns the class of a row that ends a part of the table. */
function endOf<Row>({ rows, parted }: Props<Row>, index: number): string | undefined {
  const next = rows[index + 1]
  return next && parted?.(rows[index]!, next) ? 'part-end' : undefined
}

/**
 * Shows an empty list. On a later page, whose rows are gone meanwhile, it links to the first page.
 */
function NoRows({ empty }: { empty: ReactNode }) {
  const [search] = useSearchParams()
  if (!search.has('after') && !search.has('before')) return <>{empty}</>
  return (
    <EmptyState
      title="Nothing on this page"
      action={<LinkButton to={firstPage(search)}>First page</LinkButton>}
    >
      These rows have changed.
    </EmptyState>
  )
}

/** The classes of a column's cells, shown and left out on a card, and the name that a card shows before the content. */
interface Look {
  shown: string | undefined
  off: string
  label: string | undefined
}

/** Returns what all cells of a column have in common: a list has hundreds of them (app/styles/cells-and-papers.css). */
function lookOf<Row>(column: Column<Row>, { title, name, alone }: Card<Row>, held: boolean): Look {
  const kind = column.selects
    ? 'cell-box'
    : column === title
      ? cx('cell-title', alone && 'cell-alone')
      : column.phone === 'amount'
        ? 'cell-amount'
        : column === name
          ? 'cell-name'
          : column.phone === 'line' && 'cell-line'
  const shown = cx(
    kind,
    column.grow && 'grows',
    column.align === 'end' && 'cell-end',
    held && 'held-cell',
    column.tablet && NOT_TABLET,
    column.className,
  )
  const named = column !== title && !column.selects && column.phone !== 'amount'
  return {
    shown: shown || undefined,
    off: cx('cell-off', shown),
    label: (named && cardLabel(column)) || undefined,
  }
}

/** Gives a cut text its whole text as a tooltip. */
function nameCut({ target }: PointerEvent<HTMLElement>) {
  const cell = (target as Element).closest('td')
  if (!cell || cell.title || cell.scrollWidth <= cell.clientWidth) return
  cell.title = cell.textContent ?? ''
}

/** Tells a total that is a figure from one that is a word, and from none. */
const isFigure = (total: ReactNode) => total !== undefined && typeof total !== 'string'

interface TotalsProps<Row> {
  columns: readonly Column<Row>[]
  held: Column<Row> | undefined
}

function Totals<Row>({ columns, held }: TotalsProps<Row>) {
  const first = columns.find(({ selects }) => !selects)
  // Amounts without a name need a label.
  const named = columns.some(({ total }) => typeof total === 'string')
  // A card has no total of what no card shows.
  const isOff = (column: Column<Row>) => column.phone === 'hide' && column.key !== first?.key
  // One figure alone stands beside the word "Total".
  const single = columns.filter((column) => isFigure(column.total) && !isOff(column)).length === 1
  const labels = columns.map((column) =>
    named || column !== first ? column : { ...column, total: column.total ?? 'Total' },
  )
  return (
    <tfoot className="block bg-sunken font-semibold sm:table-footer-group print:table-row-group">
      <tr className="flex flex-wrap justify-between bg-sunken py-1.5 sm:table-row sm:py-0">
        {labels.map((column, index) => (
          <td
            key={column.key}
            className={cx(
              column.total === undefined
                ? 'hidden'
                : isOff(column)
                  ? 'max-sm:hidden'
                  : cx('card-total', !single && 'max-sm:basis-full'),
              'px-3 sm:max-laptop:px-1.5 print:px-1 sm:table-cell sm:h-(--row) sm:w-auto sm:not-print:whitespace-nowrap sm:not-print:[&_.block]:ml-1.5 sm:not-print:[&_.block]:inline',
              column.tablet && NOT_TABLET,
              held && index === 0 && 'held-cell',
              column.align === 'end' && 'figures sm:text-right print:whitespace-nowrap',
            )}
          >
            {index > 0 && isFigure(column.total) ? (
              <>
                <span className="min-w-0 text-xs font-normal text-muted sm:hidden">
                  {cardLabel(column) === 'Total' ? null : cardLabel(column)}
                </span>
                <span>{column.total}</span>
              </>
            ) : (
              column.total
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/**
 * Says which rows of how many are shown. A later page of a keyset list does not know its place, so it says their number;
 * without a `count` a list with a pager says what is on the page.
 */
function countText(shown: number, count: number | undefined, isFirst: boolean): string {
  const range = shown === 1 ? '1' : `1–${shown.toLocaleString('en-US')}`
  const rows = isFirst ? range : shown.toLocaleString('en-US')
  // Rows that are no records of the list, such as an opening balance, are not counted.
  if (count !== undefined && count < shown)
    return count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`
  if (count !== undefined) return `${rows} of ${count.toLocaleString('en-US')}`
  return isFirst ? range : `${rows} rows`
}
