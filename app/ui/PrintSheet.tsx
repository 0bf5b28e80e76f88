import type { ReactNode } from 'react'
import { type Letterhead, linesOfHead, type PaperSize } from '~/platform/papers/paper'
import { cx } from './classes'
import { usePaper } from './PaperChoice'
import { each, PaperWords } from './PaperText'

interface Props {
  letterhead: Letterhead
  /** The kind of document: Invoice, a report. */
  title: string
  /** The label that distinguishes this sheet from others on the page, for screen readers. */
  label?: string
  /** The number and date, below the title. */
  headerRight?: ReactNode
  /** How often the paper was printed: from the second time on it says so. */
  copies?: number
  /** True for tables with many columns: the sheet lies across. */
  wide?: boolean
  /** The size of the sheet; by default the address says it. */
  size?: PaperSize
  /** True when printed together with sheets for others: pages are not numbered. */
  batch?: boolean
  children: ReactNode
}

const UPRIGHT: Record<PaperSize, string> = { a4: 'paper', a5: 'slip', letter: 'paper-letter' }
const BATCH: Record<PaperSize, string> = { a4: 'batch', a5: 'batch-slip', letter: 'batch-letter' }
/** Sheets for many lie across as well; the small one does so anyway. */
const BATCH_ACROSS: Record<PaperSize, string> = {
  a4: 'batch-across',
  a5: 'batch-slip',
  letter: 'batch-across-letter',
}
const ACROSS: Record<PaperSize, string> = { a4: 'across', a5: 'across', letter: 'across-letter' }

/** Renders a sheet of the size that the address asks for, with the project's logo and name; white on paper, a card on the screen. */
export function PrintSheet({
  letterhead,
  title,
  label = title,
  headerRight,
  copies = 0,
  wide = false,
  size,
  batch = false,
  children,
}: Props) {
  const { company, logo } = letterhead
  const asked = usePaper()
  const paper = size ?? asked
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
          // On a phone a sheet is shown whole, in smaller letters, and so is a wide one on a tablet.
          wide
            ? 'min-w-[46rem] max-lg:not-print:[zoom:.8] max-sm:not-print:[zoom:.4]'
            : 'min-w-[36rem] max-sm:not-print:[zoom:.56]',
          'print:min-w-0',
          paper === 'a5' && 'tight print:[zoom:.85]',
        )}
      >
        <header className="mb-4 flex items-start justify-between gap-6 border-b-2 border-ink pb-3">
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
              {each(linesOfHead(letterhead), (line) => (
                <p className="text-xs whitespace-pre-line text-muted">
                  <PaperWords of={line} />
                </p>
              ))}
            </div>
          </div>
          <div className={cx('text-right', wide ? 'max-w-[60%]' : 'shrink-0')}>
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
