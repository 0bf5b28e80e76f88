/** A product as a spreadsheet has it: name, category, pieces per case, cost and price of a piece. */
type Product = readonly [name: string, category: string, pieces: number, cost: string, srp: string]

interface Trade {
  value: string
  label: string
  code: string
  categories: readonly string[]
  products: readonly Product[]
}

/** The first lists of companies by trade: categories, and products whose names and prices are examples to be changed. */
export const TRADES: readonly Trade[] = [
  {
    value: 'groceries',
    label: 'Groceries',
    code: 'GRO',
    categories: ['Canned goods', 'Noodles', 'Rice and sugar', 'Condiments', 'Snacks', 'Household'],
    products: [
      ['Sardines in tomato sauce 155 g', 'Canned goods', 100, '19.50', '23.00'],
      ['Corned beef 150 g', 'Canned goods', 48, '31.00', '36.50'],
      ['Tuna flakes in oil 155 g', 'Canned goods', 48, '29.00', '34.00'],
      ['Instant noodles, chicken 55 g', 'Noodles', 72, '8.20', '10.00'],
      ['Pancit canton, original 60 g', 'Noodles', 72, '11.40', '14.00'],
      ['Rice, well milled 25 kg', 'Rice and sugar', 1, '1150.00', '1290.00'],
      ['White sugar 1 kg', 'Rice and sugar', 20, '74.00', '82.00'],
      ['Soy sauce 1 L', 'Condiments', 12, '42.00', '49.00'],
      ['Vinegar 1 L', 'Condiments', 12, '34.00', '40.00'],
      ['Cooking oil 1 L', 'Condiments', 12, '78.00', '88.00'],
      ['Crackers, 10 packs', 'Snacks', 20, '52.00', '60.00'],
      ['Detergent bar 390 g', 'Household', 36, '23.00', '27.50'],
    ],
  },
  {
    value: 'beverages',
    label: 'Beverages',
    code: 'BEV',
    categories: ['Soft drinks', 'Water', 'Juice', 'Coffee and tea', 'Energy drinks'],
    products: [
      ['Cola 290 ml', 'Soft drinks', 24, '13.20', '16.00'],
      ['Cola 1.5 L', 'Soft drinks', 12, '56.00', '65.00'],
      ['Orange soda 290 ml', 'Soft drinks', 24, '13.20', '16.00'],
      ['Lemon-lime soda 1.5 L', 'Soft drinks', 12, '56.00', '65.00'],
      ['Drinking water 350 ml', 'Water', 35, '6.80', '9.00'],
      ['Drinking water 1 L', 'Water', 12, '14.50', '18.00'],
      ['Orange juice 1 L', 'Juice', 12, '52.00', '61.00'],
      ['Mango juice drink 250 ml', 'Juice', 24, '14.00', '17.50'],
      ['Coffee 3-in-1, 30 sachets', 'Coffee and tea', 24, '176.00', '198.00'],
      ['Iced tea powder 250 g', 'Coffee and tea', 24, '58.00', '67.00'],
      ['Energy drink 250 ml', 'Energy drinks', 24, '21.00', '26.00'],
    ],
  },
  {
    value: 'general-merchandise',
    label: 'General merchandise',
    code: 'GEN',
    categories: ['Kitchen', 'Cleaning', 'School and office', 'Personal care', 'Hardware'],
    products: [
      ['Plastic basin, medium', 'Kitchen', 12, '48.00', '62.00'],
      ['Drinking glasses, set of 6', 'Kitchen', 8, '120.00', '149.00'],
      ['Broom, soft', 'Cleaning', 10, '85.00', '110.00'],
      ['Bleach 1 L', 'Cleaning', 12, '39.00', '46.00'],
      ['Notebook, 80 leaves', 'School and office', 60, '18.00', '25.00'],
      ['Ballpen, black', 'School and office', 50, '6.50', '10.00'],
      ['Bond paper A4, ream', 'School and office', 5, '195.00', '229.00'],
      ['Shampoo sachet 12 ml, strip of 12', 'Personal care', 30, '62.00', '72.00'],
      ['Toothpaste 150 g', 'Personal care', 36, '84.00', '98.00'],
      ['LED bulb 9 W', 'Hardware', 20, '72.00', '95.00'],
      ['Extension cord 5 m', 'Hardware', 10, '180.00', '239.00'],
    ],
  },
]

const HEAD = [
  'Material code',
  'Product name',
  'Category 1',
  'Pcs/case',
  'Default cost',
  'Default SRP',
]

/** Returns the categories of a trade; none for one that is not known. */
export function categoriesOfTrade(value: string | undefined): string[] {
  return [...(TRADES.find((each) => each.value === value)?.categories ?? [])]
}

/** Returns the products of a trade as cells that are pasted from a spreadsheet; null for a trade that is not known. */
export function productsOfTrade(value: string | null): string | null {
  const trade = TRADES.find((each) => each.value === value)
  if (!trade) return null
  const rows = trade.products.map((product, at) => [`${trade.code}-${101 + at}`, ...product])
  return [HEAD, ...rows].map((row) => row.join('\t')).join('\n')
}
