import { cx } from './classes'

const SIZES = {
  sm: { mark: 'size-6', word: 'text-base', gap: 'gap-2' },
  md: { mark: 'size-10', word: 'text-figure', gap: 'gap-3' },
}

/** Shows the product's symbol, three crates and an open path, with its name, as inline SVG. */
export function Logo({ size = 'sm', bare }: { size?: keyof typeof SIZES; bare?: boolean }) {
  const { mark, word, gap } = SIZES[size]
  return (
    <span className={cx('inline-flex items-center', gap)}>
      <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('shrink-0', mark)}>
        <Mark />
      </svg>
      <span className={bare ? 'sr-only' : cx('font-semibold tracking-tight', word)}>Kalakal</span>
    </span>
  )
}

/** Shows symbol and name as one picture of a given width: 300 px alone, 80 px under POWERED BY. */
export function ProductLogo({ width }: { width: 80 | 300 }) {
  return (
    <svg
      viewBox="0 0 132 32"
      role="img"
      aria-label="Kalakal"
      width={width}
      className="max-w-full text-accent"
    >
      <Mark />
      <text x="42" y="23.5" fill="currentColor" fontSize="22" fontWeight="650" textLength="88">
        Kalakal
      </text>
    </svg>
  )
}

function Mark() {
  return (
    <>
      <rect width="32" height="32" rx="7.5" fill="#0e5a4a" />
      <g fill="#fff">
        <rect x="7.5" y="7" width="5.4" height="5.2" rx="1.1" />
        <rect x="7.5" y="13.4" width="5.4" height="5.2" rx="1.1" />
        <rect x="7.5" y="19.8" width="5.4" height="5.2" rx="1.1" />
        <path d="M14.6 15.2 19.9 7.5a1.2 1.2 0 0 1 1-.5h4.2L18.6 16z" />
      </g>
      <path fill="#f2b84b" d="m14.6 16.8 4-1 6.5 9.2h-4.2a1.2 1.2 0 0 1-1-.5z" />
    </>
  )
}
