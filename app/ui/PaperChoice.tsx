import { Link, useSearchParams } from '@remix-run/react'
import { cx } from './classes'

export type Paper = 'a4' | 'a5'

const PAPERS: Record<Paper, string> = { a4: 'A4', a5: 'A5' }

/** Returns the paper size that the address asks for (`?paper=a5`); A4 by default. */
export function usePaper(): Paper {
  const [params] = useSearchParams()
  return params.get('paper') === 'a5' ? 'a5' : 'a4'
}

/** Chooses the paper size of a printed document, among the actions of its page. */
export function PaperChoice() {
  const [params] = useSearchParams()
  const paper = usePaper()
  return (
    <nav aria-label="Paper" className="flex overflow-hidden rounded-md border border-edge">
      {(Object.keys(PAPERS) as Paper[]).map((name) => (
        <Link
          key={name}
          to={`?${new URLSearchParams([...[...params].filter(([key]) => key !== 'paper'), ['paper', name]])}`}
          replace
          preventScrollReset
          aria-current={name === paper ? 'page' : undefined}
          className={cx(
            'min-h-9 px-3 py-1.5 text-sm font-medium',
            name === paper ? 'bg-accent-soft text-ink' : 'bg-surface text-muted hover:bg-sunken',
          )}
        >
          {PAPERS[name]}
        </Link>
      ))}
    </nav>
  )
}
