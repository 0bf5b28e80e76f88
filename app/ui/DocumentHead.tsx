import { Link, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { type ListPlace, listPlaceOf } from '~/platform/request/list-place'
import { Badge } from './Badge'
import { cx } from './classes'
import { DateText } from './Figures'
import { PageHeader } from './PageHeader'

/** A step in the life of a document. */
export interface StatusStep {
  label: string
  /** The day or the moment of the step; one that is still to come has none and is not shown. */
  on: string | null
  by?: string | null
  /** The step ended the document, such as a cancellation. */
  bad?: boolean
}

interface Props {
  title: string
  /** The badges of the document's state. */
  badges?: ReactNode
  /** The list that the document belongs to. */
  list: { label: string; to: string }
  description?: ReactNode
  /** Open questions of the document: a badge each. */
  questions?: readonly (string | null | false)[]
  /** The steps of the document in their order; none of a record that has no such course. */
  steps?: readonly StatusStep[]
  timeZone?: string
  /** The one act that comes next. */
  actions?: ReactNode
  /** Further acts, under "More"; what destroys comes last. */
  more?: ReactNode
  /** Opens "More" with the page, for a dialog in it that shows a refusal. */
  moreOpen?: boolean
}

/**
 * Shows the head of a document: number and state, the acts, the way through the list that it was
 * opened from, and its steps with date and person.
 */
export function DocumentHead({ list, questions = [], steps = [], timeZone, ...head }: Props) {
  const [search] = useSearchParams()
  const place = listPlaceOf(search)
  const own = place && place.list.split('?')[0] === list.to ? { ...list, to: place.list } : list
  const open = questions.filter((text) => typeof text === 'string')
  return (
    <>
      <PageHeader
        {...head}
        crumbs={[own]}
        badges={
          <>
            {head.badges}
            {open.map((text) => (
              <Badge key={text} tone="warn">
                {text}
              </Badge>
            ))}
          </>
        }
        beside={place ? <Neighbors {...place} /> : null}
      />
      {steps.length > 0 ? <Steps steps={steps} timeZone={timeZone} /> : null}
    </>
  )
}

/** Links to the documents before and after in the list, and back to the list. */
function Neighbors(place: ListPlace) {
  const to = (way: string) => `${paths.neighbor}?${new URLSearchParams({ ...place, way })}`
  return (
    <nav
      aria-label="Within the list"
      className="flex divide-x divide-line overflow-hidden rounded-md border border-line"
    >
      {[
        ['Previous', '‹', to('previous')],
        ['Back to the list', '≡', place.list],
        ['Next', '›', to('next')],
      ].map(([name, sign, address]) => (
        <Link
          key={name}
          to={address!}
          title={name}
          aria-label={name}
          className="flex size-9 items-center justify-center text-xl text-muted hover:bg-sunken hover:text-ink max-sm:size-10"
        >
          {sign}
        </Link>
      ))}
    </nav>
  )
}

/** Tells a moment from a calendar day. */
const isMoment = (on: string) => on.length > 10

/** Lists the steps that a document has taken in a line. */
function Steps({ steps, timeZone }: { steps: readonly StatusStep[]; timeZone?: string }) {
  return (
    <ol aria-label="Steps" className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-xs">
      {steps.map(({ label, on, by, bad }) =>
        on ? (
          <li key={label} className="flex items-center gap-1.5">
            <span
              aria-hidden
              className={cx('size-2 rounded-full', bad ? 'bg-danger' : 'bg-accent')}
            />
            <span className="font-medium">{label}</span>
            <span className="text-muted">
              <DateText value={on} timeZone={isMoment(on) ? timeZone : undefined} />
              {by ? `, ${by}` : null}
            </span>
          </li>
        ) : null,
      )}
    </ol>
  )
}
