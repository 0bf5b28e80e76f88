import type { ReactNode } from 'react'
import { DateText } from '~/ui/Figures'

/** What lay there before a period's first day: the end of its ledger, read from the newest on. */
export function OpeningRow({ day, children }: { day: string; children: ReactNode }) {
  return (
    <p className="flex justify-between gap-4 border-t border-line bg-sunken px-3 py-2 font-semibold">
      <span>
        Opening balance, before <DateText value={day} />
      </span>
      {children}
    </p>
  )
}
