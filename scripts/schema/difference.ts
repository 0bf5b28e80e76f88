import { extract } from '@supabase/pg-delta/extract'
import { type Action, plan } from '@supabase/pg-delta/plan'
import type { Pool } from 'pg'

/** A statement that leads from one database to another. */
export interface Step {
  sql: string
  /** Rows or columns are lost. */
  destructive: boolean
  /** It refuses a transaction, as `create index concurrently` does. */
  alone: boolean
}

/** Roles that every Supabase project has. */
const API_ROLES = ['anon', 'authenticated', 'service_role']

/**
 * Returns the statements that make the schema of one database that of another: tables, columns, constraints, indexes,
 * policies, functions, triggers, grants and comments. Owners are left as they are.
 */
export async function difference(from: Pool, to: Pool): Promise<Step[]> {
  const { rows } = await from.query<{ owner: string }>('select current_user::text as owner')
  const owner = rows[0]!.owner
  const [before, after] = [await extract(from), await extract(to)]
  const { actions } = plan(before.factBase, after.factBase, {
    scope: 'database',
    defaultOwner: owner,
    assumedRoles: [...API_ROLES, owner],
  })
  // The owner has another name on each installation, and all privileges everywhere.
  return actions.map(stepOf).flatMap((step) => {
    const sql = withoutGrantee(step.sql, owner)
    return sql === null ? [] : [{ ...step, sql }]
  })
}

/** Returns a statement without a role among those it grants to or revokes from; null when no other role is left. */
function withoutGrantee(sql: string, role: string): string | null {
  const [, act, grantees] =
    /^((?:grant .* to|revoke .* from) )("?\w+"?(?:, "?\w+"?)*);$/is.exec(sql) ?? []
  if (!act || !grantees) return sql
  const left = grantees.split(', ').filter((grantee) => grantee !== `"${role}"`)
  return left.length > 0 ? `${act}${left.join(', ')};` : null
}

function stepOf({ sql, verb, dataLoss, transactionality }: Action): Step {
  return {
    sql: `${sql.trim().replace(/;$/, '')};`,
    destructive: verb === 'drop' || dataLoss === 'destructive',
    alone: transactionality === 'nonTransactional',
  }
}
