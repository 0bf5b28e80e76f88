import postgres from 'postgres'
import { CLAIMS, claims } from './test-database.ts'

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Counts the rows that a plan and the plans below it made or looked at in vain. */
function rowsOf(node: PlanNode): number {
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), each * node['Actual Loops'])
}

/**
 * Counts the rows that a query of this person visits, with all queries of the functions that it calls: a measure of its work
 * that does not depend on the machine.
 */
export async function visitedRows(
  url: string,
  user: string,
  query: string,
  params: unknown[],
): Promise<number> {
  let rows = 0
  const driver = postgres(url, {
    max: 1,
    onnotice: ({ message = '' }) => {
      const plan = message.split(/^duration: .* plan:$/m)[1]
      if (plan) rows += rowsOf((JSON.parse(plan) as { Plan: PlanNode }).Plan)
    },
  })
  try {
    await driver.unsafe(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_analyze = on; set auto_explain.log_timing = off; set auto_explain.log_format = 'json'`)
    await driver.begin(async (tx) => {
      await tx.unsafe(CLAIMS, claims(user))
      await tx.unsafe('set local client_min_messages = log')
      await tx.unsafe(query, params as never[])
    })
    return rows
  } finally {
    await driver.end()
  }
}
