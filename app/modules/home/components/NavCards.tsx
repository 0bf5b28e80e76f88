import { Link } from '@remix-run/react'
import { ArrowRight } from 'lucide-react'
import { HomeSection } from './HomeSection'

interface Props {
  items: readonly { group: 'Work' | 'Reports'; label: string; to: string; about: string }[]
}

const GROUPS = ['Work', 'Reports'] as const

/** Links to the screens that the user may open, each with a description. */
export function NavCards({ items }: Props) {
  return GROUPS.map((group) => {
    const here = items.filter((item) => item.group === group)
    return here.length === 0 ? null : (
      <HomeSection key={group} title={group}>
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {here.map(({ to, label, about }) => (
            <li key={to}>
              <Link
                to={to}
                className="group flex h-full items-start justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-3.5 shadow-raised hover:border-accent"
              >
                <span>
                  <span className="block font-semibold">{label}</span>
                  <span className="mt-0.5 block text-muted">{about}</span>
                </span>
                <ArrowRight
                  aria-hidden
                  className="mt-0.5 size-4 shrink-0 text-muted group-hover:text-accent"
                />
              </Link>
            </li>
          ))}
        </ul>
      </HomeSection>
    )
  })
}
