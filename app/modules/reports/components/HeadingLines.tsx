import { DateText } from '~/ui/Figures'
import type { ReportHeading } from '../asked.server'

/** What was asked, by whom and when: one line where it fits. */
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
