import { Link, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { firstPage } from '~/platform/request/first-page'
import { LinkButton } from './Button'
import { cx } from './classes'
import { EmptyState } from './EmptyState'

export interface Column<Row> {
  key: string
  header: string
  /** Returns the content of a cell. Null leaves it empty, and hides it on a phone. */
  cell: (row: Row) => ReactNode
  /** Set `end` for money and quantities: right-aligned, tabular numerals. */
  align?: 'end'
  /**
   * A row is a card on a phone. The cell is its `title`, a labeled value (the default), or hidden.
   */
  phone?: 'title' | 'hide'
  /** True for numbers and names that should stay on one line. */
  nowrap?: boolean
  /** The cell of the totals row. */
  total?: ReactNode
  className?: string
  /**
   * Makes the header a link that sorts by it. A phone has no header, so its filter bar needs the
   * same choice.
   */
  sort?: SortLink
}

export interface SortLink {
  to: string
  /** The current direction of sorting by this column; null for none. */
  now: 'asc' | 'desc' | null
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
  /** Returns whether a row is a sum of the rows before it. */
  subtotal?: (row: Row) => boolean
}

const CELL = 'px-3 print:px-1 sm:table-cell sm:border-b sm:border-line sm:align-top'

/** Keeps the first column of a wide table visible while the others scroll. */
const HELD = 'sm:sticky sm:left-0 sm:z-[1] sm:border-r sm:bg-inherit print:static print:border-r-0'

const SORTS = {
  asc: { aria: 'ascending', arrow: '↑' },
  desc: { aria: 'descending', arrow: '↓' },
} as const

/** Renders dense rows with a sticky header, totals and row links; cards on a phone. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, rowKey, rowLink, empty, footer, wide, count, subtotal } = props
  if (rows.length === 0) return footer ? <NoRows empty={empty} /> : empty
  const totals = columns.some((column) => column.total !== undefined)
  const title = columns.find((column) => column.phone === 'title') ?? columns[0]
  // The first column stays visible. A link over the whole row would end at its edge, so such rows
  // scroll as a whole.
  const held = wide && !rowLink ? columns[0] : undefined
  return (
    <div className="min-w-0">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: display:block on phones takes the table roles away */}
      {/* A table without links in its rows takes the focus, so that it scrolls by keyboard. */}
      <div
        {...(rowLink ? null : { role: 'group', 'aria-label': caption, tabIndex: 0 })}
        className={cx(
          'overflow-x-auto print:overflow-visible',
          wide
            ? 'sm:max-h-[calc(100dvh-13rem)] sm:overflow-auto print:max-h-none'
            : 'lg:overflow-visible',
        )}
      >
        <table
          role="table"
          className={cx(
            'block w-full border-separate border-spacing-0 sm:table',
            wide && 'print:[zoom:.85]',
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
                    'sticky top-0 z-10 border-b border-line bg-sunken px-3 py-2 text-xs font-semibold text-muted print:static print:px-1 print:align-bottom print:whitespace-normal',
                    wide ? 'align-bottom' : 'whitespace-nowrap',
                    column === held && 'sm:left-0 sm:z-20 sm:border-r',
                    column.align === 'end' ? 'text-right' : 'text-left',
                  )}
                >
                  {column.sort ? (
                    <Link
                      to={column.sort.to}
                      preventScrollReset
                      className="hover:text-ink hover:underline print:no-underline"
                    >
                      {column.header}
                      <span aria-hidden className="print:hidden">
                        {column.sort.now ? ` ${SORTS[column.sort.now].arrow}` : ' ↕'}
                      </span>
                    </Link>
                  ) : (
                    column.header
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="block sm:table-row-group">
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                role="row"
                className={cx(
                  'relative flex flex-wrap border-b border-line py-2 sm:table-row sm:py-0 print:break-inside-avoid',
                  rowLink && 'hover:bg-accent-soft/50',
                  subtotal?.(row) ? 'bg-sunken font-semibold' : 'bg-surface',
                )}
              >
                {columns.map((column) => {
                  const content = column.cell(row)
                  return (
                    <td
                      key={column.key}
                      role="cell"
                      className={cx(
                        cellClass(column, column === title, content === null),
                        wide ? 'sm:py-1' : 'sm:py-1.5',
                        column === held && HELD,
                      )}
                    >
                      {column === title ? null : (
                        <span aria-hidden className="block text-xs text-muted sm:hidden">
                          {column.header}
                        </span>
                      )}
                      {rowLink && column === title ? (
                        <Link
                          to={rowLink(row)}
                          className="text-ink after:absolute after:inset-0 hover:underline"
                        >
                          {content}
                        </Link>
                      ) : (
                        content
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
          {totals ? <Totals columns={columns} held={held} /> : null}
        </table>
      </div>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-3 py-2 text-xs text-muted print:break-before-avoid">
        <span className="figures">{countText(count ?? rows.length)}</span>
        {footer}
      </div>
    </div>
  )
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
      What was here has changed since.
    </EmptyState>
  )
}

function cellClass<Row>(column: Column<Row>, isTitle: boolean, isEmpty: boolean): string {
  return cx(
    CELL,
    // A card on a phone leaves out empty values.
    (column.phone === 'hide' || isEmpty) && 'hidden',
    isTitle
      ? 'order-first w-full py-1.5 font-semibold sm:w-auto sm:font-medium'
      : 'w-1/2 py-1 sm:w-auto',
    column.align === 'end' && 'figures sm:text-right sm:whitespace-nowrap',
    column.nowrap && 'sm:whitespace-nowrap',
    column.className,
  )
}

interface TotalsProps<Row> {
  columns: readonly Column<Row>[]
  held: Column<Row> | undefined
}

function Totals<Row>({ columns, held }: TotalsProps<Row>) {
  const [first, ...others] = columns
  // Amounts without a name need a label.
  const named = columns.some(({ total }) => typeof total === 'string')
  const labeled = named ? columns : [{ ...first!, total: first!.total ?? 'Total' }, ...others]
  return (
    <tfoot className="block bg-sunken font-semibold sm:sticky sm:bottom-0 sm:z-10 sm:table-footer-group print:static print:table-row-group">
      <tr className="flex flex-wrap bg-sunken py-2 sm:table-row sm:py-0">
        {labeled.map((column, index) => (
          <td
            key={column.key}
            className={cx(
              'w-1/2 px-3 py-1 print:px-1 sm:table-cell sm:w-auto sm:border-t sm:border-line sm:py-2',
              column.total === undefined && 'hidden',
              held && index === 0 && HELD,
              column.align === 'end' && 'figures sm:text-right sm:whitespace-nowrap',
            )}
          >
            {column.total === undefined || index === 0 ? null : (
              <span className="block text-xs font-normal text-muted sm:hidden">
                {column.header}
              </span>
            )}
            {column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function countText(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`
}
