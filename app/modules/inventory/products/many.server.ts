import { changeMany } from '~/modules/import/change-many.server'
import { rows } from '~/platform/db/command.server'
import { formAction } from '~/platform/forms/form-action.server'
import { selectedProductsSchema } from './many'

/** The action of the product list: what is changed of the selected ones. */
export const productsAction = formAction({
  permission: 'products.write',
  schema: selectedProductsSchema,
  command: async ({ db, run, projectId, value }) => {
    const { product_ids, reorder_level = '', def_srp = '' } = value
    const of = db.from('products').select('description, material_code').eq('project_id', projectId)
    const found = rows(await of.in('id', product_ids).order('sort_key').order('id'))
    const records = found.map(({ description, material_code }) => ({
      label: description,
      cells: { material_code, reorder_level, def_srp },
    }))
    return changeMany(run, 'product_changes', 'Selected products', records)
  },
  done: ({ records }, { url }) => ({
    to: url.pathname + url.search,
    text: `${records === 1 ? 'One product' : `${records} products`} changed.`,
  }),
})
