import { row } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { money } from '~/platform/values/money'
import type { AgentPart } from './agents'
import type { Periods } from './periods'
import { daysOf, type FoundDays, type Race, raceOf } from './race'

/** The answer of the SQL function `portal_collections`. */
interface Found {
  days: FoundDays
  agents: { id: string; name: string; collected: number }[]
}

/**
 * Reads the approved receipts of the month, of the month before and of the year before, day by day,
 * and this month's by agent of the customer, from the collection report by collection date. Needs
 * reports.collection.
 */
export async function readCollections(
  db: Db,
  projectId: string,
  periods: Periods,
): Promise<{ race: Race; agents: AgentPart[] }> {
  const p_filters = { days: daysOf(periods), month: { ...periods.month } }
  const found = row(
    await db.rpc('portal_collections', { p_project: projectId, p_filters }),
  ) as unknown as Found
  return {
    race: raceOf(periods, found.days),
    agents: found.agents.map(({ id, name, collected }) => ({
      id,
      name,
      collected: money(collected),
    })),
  }
}
