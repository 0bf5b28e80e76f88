import { DateText } from '~/ui/Figures'
import type { ReportHeading } from '../asked.server'

/** What was asked, by whom and when. */
export function HeadingLines({ of }: { of: ReportHeading }) {
  return (
    <>
      <span className="block">{of.described}</span>
      <span className="block text-xs">
        Run by {of.runBy}, <DateText value={of.runAt} timeZone={of.timeZone} />
      </span>
    </>
  )
}
