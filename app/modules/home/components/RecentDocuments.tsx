import { Link } from '@remix-run/react'
import { DateText } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { HomeDay } from '../day.server'
import { RECENT } from '../recent'

/** Lists the documents that the reader entered last. */
export function RecentDocuments({
  recent,
  timeZone,
}: Pick<HomeDay, 'recent'> & { timeZone: string }) {
  if (recent.length === 0) return null
  return (
    <Panel title="Your recent documents" flush>
      <ul>
        {recent.map(({ kind, id, no, party, at }) => (
          <li
            key={id}
            className="relative border-b border-line px-4 py-2 last:border-b-0 hover:bg-sunken"
          >
            <Link to={RECENT[kind].at(id)} className="font-medium after:absolute after:inset-0">
              {RECENT[kind].one} {no}
            </Link>
            <span className="flex justify-between gap-3 text-xs text-muted">
              <span className="truncate">{party}</span>
              <DateText value={at} timeZone={timeZone} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
