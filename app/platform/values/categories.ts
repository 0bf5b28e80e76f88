/** Value of a filter for products or vouchers without a category. No category of a project has this name. */
export const NO_CATEGORY = '(none)'

/** Returns the name of a category that a filter asks for. */
export function categoryName(value: string): string {
  return value === NO_CATEGORY ? 'None' : value
}
