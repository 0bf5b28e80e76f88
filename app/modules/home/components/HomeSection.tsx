import { Link } from '@remix-run/react'
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  more?: { label: string; to: string }
  children: ReactNode
}

/** A section of Home with a small heading. */
export function HomeSection({ title, more, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-5">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-xs font-semibold text-muted uppercase">
          {title}
        </h2>
        {more ? (
          <Link to={more.to} className="font-medium text-accent hover:underline">
            {more.label}
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  )
}
