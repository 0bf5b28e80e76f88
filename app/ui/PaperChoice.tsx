import { Link, useSearchParams } from '@remix-run/react'
import { PAPER_SIZES, type PaperSize, paperSize } from '~/platform/papers/paper'
import { cx } from './classes'
import { PdfLink } from './PdfLink'
import { PrintButton } from './PrintButton'
import { type SharedOf, ShareLink } from './ShareLink'

/** Returns the paper size that the address asks for. */
export function usePaper(): PaperSize {
  const [params] = useSearchParams()
  return paperSize(params)
}

/** Chooses the paper size of a printed document; tables of many columns do not fit A5. */
export function PaperChoice({ wide = false }: { wide?: boolean }) {
  const [params] = useSearchParams()
  const paper = usePaper()
  const sizes = (Object.keys(PAPER_SIZES) as PaperSize[]).filter((name) => !wide || name !== 'a5')
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
          {PAPER_SIZES[name]}
        </Link>
      ))}
    </nav>
  )
}

/** The actions of a page that shows a paper: to print it, which the keyboard reaches first, to download it, to share it, and its size. */
export function PaperActions({ shared }: { shared?: SharedOf }) {
  return (
    <>
      <PrintButton />
      <PdfLink />
      {shared ? <ShareLink {...shared} /> : null}
      <PaperChoice />
    </>
  )
}
