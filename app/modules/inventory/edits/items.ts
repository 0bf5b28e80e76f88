/** The figures of a purchase line that can be corrected. */
export const EDIT_ITEMS = [
  { value: 'quantity', label: 'Quantity' },
  { value: 'cost', label: 'Cost' },
  { value: 'prod_srp', label: 'SRP' },
] as const

export type EditItem = (typeof EDIT_ITEMS)[number]['value']
