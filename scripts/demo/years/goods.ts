import { type DemoProduct, like, PRODUCTS, type Row } from '../products.ts'

/** Products that the years of trade have besides those of the short demo: category, code, name, per case, liters, cost, SRP. */
const MORE: readonly Row[] = [
  ['Beverages', 'BEV-103', 'Tropika Mango Juice 1 L', 12, 12, 53, 62],
  ['Beverages', 'BEV-104', 'Tropika Calamansi Juice 250 ml', 24, 6, 14.5, 18],
  ['Beverages', 'BEV-122', 'Sikat Orange Soda 290 ml', 24, 6.96, 11.25, 14],
  ['Beverages', 'BEV-123', 'Sikat Orange Soda 1.5 L', 12, 18, 48, 57],
  ['Beverages', 'BEV-124', 'Sikat Lemon Lime 1.5 L', 12, 18, 48, 57],
  ['Beverages', 'BEV-125', 'Bilis Energy Drink 250 ml', 24, 6, 19.5, 24],
  ['Beverages', 'BEV-131', 'Kape Barako Original, 50 sachets', 24, 0, 98, 115],
  ['Beverages', 'BEV-132', 'Tsaa Batangas Iced Tea 500 ml', 24, 12, 17, 21],
  ['Canned goods', 'CAN-203', 'Isla Mackerel in Natural Oil 155 g', 100, 0, 19, 23],
  ['Canned goods', 'CAN-211', 'Isla Tuna, Hot and Spicy 180 g', 48, 0, 31.5, 37.5],
  ['Canned goods', 'CAN-222', 'Rancho Beef Loaf 210 g', 48, 0, 27, 32],
  ['Canned goods', 'CAN-231', 'Rancho Luncheon Meat 340 g', 24, 0, 88, 104],
  ['Canned goods', 'CAN-241', 'Tagaytay Evaporated Milk 370 ml', 48, 0, 29.5, 34.5],
  ['Canned goods', 'CAN-242', 'Tagaytay Condensed Milk 300 ml', 48, 0, 38, 45],
  ['Canned goods', 'CAN-251', 'Tropika Fruit Cocktail 850 g', 24, 0, 96, 115],
  ['Noodles', 'NOO-303', 'Sarap Pancit Canton, Extra Hot 60 g', 72, 0, 11.5, 14],
  ['Noodles', 'NOO-311', 'Sarap Chicken Mami 55 g', 72, 0, 8.25, 10],
  ['Noodles', 'NOO-312', 'Sarap Batchoy Cup 40 g', 24, 0, 16.5, 20],
  ['Noodles', 'NOO-321', 'Golden Wheat Elbow Macaroni 1 kg', 20, 0, 66, 77],
  ['Noodles', 'NOO-330', 'Golden Wheat Bihon 454 g', 30, 0, 34, 40.5],
  ['Noodles', 'NOO-340', 'Golden Wheat Flour 1 kg', 25, 0, 49, 58],
  ['Condiments', 'CON-403', 'Timplado Soy Sauce 350 ml', 24, 8.4, 15, 18.5],
  ['Condiments', 'CON-404', 'Timplado Cane Vinegar 350 ml', 24, 8.4, 12.5, 15.5],
  ['Condiments', 'CON-411', 'Timplado Oyster Sauce 405 g', 24, 0, 52, 62],
  ['Condiments', 'CON-421', 'Timplado Spaghetti Sauce, Sweet 1 kg', 12, 0, 74, 88],
  ['Condiments', 'CON-422', 'Timplado Mayonnaise 220 ml', 24, 0, 68, 80],
  ['Condiments', 'CON-431', 'Timplado Cooking Oil 1 L', 12, 12, 82, 95],
  ['Household', 'HOU-503', 'Kalinisan Powder Detergent 70 g', 120, 0, 7.25, 9],
  ['Household', 'HOU-504', 'Kalinisan Fabric Softener 1 L', 12, 12, 98, 116],
  ['Household', 'HOU-511', 'Kalinisan Dishwashing Paste 400 g', 24, 0, 38, 45],
  ['Household', 'HOU-520', 'Kalinisan Bleach 1 L', 12, 12, 36, 43],
  ['Household', 'HOU-521', 'Kalinisan Toilet Cleaner 500 ml', 24, 12, 61, 73],
  ['Household', 'HOU-530', 'Bango Bath Soap 90 g', 72, 0, 26, 31],
  ['Household', 'HOU-531', 'Bango Shampoo, 12 sachets', 48, 0, 58, 69],
]

/** All products of the years; those of the short demo come first. */
export const GOODS: readonly DemoProduct[] = [...PRODUCTS, ...MORE.map(like)]

/** The demand for a category by month, January first, where an even month has one: drinks in the hot months, feasts in December. */
const SEASONS: Record<DemoProduct['category'], readonly number[]> = {
  Beverages: [0.8, 0.95, 1.45, 1.7, 1.6, 1.1, 0.9, 0.85, 0.85, 0.95, 1.05, 1.4],
  'Canned goods': [0.75, 0.8, 0.9, 0.9, 0.95, 1.05, 1.2, 1.2, 1.1, 1.05, 1.2, 1.6],
  Noodles: [0.75, 0.8, 0.85, 0.85, 0.9, 1.15, 1.25, 1.25, 1.15, 1.05, 1.2, 1.9],
  Condiments: [0.8, 0.85, 0.9, 0.95, 1, 0.95, 0.95, 0.95, 0.95, 1.05, 1.3, 1.9],
  Household: [0.95, 0.95, 1, 1, 1, 1.1, 1.05, 1, 1, 1, 1.05, 1.2],
}

/** The orders of a month, January first, where an even month has one. */
const ORDERS = [0.78, 0.85, 1, 1.08, 1.06, 0.96, 0.94, 0.95, 0.95, 1, 1.13, 1.42] as const

const monthOf = (day: string) => Number(day.slice(5, 7)) - 1

/** Returns how well a product sells on a day, beside others. */
export const demandOf = ({ category }: DemoProduct, day: string) => SEASONS[category][monthOf(day)]!

/** Returns how many orders come on a day of the month, where an ordinary one has one. */
export const ordersOf = (day: string) => ORDERS[monthOf(day)]!
