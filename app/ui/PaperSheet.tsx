import {
  type AmountBox,
  type ColumnLook,
  type FactsBlock,
  type FiguresBlock,
  type HeadLine,
  isGroupRow,
  type Paper,
  type PaperBlock,
  type PaperSize,
  type Papers,
  type Signature,
  type Sum,
  saysSomething,
  type TableBlock,
  type TextBlock,
  type TotalsBlock,
} from '~/platform/papers/paper'
import { cx } from './classes'
import { each, PaperWords } from './PaperText'
import { PlacedSheet } from './PlacedSheet'
import { PrintSheet } from './PrintSheet'

interface Props {
  papers: Papers
  /** The size of the sheets; by default the address says it. */
  size?: PaperSize
}

/** Draws the papers of a page, each on a sheet of its own. */
export function PaperSheets({ papers: { sheets, forms }, size }: Props) {
  if (forms) return each(forms, (page) => <PlacedSheet page={page} />)
  return each(sheets, (paper) => <PaperSheet {...{ paper, size }} batch={sheets.length > 1} />)
}

/** Draws a paper as it is described; the PDF is made of the same description. */
function PaperSheet({ paper, size, batch }: { paper: Paper; size?: PaperSize; batch: boolean }) {
  const { letterhead, title, label, head, copies, wide, blocks } = paper
  return (
    <PrintSheet
      {...{ letterhead, title, label, copies, wide, size, batch }}
      headerRight={each(head, ({ text, look }) => (
        <p className={HEAD[look ?? 'plain']}>
          <PaperWords of={text} />
        </p>
      ))}
    >
      <Blocks of={blocks} />
    </PrintSheet>
  )
}

const HEAD: Record<NonNullable<HeadLine['look']> | 'plain', string> = {
  plain: '',
  number: 'figures text-base font-semibold',
  name: 'font-semibold',
  mark: 'font-semibold text-danger',
  muted: 'text-muted',
  small: 'figures text-xs text-muted',
}

function Blocks({ of }: { of: readonly PaperBlock[] }) {
  return each(of, (block) => <Block of={block} />)
}

function Block({ of }: { of: PaperBlock }) {
  switch (of.kind) {
    case 'facts':
      return <Facts of={of} />
    case 'figures':
      return <Figures of={of} />
    case 'table':
      return of.narrow ? (
        <div className="max-w-[110mm] break-inside-avoid">
          <Table of={of} />
        </div>
      ) : (
        <Table of={of} />
      )
    case 'totals':
      return <Totals of={of} />
    case 'text':
      return <Line of={of} />
    case 'section':
      return (
        <section aria-label={of.label ?? of.title}>
          <h3 className="mb-1 font-semibold">{of.title}</h3>
          <Blocks of={of.blocks} />
        </section>
      )
    case 'signatures':
      return <Signatures labels={of.labels} />
  }
}

function Facts({ of: { items, amount } }: { of: FactsBlock }) {
  return (
    <div className="mb-4 flex items-start justify-between gap-6">
      <dl
        className={cx(
          'grid min-w-0 flex-1 gap-x-8 gap-y-1',
          amount ? 'grid-cols-1' : 'grid-cols-2',
        )}
      >
        {items.map(([label, value]) =>
          saysSomething(value) ? (
            <div key={label} className="flex gap-2">
              <dt className="w-28 shrink-0 text-muted">{label}</dt>
              <dd className="min-w-0 font-medium">
                <PaperWords of={value} />
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {amount ? <Amount of={amount} /> : null}
    </div>
  )
}

function Amount({ of: { label, value, items = [] } }: { of: AmountBox }) {
  const shown = items.filter(([, text]) => saysSomething(text))
  return (
    <div className="w-56 shrink-0 border-2 border-ink px-3 py-2">
      <p className="text-xs text-muted">{label}</p>
      <p className="figures text-right text-xl font-semibold">
        <PaperWords of={value} />
      </p>
      {shown.length > 0 ? (
        <dl className="mt-1 border-t border-edge pt-1 text-xs">
          {shown.map(([name, text]) => (
            <div key={name} className="flex justify-between gap-3">
              <dt className="text-muted">{name}</dt>
              <dd className="text-right font-medium">
                <PaperWords of={text} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  )
}

function Figures({ of: { items } }: { of: FiguresBlock }) {
  return (
    <dl className="mb-2 flex flex-wrap gap-x-4 gap-y-1">
      {items.map(({ label, value, strong }) => (
        <div key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className={cx('figures', strong && 'font-semibold')}>
            <PaperWords of={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function widthOf({ share, room }: ColumnLook) {
  if (share) return { width: `${share * 100}%` }
  return room ? { width: `${room}mm` } : undefined
}

function Table({
  of: { columns, rows, total, sums = [], parts = [], boxed, dense },
}: {
  of: TableBlock
}) {
  const side = (align?: 'end') => (align === 'end' ? 'text-right figures' : 'text-left')
  // Papers with many columns need less room between them.
  const room =
    dense || columns.length > 8 ? 'px-1 max-sm:not-print:px-0.5' : 'px-2 max-sm:not-print:px-1'
  return (
    <table className={cx('mb-4 w-full border-collapse', dense && 'paper-rows print:[zoom:.85]')}>
      {rows.length > 0 ? (
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.header}
                style={widthOf(column)}
                className={cx(
                  'border-b border-edge bg-sunken py-1 text-xs font-semibold',
                  dense && 'align-bottom',
                  !dense &&
                    columns.length < 12 &&
                    column.align === 'end' &&
                    'whitespace-nowrap max-lg:not-print:whitespace-normal',
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
        {each(rows, (row, place) =>
          isGroupRow(row) ? (
            <tr
              className={cx(
                'break-inside-avoid break-after-avoid text-xs font-semibold',
                row.depth === 0 && 'bg-sunken',
              )}
            >
              <td
                colSpan={columns.length - row.cells.length}
                style={{ paddingLeft: 4 + 12 * row.depth }}
                className="border-b border-line"
              >
                {row.name}
              </td>
              {each(row.cells, (cell, at) => (
                <td
                  className={cx(
                    'border-b border-line whitespace-nowrap',
                    room,
                    side(columns[columns.length - row.cells.length + at]?.align),
                  )}
                >
                  <PaperWords of={cell} />
                </td>
              ))}
            </tr>
          ) : (
            <tr className="break-inside-avoid">
              {columns.map(({ header, align, whole, strong, cut }, at) => (
                <td
                  key={header}
                  className={cx(
                    boxed
                      ? 'h-8 border border-edge'
                      : cx(
                          'border-b align-top',
                          dense ? 'max-w-60 truncate text-xs' : 'py-1',
                          parts.includes(place) ? 'border-edge' : 'border-line',
                        ),
                    room,
                    side(align),
                    whole && 'whitespace-nowrap',
                    strong && 'font-semibold',
                    cut && 'max-w-48 truncate',
                  )}
                >
                  <PaperWords of={row[at] ?? null} />
                </td>
              ))}
            </tr>
          ),
        )}
      </tbody>
      {total ? (
        // A table footer would repeat on every page.
        <tfoot className="print:table-row-group">
          <tr className="break-inside-avoid text-xs font-semibold">
            {each(total, (cell, at) => (
              <td className={cx('border-t border-ink py-1', room, side(columns[at]?.align))}>
                <PaperWords of={cell} />
              </td>
            ))}
          </tr>
        </tfoot>
      ) : null}
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
                <PaperWords of={value} />
              </td>
            </tr>
          ))}
        </tbody>
      ) : null}
    </table>
  )
}

function Totals({ of: { breakdown, sums } }: { of: TotalsBlock }) {
  return (
    <div className="mb-3 flex break-inside-avoid items-end justify-between gap-6">
      <SumTable sums={breakdown} />
      <SumTable sums={sums} />
    </div>
  )
}

function SumTable({ sums }: { sums: readonly Sum[] }) {
  return (
    <table className="border-collapse">
      <tbody>
        {sums.map(({ label, value, strong }) => (
          <tr key={label} className={cx(strong && 'border-t border-ink font-semibold')}>
            <td className="px-1 py-0.5 pr-6">{label}</td>
            <td className="figures px-1 py-0.5 text-right whitespace-nowrap">
              <PaperWords of={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const TEXT: Record<NonNullable<TextBlock['look']> | 'plain', string> = {
  plain: '',
  firm: '',
  small: 'text-xs',
  note: 'text-xs text-muted',
}

function Line({ of: { label, text, look, close } }: { of: TextBlock }) {
  return (
    <p
      className={cx(
        'break-inside-avoid whitespace-pre-line',
        TEXT[look ?? 'plain'],
        !close && 'mb-3',
      )}
    >
      {label ? <span className="text-muted">{label}: </span> : null}
      <span className={look === 'firm' ? 'font-medium' : undefined}>
        <PaperWords of={text} />
      </span>
    </p>
  )
}

function Signatures({ labels }: { labels: readonly Signature[] }) {
  return (
    <div className="mt-10 flex break-inside-avoid gap-8 in-[.tight]:mt-7">
      {labels.map(({ label, name, office }) => (
        <div key={label} className="min-w-0 flex-1 text-xs">
          <p className="border-t border-edge pt-1 text-muted">{label}</p>
          {name ? <p className="font-medium">{name}</p> : null}
          {office ? <p className="text-muted">{office}</p> : null}
        </div>
      ))}
    </div>
  )
}
