/** Shows a change with its direction: an arrow, green upwards and red downwards. */
export function ChangeMark({ change }: { change: string }) {
  const down = change.startsWith('-')
  return (
    <span className={down ? 'text-danger' : 'text-ok'}>
      {down ? '▼' : '▲'} {change}
    </span>
  )
}
