import type { Money } from '~/platform/values/money'

/** An agent in a portal. A field is null when the reader may not see it or nobody set it. */
export interface AgentRow {
  id: string
  name: string
  /** Sales of this month so far; `salesBefore` covers the same days of the month before. */
  sales: Money | null
  salesBefore: Money | null
  salesTarget: Money | null
  collected: Money | null
  collectionTarget: Money | null
  /** The receivables of the agent's customers, and the part of them that is past due. */
  receivables: Money | null
  overdue: Money | null
}

export type AgentPart = Pick<AgentRow, 'id' | 'name'> & Partial<AgentRow>

const BLANK: Omit<AgentRow, 'id' | 'name'> = {
  sales: null,
  salesBefore: null,
  salesTarget: null,
  collected: null,
  collectionTarget: null,
  receivables: null,
  overdue: null,
}

/**
 * Merges the agents of several reports into one row per agent, sorted by name. A report lists only
 * agents that it has figures for.
 */
export function mergeAgents(parts: readonly (readonly AgentPart[])[]): AgentRow[] {
  const rows = new Map<string, AgentRow>()
  for (const part of parts.flat()) {
    const known = rows.get(part.id) ?? { ...BLANK, id: part.id, name: part.name }
    rows.set(part.id, { ...known, ...part, name: known.name })
  }
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name))
}
