import type { ReactNode } from 'react'
import { amountInWords } from '~/platform/values/amount-in-words'
import type { Money as Amount } from '~/platform/values/money'
import { cx } from './classes'
import { type Paper, usePaper } from './PaperChoice'

/** The company's details at the top of every sheet. */
export interface Letterhead {
  company: string
  /** The address of the project's logo for printed documents. */
  logo: string | null
  address: string | null
  tin: string | null
  phone: string | null
  /** How customers pay: on invoices and statements. */
  payment: string | null
  /** Further lines of the project. */
  lines: readonly string[]
}

interface Props {
  letterhead: Letterhead
  /** The kind of document: Invoice, Delivery receipt, Pick list. */
  title: string
  /** The label that distinguishes this sheet from others on the page, for screen readers. */
  label?: string
  /** The number and date, below the title. */
  headerRight?: ReactNode
  /** How often the paper was printed: from the second time on it says so. */
  copies?: number
  /** True for tables with many columns: the sheet lies across. */
  wide?: boolean
  /** True for a report, whose rows are cards on a phone. */
  cards?: boolean
  /** True when printed together with sheets for others: pages are not numbered. */
  batch?: boolean
  children: ReactNode
}

const UPRIGHT: Record<Paper, string> = { a4: 'paper', a5: 'slip', letter: 'paper-letter' }
const BATCH: Record<Paper, string> = { a4: 'batch', a5: 'batch-slip', letter: 'batch-letter' }
/** Sheets for many lie across as well; the small one does so anyway. */
const BATCH_ACROSS: Record<Paper, string> = {
  a4: 'batch-across',
  a5: 'batch-slip',
  letter: 'batch-across-letter',
}
const ACROSS: Record<Paper, string> = { a4: 'across', a5: 'across', letter: 'across-letter' }

/** Renders a sheet of the size that the address asks for, with the project's logo and name; white on paper, a card on the screen. */
export function PrintSheet({
  letterhead,
  title,
  label = title,
  headerRight,
  copies = 0,
  wide = false,
  cards = false,
  batch = false,
  children,
}: Props) {
  const { company, logo, address, tin, phone, lines } = letterhead
  const paper = usePaper()
  return (
    // The paper is wider than a phone's screen, so the section takes the focus for scrolling by
    // keyboard.
    <section
      {...{ 'aria-label': label, tabIndex: 0 }}
      className={cx(
        (wide ? (batch ? BATCH_ACROSS : ACROSS) : batch ? BATCH : UPRIGHT)[paper],
        wide ? 'max-w-[297mm]' : 'max-w-[210mm]',
        'sheet print:max-w-none',
      )}
    >
      <div
        className={cx(
          // On a phone a sheet is shown whole, in smaller letters; a report has cards there.
          cards
            ? 'sm:min-w-[36rem]'
            : wide
              ? 'min-w-[46rem] max-sm:not-print:[zoom:.4]'
              : 'min-w-[36rem] max-sm:not-print:[zoom:.56]',
          'print:min-w-0',
          paper === 'a5' && 'tight print:[zoom:.85]',
        )}
      >
        <header
          className={cx(
            'mb-4 flex items-start justify-between gap-6 border-b-2 border-ink pb-3',
            cards && 'max-sm:not-print:flex-wrap',
          )}
        >
          <div className="flex min-w-0 items-start gap-3">
            {logo ? (
              <img
                src={logo}
                alt=""
                className={cx(
                  'max-w-40 shrink-0 object-contain',
                  paper === 'a5' ? 'max-h-10' : 'max-h-16',
                )}
              />
            ) : null}
            <div className="min-w-0">
              <p className="text-base font-semibold">{company}</p>
              {[
                address,
                [tin && `TIN ${tin}`, phone && `Phone ${phone}`].filter(Boolean).join(' · '),
                ...lines,
              ].map((line) =>
                line ? (
                  <p key={line} className="text-xs whitespace-pre-line text-muted">
                    {line}
                  </p>
                ) : null,
              )}
            </div>
          </div>
          <div
            className={cx(
              'shrink-0 text-right',
              cards && 'max-sm:not-print:shrink max-sm:not-print:text-left',
            )}
          >
            <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
            {headerRight}
            {copies > 1 ? <p className="font-semibold text-danger">COPY {copies}</p> : null}
          </div>
        </header>
        {children}
      </div>
    </section>
  )
}

export interface SheetColumn<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  className?: string
}

interface TableProps<Row> {
  columns: readonly SheetColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** True for cells that are written into. */
  boxed?: boolean
  /** Rows of sums below the lines: a name and an amount each. */
  sums?: readonly { label: string; value: ReactNode; strong?: boolean }[]
}

/**
 * Prints lines as a table; without lines, only the sums. The head repeats on every page; a line is
 * never split between pages.
 */
export function SheetTable<Row>({
  columns,
  rows,
  rowKey,
  boxed = false,
  sums = [],
}: TableProps<Row>) {
  const side = (align?: 'end') => (align === 'end' ? 'text-right figures' : 'text-left')
  // Papers with many columns need less room between them.
  const room = columns.length > 8 ? 'px-1' : 'px-2'
  return (
    <table className="mb-4 w-full border-collapse">
      {rows.length > 0 ? (
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                className={cx(
                  'border-b border-edge bg-sunken py-1 text-xs font-semibold',
                  columns.length < 12 && column.align === 'end' && 'whitespace-nowrap',
                  room,
                  side(column.align),
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className="break-inside-avoid">
            {columns.map((column) => (
              <td
                key={column.key}
                className={cx(
                  boxed ? 'h-8 border border-edge' : 'border-b border-line py-1 align-top',
                  room,
                  side(column.align),
                  column.className,
                )}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {sums.length > 0 ? (
        // The sums are not in a table footer, which would repeat on every page.
        <tbody>
          {sums.map(({ label, value, strong }) => (
            <tr key={label} className={cx('break-inside-avoid', strong && 'font-semibold')}>
              <td colSpan={columns.length - 1} className={cx(room, 'py-1 text-right')}>
                {label}
              </td>
              <td
                className={cx(
                  'figures py-1 text-right whitespace-nowrap',
                  room,
                  strong && 'border-t border-ink',
                )}
              >
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      ) : null}
    </table>
  )
}

interface FactsProps {
  items: readonly [label: string, value: ReactNode][]
  /** Stands at the right of the names and values: the box of the amount. */
  aside?: ReactNode
}

/** Prints names and values side by side; empty ones are left out. */
export function SheetFacts({ items, aside }: FactsProps) {
  return (
    <div className="mb-4 flex items-start justify-between gap-6">
      <dl
        className={cx('grid min-w-0 flex-1 gap-x-8 gap-y-1', aside ? 'grid-cols-1' : 'grid-cols-2')}
      >
        {items.map(([label, value]) =>
          value ? (
            <div key={label} className="flex gap-2">
              <dt className="w-28 shrink-0 text-muted">{label}</dt>
              <dd className="min-w-0 font-medium">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {aside}
    </div>
  )
}

interface AmountProps {
  label: string
  value: ReactNode
  /** Lines below the amount, such as the terms and the due date. */
  items?: readonly [label: string, value: ReactNode][]
}

/** Prints the amount of the document in a box, with what belongs to it. */
export function SheetAmount({ label, value, items = [] }: AmountProps) {
  return (
    <div className="w-56 shrink-0 border-2 border-ink px-3 py-2">
      <p className="text-xs text-muted">{label}</p>
      <p className="figures text-right text-xl font-semibold">{value}</p>
      {items.some(([, text]) => text) ? (
        <dl className="mt-1 border-t border-edge pt-1 text-xs">
          {items.map(([name, text]) =>
            text ? (
              <div key={name} className="flex justify-between gap-3">
                <dt className="text-muted">{name}</dt>
                <dd className="text-right font-medium">{text}</dd>
              </div>
            ) : null,
          )}
        </dl>
      ) : null}
    </div>
  )
}

/** Prints an amount in words, which are harder to change than digits. */
export function SheetWords({ amount, currency }: { amount: Amount; currency: string }) {
  if (amount.startsWith('-')) return null
  return (
    <p className="mb-3 break-inside-avoid">
      <span className="text-muted">Amount in words: </span>
      <span className="font-medium">{amountInWords(amount, currency)} only</span>
    </p>
  )
}

/** Prints how the customer pays, when the project says so. */
export function SheetPayment({ letterhead: { payment } }: { letterhead: Letterhead }) {
  return payment ? (
    <p className="mb-3 break-inside-avoid text-xs whitespace-pre-line">
      <span className="text-muted">Payment: </span>
      {payment}
    </p>
  ) : null
}

/** A signature line: its purpose, and the name and office to print below the line when known. */
type Signature = string | { label: string; name: string | null; office?: string | null }

/** Prints signature lines side by side. */
export function SheetSignatures({ labels }: { labels: readonly Signature[] }) {
  return (
    <div className="mt-10 flex break-inside-avoid gap-8 in-[.tight]:mt-7">
      {labels.map((signature) => {
        const { label, name, office } =
          typeof signature === 'string' ? { label: signature, name: null, office: null } : signature
        return (
          <div key={label} className="min-w-0 flex-1 text-xs">
            <p className="border-t border-edge pt-1 text-muted">{label}</p>
            {name ? <p className="font-medium">{name}</p> : null}
            {office ? <p className="text-muted">{office}</p> : null}
          </div>
        )
      })}
    </div>
  )
}
