import { type PlacedPage, type PlacedText, rulerMarks } from '~/platform/papers/placed'
import { cx } from './classes'

/** Draws lines of print at their places in millimeters, as attributes of an SVG, which need no inline style. */
export function PlacedTexts({ texts }: { texts: readonly PlacedText[] }) {
  return texts.map(({ key, text, size, length, anchor, x, y }) => (
    <text
      key={key}
      {...{ x, y }}
      fontSize={size}
      textLength={length || undefined}
      lengthAdjust="spacingAndGlyphs"
      textAnchor={anchor}
      fill="#000"
      xmlSpace="preserve"
      className="font-mono"
    >
      {text}
    </text>
  ))
}

/** Draws rulers along the left and upper edges: centimeters, with millimeters between them. */
export function Ruler({ width, height }: { width: number; height: number }) {
  return (
    <g stroke="#5a605b" strokeWidth={0.12} fontSize={2.2}>
      {rulerMarks(width).map(({ at, size }) => (
        <line key={at} x1={at} x2={at} y1={0} y2={size} />
      ))}
      {rulerMarks(height).map(({ at, size }) => (
        <line key={at} y1={at} y2={at} x1={0} x2={size} />
      ))}
      <g stroke="none" fill="#5a605b">
        {centimeters(width).map((at) => (
          <text key={at} x={at} y={6} textAnchor="middle">
            {at}
          </text>
        ))}
        {centimeters(height).map((at) => (
          <text key={at} x={4.2} y={at + 0.8}>
            {at}
          </text>
        ))}
      </g>
    </g>
  )
}

const centimeters = (length: number) =>
  rulerMarks(length).flatMap(({ at }) => (at > 0 && at % 10 === 0 ? [at] : []))

/** The class of a form of this size, whose print has no margins (print-pages.css). */
const PAGES: Readonly<Record<string, string>> = {
  '210x297': 'form-a4',
  '148x210': 'form-a5',
  '210x148': 'form-a5-across',
  '215.9x279.4': 'form-letter',
  '241.3x279.4': 'form-continuous',
  '241.3x139.7': 'form-half',
}

/** Shows a pre-printed form with what is printed on it. The screen also shows its edge. */
export function PlacedSheet({ page }: { page: PlacedPage }) {
  const { label, width, height, texts, ruled } = page
  return (
    // A form is wider than a phone's screen, so the section takes the focus for scrolling by keyboard.
    <section
      {...{ 'aria-label': label, tabIndex: 0 }}
      className={cx(
        PAGES[`${width}x${height}`],
        'mb-4 overflow-x-auto rounded-lg border border-line bg-white print:mb-0 print:break-after-page print:overflow-visible print:rounded-none print:border-0 print:last:break-after-auto',
      )}
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={`${width}mm`}
        height={`${height - 0.5}mm`}
        preserveAspectRatio="xMinYMin slice"
        className="mx-auto block max-sm:max-w-none print:mx-0"
      >
        <title>{label}</title>
        {ruled ? (
          <>
            <g stroke="#c9c6bc" strokeWidth={0.1}>
              {centimeters(width).map((at) => (
                <line key={at} x1={at} x2={at} y1={0} y2={height} />
              ))}
              {centimeters(height).map((at) => (
                <line key={at} y1={at} y2={at} x1={0} x2={width} />
              ))}
            </g>
            <Ruler {...{ width, height }} />
          </>
        ) : null}
        <PlacedTexts texts={texts} />
      </svg>
    </section>
  )
}
