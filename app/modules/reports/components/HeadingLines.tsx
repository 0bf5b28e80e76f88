import { DateText } from '~/ui/Figures'
import type { ReportHeading } from '../filters.server'

/** Shows the filters, the user and the time of the run, on one line where it fits. */
export function HeadingLines({ of }: { of: ReportHeading }) {
  return (
    <>
      {of.described ? <span className="mr-2 inline-block">{of.described}</span> : null}
      <span className="inline-block text-xs">
        Run by {of.runBy}, <DateText value={of.runAt} timeZone={of.timeZone} />
      </span>
    </>
  )
}
