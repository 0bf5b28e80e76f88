import { useNavigation } from '@remix-run/react'

/** Shows a thin bar at the top while a page or an answer loads. */
export function ProgressBar() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden print:hidden"
    >
      {busy ? <div className="h-full w-1/3 animate-progress bg-accent" /> : null}
    </div>
  )
}
