import { useLiveQuery } from 'dexie-react-hooks'
import { Link } from 'wouter'
import { formatWeekdayDate, today } from '~/platform/values/dates'
import { countRefused } from '../data/acts'
import { useData } from '../data/database'
import { useSession } from '../session'
import { Section } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { CopyState } from './CopyState'
import { Month } from './Month'
import { ActsToday } from './ReadOut'
import { Route } from './Route'
import { TeamToday } from './TeamToday'
import { ToCollect } from './ToCollect'
import { WithMe } from './WithMe'

/** The first screen: the day of this person. */
export function Today() {
  const { person, company } = useSession()
  const { db } = useData()
  const refused = useLiveQuery(() => countRefused(db), [db])
  // Drawn with what is below, which would move away under a thumb.
  if (refused === undefined) return <Shell title="Today">{null}</Shell>
  const below = (
    <>
      <Month />
      {company.role === 'Manager' ? (
        <TeamToday />
      ) : (
        <>
          <WithMe />
          <ActsToday />
        </>
      )}
      <CopyState />
    </>
  )
  return (
    <Shell title="Today">
      <Section title={formatWeekdayDate(today(company.timeZone))}>
        <p>
          {person.name}, {company.role}
        </p>
      </Section>
      {refused > 0 ? (
        <Link
          to="/acts"
          className="flex min-h-12 items-center rounded-md bg-danger-soft px-4 font-medium text-danger underline"
        >
          {refused === 1 ? '1 act was rejected' : `${refused} acts were rejected`}
        </Link>
      ) : null}
      {company.role === 'Agent' ? <Route>{below}</Route> : null}
      {company.role === 'Collector' ? <ToCollect>{below}</ToCollect> : null}
      {company.role === 'Manager' ? below : null}
    </Shell>
  )
}
