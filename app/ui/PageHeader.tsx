import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { cx } from './classes'
import { InMenu } from './in-menu'
import { Menu } from './Menu'

interface Props {
  title: ReactNode
  /** The parents of the page, from the top, without the page itself. */
  crumbs?: readonly { label: string; to: string }[]
  /** Content beside the title: a badge, a number. */
  badges?: ReactNode
  /** Links to related screens, in the same line: Tabs. */
  tabs?: ReactNode
  description?: ReactNode
  /** The one act that the screen is for, and at most one beside it. */
  actions?: ReactNode
  /** Further acts, under "More"; what destroys comes last. */
  more?: ReactNode
  /** Opens "More" with the page, for a dialog in it that shows a refusal. */
  moreOpen?: boolean
  /** Links to the neighbors of a document in its list. */
  beside?: ReactNode
}

/** Shows the bar of a screen: its parents and title, tabs, the primary act, and more. */
export function PageHeader({ title, crumbs, badges, tabs, description, ...acts }: Props) {
  const { actions, more, moreOpen, beside } = acts
  const heading = <Heading {...{ title, crumbs, badges }} />
  return (
    <header className="mb-1">
      <div
        className={cx(
          'flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1',
          tabs ? 'lg:flex-nowrap lg:gap-x-3' : null,
        )}
      >
        {tabs ? (
          // Tabs that find no room between title and acts take a line below the title.
          <div className="max-lg:contents lg:flex lg:min-w-0 lg:flex-1 lg:flex-wrap lg:items-center lg:gap-x-4">
            {heading}
            <div className="flex min-w-0 max-lg:order-last max-lg:basis-full print:hidden">
              {tabs}
            </div>
          </div>
        ) : (
          heading
        )}
        {actions || more || beside ? (
          <div
            className={cx(
              'ml-auto flex flex-wrap items-center gap-2 max-sm:gap-1.5 max-sm:[&>a]:px-2.5 max-sm:[&>a>svg]:hidden print:hidden',
              tabs ? 'lg:shrink-0' : null,
            )}
          >
            {actions}
            {more ? (
              <Menu label="More" open={moreOpen}>
                <InMenu.Provider value={true}>{more}</InMenu.Provider>
              </Menu>
            ) : null}
            {beside}
          </div>
        ) : null}
      </div>
      {description ? (
        <div className="mb-2 max-w-[110ch] text-xs text-muted has-[.report-heading]:max-w-none max-sm:mt-1.5 sm:-mt-1">
          {description}
        </div>
      ) : null}
    </header>
  )
}

/** Shows the parents, the title and its badges. On a phone the acts stay beside the title while its badges take a second line. */
function Heading({ title, crumbs, badges }: Pick<Props, 'title' | 'crumbs' | 'badges'>) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0 max-sm:flex-1 max-sm:basis-36">
      {crumbs?.length ? (
        <nav aria-label="Breadcrumbs" className="print:hidden">
          <ol className="flex flex-wrap gap-x-1.5 text-xs text-muted">
            {crumbs.map((crumb) => (
              <li key={crumb.to} className="after:ml-1.5 after:content-['/']">
                <Link
                  to={crumb.to}
                  className="relative hover:text-ink hover:underline max-sm:before:absolute max-sm:before:-inset-x-2 max-sm:before:-inset-y-3.5"
                >
                  {crumb.label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      {badges}
    </div>
  )
}
