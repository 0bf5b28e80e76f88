/** What the columns of the grid are. */
export const ITEMS = [
  { value: 'category1', label: 'Category 1' },
  { value: 'category2', label: 'Category 2' },
  { value: 'category3', label: 'Category 3' },
  { value: 'product', label: 'Product' },
] as const
export type Items = (typeof ITEMS)[number]['value']
