import type { ReactNode } from 'react'
import { cx } from './classes'
import type { Paper } from './PaperChoice'

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
  /**
   * A4 portrait, or A5 landscape, half of it; `wide` is A4 landscape, for tables with many columns.
   */
  paper?: Paper | 'wide'
  /** True when printed together with sheets for others: pages are not numbered. */
  batch?: boolean
  children: ReactNode
}

/** Renders a sheet with the project's logo and name; white on paper, a card on the screen. */
export function PrintSheet({
  letterhead,
  title,
  label = title,
  headerRight,
  paper = 'a4',
  batch,
  children,
}: Props) {
  const { company, logo, address, tin, phone, lines } = letterhead
  return (
    // The paper is wider than a phone's screen, so the section takes the focus for scrolling by
    // keyboard.
    <section
      {...{ 'aria-label': label, tabIndex: 0 }}
      className={cx(
        paper === 'wide' ? 'across' : paper === 'a5' ? 'slip' : batch ? 'batch' : 'paper',
        paper === 'wide' ? 'max-w-[297mm]' : 'max-w-[210mm]',
        'mx-auto mb-8 overflow-x-auto rounded-lg border border-line bg-surface p-6 shadow-raised not-last:break-after-page print:mb-0 print:max-w-none print:overflow-visible print:rounded-none print:border-0 print:p-0 print:shadow-none',
      )}
    >
      <div className="min-w-[36rem] print:min-w-0">
        <header className="mb-4 flex items-start justify-between gap-6 border-b-2 border-ink pb-3">
          <div className="flex min-w-0 items-start gap-3">
            {logo ? (
              <img src={logo} alt="" className="max-h-16 max-w-40 shrink-0 object-contain" />
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
          <div className="shrink-0 text-right">
            <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
            {headerRight}
          </div>
        </header>
        {children}
      </div>
    </section>
  )
}

interface SheetColumn<Row> {
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
  /** Rows of sums below the lines: a name and an amount each. */
  sums?: readonly { label: string; value: ReactNode; strong?: boolean }[]
}

/**
 * Prints lines as a table; without lines, only the sums. The head repeats on every page; a line is
 * never split between pages.
 */
export function SheetTable<Row>({ columns, rows, rowKey, sums = [] }: TableProps<Row>) {
  const side = (align?: 'end') => (align === 'end' ? 'text-right figures' : 'text-left')
  return (
    <table className="mb-4 w-full border-collapse">
      {rows.length > 0 ? (
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                className={cx(
                  'border-b border-edge bg-sunken px-2 py-1 text-xs font-semibold',
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
                  'border-b border-line px-2 py-1.5 align-top',
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
              <td colSpan={columns.length - 1} className="px-2 py-1 text-right">
                {label}
              </td>
              <td className={cx('figures px-2 py-1 text-right', strong && 'border-t border-ink')}>
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      ) : null}
    </table>
  )
}

/** Prints names and values side by side; empty ones are left out. */
export function SheetFacts({ items }: { items: readonly [label: string, value: ReactNode][] }) {
  return (
    <dl className="mb-4 grid grid-cols-2 gap-x-8 gap-y-1">
      {items.map(([label, value]) =>
        value ? (
          <div key={label} className="flex gap-2">
            <dt className="w-28 shrink-0 text-muted">{label}</dt>
            <dd className="min-w-0 font-medium">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

/** A signature line: its purpose, and the name and office to print below the line when known. */
type Signature = string | { label: string; name: string | null; office?: string | null }

/** Prints signature lines side by side. */
export function SheetSignatures({ labels }: { labels: readonly Signature[] }) {
  return (
    <div className="mt-10 flex break-inside-avoid gap-8 [.slip_&]:mt-8">
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
