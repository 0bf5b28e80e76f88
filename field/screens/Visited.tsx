import type { ActOf } from '../data/written'
import { useSession } from '../session'
import { shownMoment } from '../ui/AsOf'

/** When a visit was, or why a stop was skipped. */
export function Visited({ act: { facts } }: { act: ActOf<'visit'> }) {
  const { company } = useSession()
  const at = (moment: string) => shownMoment(moment, company.timeZone)
  return (
    <>
      {facts.ended_at ? (
        <p className="figures">
          {at(facts.begun_at)} to {at(facts.ended_at)}
        </p>
      ) : (
        <p>Skipped</p>
      )}
      {facts.reason ? <p>Reason: {facts.reason}</p> : null}
    </>
  )
}
