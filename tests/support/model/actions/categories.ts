import { action, type ModelAction, postingDay, touch } from '../action.ts'
import type { BooksProduct } from '../books.ts'

type Categories = BooksProduct['categories']

export const categoryActions: Record<string, ModelAction> = {
  change_categories: action<{ product: string; are: Categories; from: string | null }>({
    needs: 'products.write',
    often: 4,
    choose(company, dice) {
      const product = dice.doc(company.books.products)
      if (!product) return null
      const are = {
        1: dice.one(['Food', 'Drinks', dice.chance(0.1) ? 'Nowhere' : null]),
        3: dice.one(['Dry', null]),
      }
      return { product, are, from: dice.day(company) }
    },
    write: ({ id }, { product, are, from }) => [
      `update public.products set category1 = $3, category3 = $4, category_from = $5
       where project_id = $1::uuid and id = $2::uuid returning id`,
      [id, product, are[1], are[3], from],
    ],
    judge(company, { product, are, from }) {
      const were = company.books.products[product]!.categories
      if (were[1] === are[1] && were[3] === are[3]) return []
      return [...postingDay(company, from), are[1] === 'Nowhere' && 'invalid']
    },
    done(company, { product, are, from }) {
      const { categories } = company.books.products[product]!
      touch(company, product)
      if (categories[1] === are[1] && categories[3] === are[3]) return
      const all = company.memory.categories
      all[product] ??= [{ from: '', are: categories }]
      all[product].push({ from: from ?? company.today, are })
      company.books.products[product]!.categories = are
    },
  }),
}
