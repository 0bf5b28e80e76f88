import type { Items } from '~/modules/reports/sold'
import { row } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { Period } from './periods'
import type { Basis } from './sales.server'

/**
 * The number of outlets that buy, of all or of an agent's. Percentages are exact text with two
 * decimals.
 */
export interface Reach {
  universe: number
  buyers: number
  /** Null without outlets. */
  percent: string | null
  /** Percentages by the key of a column. */
  cells: Readonly<Record<string, string | null>>
}

/** An agent's row of the grid. */
export interface AgentReach extends Reach {
  agentId: string
  name: string
}

/** Penetration by agent and group of goods, with the highest penetration first. */
export interface ReachData {
  columns: { key: string; label: string }[]
  agents: AgentReach[]
  /** The distinct outlets of the whole project. */
  total: Reach
}

type FoundReach = Record<'universe' | 'buyers', number> & { percent: unknown; cells: unknown }

/** The answer of the SQL function `portal_reach`. */
interface Found {
  agents: (FoundReach & { id: string; name: string })[]
  total: (FoundReach & { heads: ReachData['columns'] | null }) | null
}

/** Reads the penetration report of the month by agent. Needs reports.penetration. */
export async function readGrid(
  db: Db,
  projectId: string,
  filters: { basis: Basis; items: Items },
  month: Period,
): Promise<ReachData> {
  const p_filters = { ...filters, ...month }
  const { agents, total } = row(
    await db.rpc('portal_reach', { p_project: projectId, p_filters }),
  ) as unknown as Found
  return {
    columns: total?.heads ?? [],
    agents: agents.map((found) => ({ agentId: found.id, name: found.name, ...reachOf(found) })),
    total: total ? reachOf(total) : { universe: 0, buyers: 0, percent: null, cells: {} },
  }
}

function reachOf(found: FoundReach): Reach {
  return {
    universe: Number(found.universe),
    buyers: Number(found.buyers),
    percent: found.percent === null ? null : Number(found.percent).toFixed(2),
    cells: (found.cells ?? {}) as Reach['cells'],
  }
}
