import { formatPrice, parsePrice } from '~/platform/values/price'
import type { Product } from './queries.server'

/** Labels of the form's fields. */
const LABELS = {
  description: 'Product name',
  material_code: 'Material code',
  supplier: 'Supplier',
  category1: 'Category 1',
  category2: 'Category 2',
  category3: 'Category 3',
  unit_of_measure: 'Unit of measure',
  case_config: 'Pcs/case',
  liters_per_case: 'Liters/case',
  price_unit: 'Price unit',
  vat_class: 'VAT class',
  def_cost: 'Default cost',
  def_srp: 'Default SRP',
  selected_color: 'Color',
  reorder_level: 'Reorder level',
} as const

type Field = keyof typeof LABELS

/** Returns a product as its form shows it. */
export function valuesOf(product: Product): Record<Field, string> {
  return {
    description: product.description,
    material_code: product.materialCode,
    supplier: product.supplier ?? '',
    category1: product.category1 ?? '',
    category2: product.category2 ?? '',
    category3: product.category3 ?? '',
    unit_of_measure: product.unit,
    case_config: String(product.caseConfig),
    liters_per_case: product.litersPerCase === '0' ? '' : product.litersPerCase,
    price_unit: product.priceUnit ?? 'piece',
    vat_class: product.vatClass,
    def_cost: product.defCost ? formatPrice(product.defCost, product) : '',
    def_srp: formatPrice(product.defSrp, product),
    selected_color: product.color ?? '',
    reorder_level: product.reorderLevel === null ? '' : String(product.reorderLevel),
  }
}

/**
 * Lists the fields where the input differs from the saved product. Prices are compared by value.
 */
export function productDifferences(
  product: Product,
  typed: Record<string, unknown>,
): { label: string; saved: string; yours: string }[] {
  const saved = valuesOf(product)
  const plain = (value: string) => parsePrice(value, product) ?? value
  return (Object.keys(LABELS) as Field[]).flatMap((field) => {
    const yours = typeof typed[field] === 'string' ? (typed[field] as string).trim() : ''
    return plain(yours) === plain(saved[field])
      ? []
      : [{ label: LABELS[field], saved: saved[field], yours }]
  })
}
