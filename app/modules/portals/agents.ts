import type { Money } from '~/platform/values/money'

/** An agent in a portal; what the reader may not see, or what nobody set, is null. */
export interface AgentRow {
  id: string
  name: string
  /** Sold this month so far, and in the same days of the month before. */
  sales: Money | null
  salesBefore: Money | null
  salesTarget: Money | null
  collected: Money | null
  collectionTarget: Money | null
  /** Open with the customers of the agent, and what of it is past its due date. */
  balance: Money | null
  overdue: Money | null
  /** Customers who bought this month, of all who are with the agent. */
  buyers: number | null
  universe: number | null
}

export type AgentPart = Pick<AgentRow, 'id' | 'name'> & Partial<AgentRow>

const BLANK: Omit<AgentRow, 'id' | 'name'> = {
  sales: null,
  salesBefore: null,
  salesTarget: null,
  collected: null,
  collectionTarget: null,
  balance: null,
  overdue: null,
  buyers: null,
  universe: null,
}

/** What several reports say of agents, one row an agent, by name. Each report names those alone that it has figures of. */
export function mergeAgents(parts: readonly (readonly AgentPart[])[]): AgentRow[] {
  const rows = new Map<string, AgentRow>()
  for (const part of parts.flat()) {
    const known = rows.get(part.id) ?? { ...BLANK, id: part.id, name: part.name }
    rows.set(part.id, { ...known, ...part, name: known.name })
  }
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name))
}
