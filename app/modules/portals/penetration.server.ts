import type { Items } from '~/modules/reports/sold'
import { rows } from '~/platform/db/command.server'
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

/** Reads the penetration report of the month by agent. Needs reports.penetration. */
export async function readGrid(
  db: Db,
  projectId: string,
  filters: { basis: Basis; items: Items },
  month: Period,
): Promise<ReachData> {
  const ask = async (level: 'agent' | 'total') =>
    rows(
      await db.rpc('report_penetration_report', {
        p_project: projectId,
        p_filters: { ...filters, ...month, against: 'none', level, for: 'agent' },
      }),
    )
  const [agents, [total]] = await Promise.all([ask('agent'), ask('total')])
  return {
    columns: (total?.heads ?? []) as unknown as ReachData['columns'],
    agents: agents.map((row) => ({
      agentId: row.agent_id,
      name: row.agent_name,
      ...reachOf(row),
    })),
    total: total ? reachOf(total) : { universe: 0, buyers: 0, percent: null, cells: {} },
  }
}

function reachOf(
  row: Record<'universe' | 'buyers', number> & { percent: unknown; cells: unknown },
) {
  return {
    universe: Number(row.universe),
    buyers: Number(row.buyers),
    // PGlite returns numeric as text, PostgREST as a number.
    percent: row.percent === null ? null : Number(row.percent).toFixed(2),
    cells: (row.cells ?? {}) as Reach['cells'],
  }
}
