export type DrawingName = 'empty' | 'search' | 'done'

/** The faces of a case in isometric view, at a place of the drawing. */
function Case({ x, y, gold }: { x: number; y: number; gold?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M0-12 20 0 0 12-20 0z" className={gold ? 'fill-gold' : 'fill-accent/70'} />
      <path d="M-20 0 0 12v22l-20-12z" className={gold ? 'fill-gold/80' : 'fill-accent/85'} />
      <path d="M20 0 0 12v22l20-12z" className={gold ? 'fill-gold/60' : 'fill-accent'} />
    </g>
  )
}

/** The outline of a place where a case may stand. */
function Place({ x, y }: { x: number; y: number }) {
  return (
    <path
      transform={`translate(${x} ${y})`}
      d="M0-12 20 0 0 12-20 0z"
      strokeDasharray="3 3"
      className="fill-none stroke-edge"
    />
  )
}

/** Draws an empty place, a search without results, or finished work, from the cases of the sign-in page. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 120 84" className="h-20 w-28">
      {name === 'empty' ? (
        <>
          <Place x={60} y={26} />
          <Place x={82} y={39} />
          <Place x={60} y={52} />
          <Case x={38} y={39} gold />
        </>
      ) : null}
      {name === 'search' ? (
        <>
          <Case x={46} y={32} />
          <Place x={70} y={46} />
          <circle cx={74} cy={38} r={15} className="fill-surface/60 stroke-ink stroke-3" />
          <path d="m85 49 13 13" className="fill-none stroke-ink stroke-3" />
        </>
      ) : null}
      {name === 'done' ? (
        <>
          <Case x={60} y={24} />
          <Case x={38} y={37} />
          <Case x={82} y={37} />
          <Case x={60} y={50} gold />
        </>
      ) : null}
    </svg>
  )
}
