import { formatWeekdayDate, today } from '~/platform/values/dates'
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
      {company.role === 'Agent' ? <Route>{below}</Route> : null}
      {company.role === 'Collector' ? <ToCollect>{below}</ToCollect> : null}
      {company.role === 'Manager' ? below : null}
    </Shell>
  )
}
