import { useLiveQuery } from 'dexie-react-hooks'
import { formatDate, today } from '~/platform/values/dates'
import { toLocalTime } from '~/platform/values/moments'
import { useData } from '../data/database'
import { useSession } from '../session'

/** Returns a moment as a time of today, or as a day with its time. */
export function shownMoment(moment: string, timeZone: string): string {
  const [day = '', time = ''] = toLocalTime(moment, timeZone).split('T')
  const clock = time.slice(0, 5)
  return day === today(timeZone) ? clock : `${formatDate(day)} ${clock}`
}

/** Says how old the figures are. */
export function AsOf() {
  const { db } = useData()
  const { company } = useSession()
  const asOf = useLiveQuery(() => db.fact('asOf'), [db])
  return asOf ? (
    <span className="text-muted">as of {shownMoment(asOf, company.timeZone)}</span>
  ) : null
}
