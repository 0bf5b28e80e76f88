import { allRows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

interface Choice {
  value: string
  label: string
}

/** The price lists and groups that a customer can have, by name. */
export interface PriceChoices {
  lists: Choice[]
  groups: Choice[]
}

/** Reads the price lists and the groups of customers. Needs prices.read. */
export async function readPriceChoices(db: Db, projectId: string): Promise<PriceChoices> {
  const named = async (table: 'price_lists' | 'customer_groups') =>
    (
      await allRows(
        db
          .from(table)
          .select('id, name, status')
          .eq('project_id', projectId)
          .order('sort_key')
          .order('id'),
      )
    ).map(({ id, name, status }) => ({
      value: id,
      label: status === 'active' ? name : `${name} (inactive)`,
    }))
  const [lists, groups] = await Promise.all([named('price_lists'), named('customer_groups')])
  return { lists, groups }
}
