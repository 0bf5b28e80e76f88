/** Describes a product of the demo company. Prices per piece in pesos; liters per case for drinks. */
export interface DemoProduct {
  code: string
  description: string
  supplier: string
  category: Category
  /** Holds the color of its category. */
  color: string
  perCase: number
  liters: number
  cost: number
  srp: number
}

const SUPPLIERS = {
  Beverages: 'Luzon Beverage Corporation',
  'Canned goods': 'Pacific Canning Company',
  Noodles: 'Golden Wheat Foods',
  Condiments: 'Timplado Foods',
  Household: 'Kalinisan Home Products',
} as const

/** The TINs of suppliers: nine digits and the branch. */
export const SUPPLIER_TINS: Readonly<Record<(typeof SUPPLIERS)[Category], string>> = {
  'Luzon Beverage Corporation': '000-214-556-00000',
  'Pacific Canning Company': '000-387-120-00000',
  'Golden Wheat Foods': '004-561-903-00000',
  'Timplado Foods': '006-118-247-00001',
  'Kalinisan Home Products': '007-730-415-00000',
}

const COLORS: Record<Category, string> = {
  Beverages: '#2f7fd1',
  'Canned goods': '#b3422f',
  Noodles: '#d99a1c',
  Condiments: '#6b4a86',
  Household: '#1f8a70',
}

type Category = keyof typeof SUPPLIERS

/** Category, code, description, pieces per case, liters per case, cost, SRP. */
export type Row = readonly [Category, string, string, number, number, number, number]

const TABLE: readonly Row[] = [
  ['Beverages', 'BEV-101', 'Tropika Orange Juice 1 L', 12, 12, 52, 61],
  ['Beverages', 'BEV-102', 'Tropika Pineapple Juice 1 L', 12, 12, 50, 59],
  ['Beverages', 'BEV-110', 'Dalisay Purified Water 500 ml', 24, 12, 8.5, 11],
  ['Beverages', 'BEV-111', 'Dalisay Purified Water 1 L', 12, 12, 14, 18],
  ['Beverages', 'BEV-120', 'Sikat Cola 290 ml', 24, 6.96, 11.25, 14],
  ['Beverages', 'BEV-121', 'Sikat Cola 1.5 L', 12, 18, 48, 57],
  ['Beverages', 'BEV-130', 'Kape Barako 3-in-1, 30 sticks', 20, 0, 142, 165],
  ['Canned goods', 'CAN-201', 'Isla Sardines in Tomato Sauce 155 g', 100, 0, 17.5, 21],
  ['Canned goods', 'CAN-202', 'Isla Sardines, Spicy 155 g', 100, 0, 17.75, 21.25],
  ['Canned goods', 'CAN-210', 'Isla Tuna Flakes in Oil 180 g', 48, 0, 31, 37],
  ['Canned goods', 'CAN-220', 'Rancho Corned Beef 150 g', 48, 0, 33.5, 39.75],
  ['Canned goods', 'CAN-221', 'Rancho Corned Beef 260 g', 24, 0, 56, 66],
  ['Canned goods', 'CAN-230', 'Rancho Meat Loaf 150 g', 48, 0, 22, 26.5],
  ['Noodles', 'NOO-301', 'Sarap Pancit Canton, Original 60 g', 72, 0, 11.5, 14],
  ['Noodles', 'NOO-302', 'Sarap Pancit Canton, Chilimansi 60 g', 72, 0, 11.5, 14],
  ['Noodles', 'NOO-310', 'Sarap Beef Mami 55 g', 72, 0, 8.25, 10],
  ['Noodles', 'NOO-320', 'Golden Wheat Spaghetti 1 kg', 20, 0, 68, 79],
  ['Condiments', 'CON-401', 'Timplado Soy Sauce 1 L', 12, 12, 38, 45],
  ['Condiments', 'CON-402', 'Timplado Cane Vinegar 1 L', 12, 12, 31, 37],
  ['Condiments', 'CON-410', 'Timplado Fish Sauce 350 ml', 24, 8.4, 24.5, 29],
  ['Condiments', 'CON-420', 'Timplado Banana Ketchup 320 g', 24, 0, 21, 25.5],
  ['Household', 'HOU-501', 'Kalinisan Laundry Bar, 4 cuts', 48, 0, 24, 28.5],
  ['Household', 'HOU-502', 'Kalinisan Powder Detergent 1 kg', 12, 0, 92, 108],
  ['Household', 'HOU-510', 'Kalinisan Dishwashing Liquid 500 ml', 24, 12, 46, 54],
]

/** Makes a product of a row of the table. */
export const like = ([
  category,
  code,
  description,
  perCase,
  liters,
  cost,
  srp,
]: Row): DemoProduct => ({
  code,
  description,
  supplier: SUPPLIERS[category],
  category,
  color: COLORS[category],
  perCase,
  liters,
  cost,
  srp,
})

export const PRODUCTS: readonly DemoProduct[] = TABLE.map(like)
