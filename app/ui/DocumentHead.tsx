import { Link, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { type ListPlace, listPlaceOf } from '~/platform/request/list-place'
import { formatDate, formatDateTime } from '~/platform/values/dates'
import type { Money as Amount } from '~/platform/values/money'
import { Badge } from './Badge'
import { cx } from './classes'
import { DateText, Money } from './Figures'
import { Locked } from './Locked'
import { PageHeader } from './PageHeader'
import { useToday } from './Today'

/** A step in the life of a document. */
export interface StatusStep {
  label: string
  /** The day or the moment of the step; null for one that is still to come. */
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
  /** The act that another person has to do, in a few words: a gray badge with a lock. */
  locked?: string | null | false
  /** The steps of the document in their order; none of a record that has no such course. */
  steps?: readonly StatusStep[]
  timeZone?: string
  /** The amount of the document, with its name. */
  amount?: { label: string; value: Amount; currency: string }
  /** The one act that comes next. */
  actions?: ReactNode
  /** Further acts, under "More"; what destroys comes last. */
  more?: ReactNode
  /** Opens "More" with the page, for a dialog in it that shows a refusal. */
  moreOpen?: boolean
}

/**
 * Shows the head of a document: number and state, the acts, the way through the list that it was
 * opened from, its amount, and its steps with date and person, and what comes next.
 */
export function DocumentHead(props: Props) {
  const { list, questions = [], locked, steps = [], timeZone, amount, ...head } = props
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
            {locked ? (
              <Badge>
                <Locked>{locked}</Locked>
              </Badge>
            ) : null}
          </>
        }
        beside={place ? <Neighbors {...place} /> : null}
      />
      {steps.length > 0 || amount ? (
        <div className="mb-3 flex items-end justify-between gap-x-6 gap-y-2 max-sm:mt-2 max-sm:flex-col max-sm:items-start">
          <Steps steps={steps} timeZone={timeZone} />
          {amount ? (
            <p className="ml-auto text-right whitespace-nowrap max-sm:order-first max-sm:ml-0 max-sm:text-left">
              <span className="block text-xs text-muted">{`${amount.label} (${amount.currency})`}</span>
              <span className="text-figure font-semibold tracking-tight">
                <Money value={amount.value} />
              </span>
            </p>
          ) : null}
        </div>
      ) : null}
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

/** A calendar day has no time. */
const isMoment = (on: string) => on.length > 10

/**
 * Returns whether steps are shown with their times: where all that were taken are moments of today. Days tell others apart, and one
 * form for all is read faster.
 */
export function showsTimes(
  steps: readonly StatusStep[],
  timeZone: string,
  businessDay: string | null,
): boolean {
  const day = businessDay && formatDate(businessDay)
  return steps.every(
    ({ on }) => on === null || (isMoment(on) && formatDateTime(on, timeZone).split(' ')[0] === day),
  )
}

function StepTime({ on, timeZone, times }: { on: string; timeZone?: string; times: boolean }) {
  if (!isMoment(on) || !timeZone) return <DateText value={on} />
  const moment = formatDateTime(on, timeZone)
  return (
    <time dateTime={on} title={moment} className="figures whitespace-nowrap">
      {times ? moment : moment.split(' ')[0]}
    </time>
  )
}

/** Returns the steps that a document took, and those to come: none after a step that ended it, and none before the last that it took. */
export function shownSteps(steps: readonly StatusStep[]): StatusStep[] {
  const last = steps.findLastIndex(({ on }) => on !== null)
  const ended = steps.some(({ on, bad }) => bad && on !== null)
  return steps.filter(({ on, bad }, index) => on !== null || (!bad && !ended && index > last))
}

/** Lists the steps of a document from left to right. The next one has a gold mark. */
function Steps({ steps, timeZone }: { steps: readonly StatusStep[]; timeZone?: string }) {
  const businessDay = useToday()
  const shown = shownSteps(steps)
  const times = timeZone !== undefined && showsTimes(shown, timeZone, businessDay)
  const next = shown.find(({ on }) => on === null)
  return (
    <ol
      aria-label="Steps"
      className="flex min-w-0 flex-wrap gap-y-2 text-xs max-sm:gap-x-4 max-sm:gap-y-1"
    >
      {shown.map((step) => (
        <li
          key={step.label}
          className={cx(
            'flex gap-1.5 not-last:after:mx-3 not-last:after:mt-2 not-last:after:h-px not-last:after:w-6 not-last:after:bg-edge max-sm:after:hidden',
            step.on !== null && 'max-sm:basis-full',
          )}
        >
          <span
            aria-hidden
            className={cx(
              'mt-1 size-2 shrink-0 rounded-full',
              step.on === null
                ? cx('border border-edge', step === next && 'border-gold bg-gold')
                : step.bad
                  ? 'bg-danger'
                  : 'bg-accent',
            )}
          />
          <span className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-1.5">
            <span className={cx('block', step.on === null ? 'text-muted' : 'font-medium')}>
              {step.label}
            </span>
            <span className="block text-muted">
              {step.on === null ? (
                step === next ? (
                  'Next'
                ) : null
              ) : (
                <>
                  <StepTime on={step.on} {...{ timeZone, times }} />
                  {step.by ? `, ${step.by}` : null}
                </>
              )}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
