import { cx } from '~/ui/classes'
import { PlacedTexts, Ruler } from '~/ui/PlacedSheet'
import type { ChequeLayout } from '../layout'
import { CHEQUE, type ChequeFacts, printsOf } from '../overlay'

/**
 * Returns an A4 sheet cut off below the cheque. It never reaches the foot of the page, so that no
 * second page follows.
 */
const sheetOf = (layout: ChequeLayout) => ({
  width: 210,
  height: Math.min(290, Math.max(0, layout.offset_y) + CHEQUE.height + 5),
})

interface Props {
  facts: ChequeFacts
  layout: ChequeLayout
  /** The label for screen readers. */
  label: string
  /**
   * True to print a ruler and the outline of the cheque too, to compare the sheet with a real one.
   */
  ruled?: boolean
  /** True to leave everything out on paper. */
  screenOnly?: boolean
  /** True to show the cheque alone on the screen, without the sheet around it. */
  cropped?: boolean
}

/**
 * Places the lines of a cheque as the printer does, in millimeters from the corner of the sheet. It
 * is an SVG, because its attributes need no inline style. The screen also shows the outline of the
 * cheque.
 */
export function ChequeOverlay(props: Props) {
  const { facts, layout, label, ruled = false, screenOnly = false, cropped = false } = props
  const outline = ruled ? undefined : 'print:hidden'
  const box = cropped ? CHEQUE : sheetOf(layout)
  return (
    // The cheque is wider than a phone's screen, so the section takes the focus for scrolling by
    // keyboard.
    <section
      {...{ 'aria-label': label, tabIndex: 0 }}
      className={cx(
        'cheque overflow-x-auto bg-white',
        !cropped && 'rounded-lg border border-line print:border-0',
        screenOnly && 'print:hidden',
      )}
    >
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the section around it is named, and its texts are read */}
      <svg
        viewBox={`0 0 ${box.width} ${box.height}`}
        width={`${box.width}mm`}
        height={`${box.height}mm`}
        className="mx-auto block max-sm:max-w-none print:absolute print:top-0 print:left-0"
      >
        <g transform={cropped ? undefined : `translate(${layout.offset_x} ${layout.offset_y})`}>
          <g className={outline}>
            <rect
              width={CHEQUE.width}
              height={CHEQUE.height}
              fill="none"
              stroke="#8d897d"
              strokeWidth={0.25}
              strokeDasharray="2 1.2"
            />
            <Lines layout={layout} />
          </g>
          {ruled ? <Ruler {...CHEQUE} /> : null}
          <PlacedTexts texts={printsOf(facts, layout)} />
        </g>
      </svg>
    </section>
  )
}

/** Shows the expected lines and boxes of the printed form. */
function Lines({ layout }: { layout: ChequeLayout }) {
  const { date_x, date_y, date_pitch, date_gap, letter_height: height } = layout
  const lines = [
    [layout.payee_x, layout.payee_y, layout.payee_width],
    [layout.figures_x, layout.figures_y, layout.figures_width],
    [layout.words_x, layout.words_y, layout.words_width],
    [layout.words_x, layout.words_y + layout.words_step, layout.words_width],
  ] as const
  return (
    <g fill="none" stroke="#8d897d" strokeWidth={0.2}>
      {Array.from({ length: 8 }, (_, index) => {
        const gaps = index < 2 ? 0 : index < 4 ? 1 : 2
        const middle = date_x + index * date_pitch + gaps * date_gap
        return (
          <rect
            key={middle}
            x={middle - date_pitch / 2}
            y={date_y - height}
            width={date_pitch}
            height={height * 1.3}
          />
        )
      })}
      {lines.map(([x, y, width]) => (
        <line key={`${x} ${y}`} x1={x} x2={x + width} y1={y + 1} y2={y + 1} />
      ))}
    </g>
  )
}
