import { Link, useSearchParams } from '@remix-run/react'
import { cx } from './classes'
import { PrintButton } from './PrintButton'

/** The paper sizes; A5 lies across, half of an A4 sheet. */
export type Paper = 'a4' | 'a5' | 'letter'

const PAPERS: Record<Paper, string> = { a4: 'A4', a5: 'A5', letter: 'Letter' }

/** Returns the paper size that the address asks for (`?paper=a5`); A4 by default. */
export function usePaper(): Paper {
  const [params] = useSearchParams()
  const requested = params.get('paper')
  return requested === 'a5' || requested === 'letter' ? requested : 'a4'
}

/** Chooses the paper size of a printed document; tables of many columns do not fit A5. */
export function PaperChoice({ wide = false }: { wide?: boolean }) {
  const [params] = useSearchParams()
  const paper = usePaper()
  const sizes = (Object.keys(PAPERS) as Paper[]).filter((name) => !wide || name !== 'a5')
  return (
    <nav aria-label="Paper" className="flex overflow-hidden rounded-md border border-edge">
      {sizes.map((name) => (
        <Link
          key={name}
          to={`?${new URLSearchParams([...[...params].filter(([key]) => key !== 'paper'), ['paper', name]])}`}
          replace
          preventScrollReset
          aria-current={name === paper ? 'page' : undefined}
          className={cx(
            'min-h-9 max-sm:min-h-10 px-3 py-1.5 text-sm font-medium',
            name === paper ? 'bg-accent-soft text-ink' : 'bg-surface text-muted hover:bg-sunken',
          )}
        >
          {PAPERS[name]}
        </Link>
      ))}
    </nav>
  )
}

/** The actions of a page that shows a paper: to print it, which the keyboard reaches first, and its size. */
export function PaperActions() {
  return (
    <>
      <PrintButton />
      <PaperChoice />
    </>
  )
}
