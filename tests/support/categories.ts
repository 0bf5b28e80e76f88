import type { Fixture } from './fixture.ts'

/** Gives a project of a fixture its three lists of product categories, from the first on. */
export async function listCategories(fixture: Fixture, ...lists: string[][]): Promise<void> {
  const [first = [], second = [], third = []] = lists
  await fixture.db.sql(
    'update public.projects set product_categories1 = $2, product_categories2 = $3, product_categories3 = $4 where id = $1::uuid',
    [fixture.a, first, second, third],
  )
}
