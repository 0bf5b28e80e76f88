import { useLiveQuery } from 'dexie-react-hooks'
import type { CopyProduct } from '~/platform/field/copy'
import { useData } from './database'
import type { ActOf } from './written'

/**
 * Reads the products of the lines of an act, in their order, as the copy has them or had them when it was written.
 *
 * @returns undefined until the phone has looked; a product that neither has is undefined.
 */
export function useGoods(
  act: ActOf<'booking'> | ActOf<'return'>,
): (CopyProduct | undefined)[] | undefined {
  const { db } = useData()
  return useLiveQuery(async () => {
    const ids = act.facts.lines.map(({ product_id }) => product_id)
    const here = await db.products.bulkGet(ids)
    return ids.map((id, at) => here[at] ?? act.products?.find((each) => each.id === id))
  }, [db, act])
}
