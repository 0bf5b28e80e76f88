import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  /** The parents of the page, from the top, without the page itself. */
  crumbs?: readonly { label: string; to: string }[]
  /** Content beside the title: a badge, a number. */
  badges?: ReactNode
  description?: ReactNode
  actions?: ReactNode
}

/** Shows the title of a screen with its parents and actions. */
export function PageHeader({ title, crumbs, badges, description, actions }: Props) {
  return (
    <header className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 sm:flex-1 sm:basis-72">
        {crumbs?.length ? (
          <nav aria-label="Breadcrumbs" className="mb-1 print:hidden">
            <ol className="flex flex-wrap gap-x-1.5 text-xs text-muted">
              {crumbs.map((crumb) => (
                <li key={crumb.to} className="not-last:after:ml-1.5 not-last:after:content-['/']">
                  <Link to={crumb.to} className="hover:text-ink hover:underline">
                    {crumb.label}
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
        ) : null}
        <div className="flex flex-wrap items-center gap-2.5">
          <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
          {badges}
        </div>
        {description ? <p className="mt-1 max-w-[90ch] text-muted">{description}</p> : null}
      </div>
      {actions ? (
        <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>
      ) : null}
    </header>
  )
}
