import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { money } from '~/platform/values/money'
import type { AgentPart } from './agents'
import type { Period, Periods } from './periods'
import { type ByDay, type Race, raceOf } from './race'

/** Calls the collection report by collection date. */
async function report(db: Db, projectId: string, level: string, period: Period) {
  return rows(
    await db.rpc('report_collection', {
      p_project: projectId,
      p_filters: { basis: 'collected', level, ...period },
    }),
  )
}

/**
 * Reads the approved receipts of the month, of the month before and of the year before, day by day.
 * Needs reports.collection.
 */
export async function readCollectionRace(
  db: Db,
  projectId: string,
  periods: Periods,
): Promise<Race> {
  const { month, wholeLastMonth, wholeLastYear } = periods
  const found = await Promise.all([
    report(db, projectId, 'day', { from: wholeLastMonth.from, to: month.to }),
    report(db, projectId, 'day', wholeLastYear),
  ])
  const amounts: ByDay = new Map(found.flat().map((row) => [row.on_date, money(row.collected)]))
  return raceOf(periods, amounts)
}

/**
 * Lists the collections of this month from the customers of each agent. Needs reports.collection.
 */
export async function listAgentCollections(
  db: Db,
  projectId: string,
  month: Period,
): Promise<AgentPart[]> {
  const found = await report(db, projectId, 'agent', month)
  return found.map((row) => ({
    id: row.agent_id,
    name: row.agent_name,
    collected: money(row.collected),
  }))
}
