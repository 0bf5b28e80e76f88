/**
 * Shows a product's color as a dot. It is an SVG because a variable color would need an inline
 * style.
 */
export function ColorDot({ color }: { color: string | null }) {
  return (
    <svg viewBox="0 0 10 10" className="inline-block size-2.5 shrink-0" aria-hidden>
      {color ? (
        <circle cx="5" cy="5" r="5" fill={color} />
      ) : (
        <circle cx="5" cy="5" r="4.5" className="fill-none stroke-line" />
      )}
    </svg>
  )
}
