import { useLiveQuery } from 'dexie-react-hooks'
import { Link } from 'wouter'
import { today } from '~/platform/values/dates'
import { useData } from '../data/database'
import { actsToRead } from '../data/route'
import type { Act } from '../data/written'
import { kindOf } from '../kinds'
import { useSession } from '../session'
import { shownMoment } from '../ui/AsOf'
import { buttonLook, Section } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { stateOf } from './Acts'

function useActsToRead(): Act[] | undefined {
  const { db } = useData()
  const { company } = useSession()
  const day = today(company.timeZone)
  return useLiveQuery(
    () => actsToRead(db, day, (moment) => today(company.timeZone, new Date(moment))),
    [db, day, company.timeZone],
  )
}

/** Says how many acts there are today, how many of them the office does not have, and where to read them out. */
export function ActsToday() {
  const acts = useActsToRead()
  if (!acts || acts.length === 0) return null
  const left = acts.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const refused = acts.filter(({ state }) => state === 'refused').length
  return (
    <Section title="Acts of today">
      <p className={refused > 0 ? 'text-danger' : left > 0 ? 'text-warn' : ''}>
        {acts.length} {acts.length === 1 ? 'act' : 'acts'},{' '}
        {left > 0 ? `${left} still on this phone` : 'none still on this phone'}
        {refused > 0 ? `, ${refused} rejected` : ''}
      </p>
      <Link to="/acts/today" className={`mt-2 ${buttonLook('secondary', true)}`}>
        Read to the office
      </Link>
    </Section>
  )
}

/** The acts of today, and older ones that the office does not have, in full, to read to the office by telephone. */
export function ReadOut() {
  const { company } = useSession()
  const acts = useActsToRead()
  return (
    <Shell title="Acts of today" back="/">
      {acts?.length === 0 ? <p>Nothing was written today.</p> : null}
      <ol className="flex flex-col gap-3">
        {acts?.map((act) => {
          const { label, Details } = kindOf(act)
          return (
            <li key={act.key} className="rounded-lg bg-surface p-4">
              <h2 className="font-semibold">
                {act.no}. {label}, {act.title}
              </h2>
              <p className="text-sm text-muted">
                {shownMoment(act.made_at, company.timeZone)}, {stateOf(act).toLowerCase()}
                {act.answer?.no ? ` as ${act.answer.no}` : ''}
              </p>
              {act.refusal ? <p className="text-danger">{act.refusal.message}</p> : null}
              <Details act={act} plain />
            </li>
          )
        })}
      </ol>
    </Shell>
  )
}
