import { Link, useSearchParams } from '@remix-run/react'

/** Links to the neighbouring pages of a keyset list; the filters in the address are kept. */
export function Pager({
  newer,
  older,
  labels = ['Newer', 'Older'],
}: {
  newer: string | null
  older: string | null
  labels?: [back: string, on: string]
}) {
  const [search] = useSearchParams()
  if (!newer && !older) return null
  const page = (name: 'after' | 'before', cursor: string) => {
    const next = new URLSearchParams(search)
    next.delete('after')
    next.delete('before')
    next.set(name, cursor)
    return `?${next}`
  }
  const link = 'rounded px-2 py-1 font-medium text-accent hover:bg-accent-soft'
  return (
    <nav aria-label="Pages" className="flex gap-2 print:hidden">
      {newer ? (
        <Link to={page('before', newer)} className={link}>
          ← {labels[0]}
        </Link>
      ) : null}
      {older ? (
        <Link to={page('after', older)} className={link}>
          {labels[1]} →
        </Link>
      ) : null}
    </nav>
  )
}
