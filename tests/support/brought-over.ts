import { formatMoney, fromCents, toCents } from '../../app/platform/values/money.ts'

/**
 * The rows of a company that is brought over from files, and the sums of them that its screens must show.
 */

/** Name of the account, name, role. */
export const PEOPLE = [
  ['agent', 'Brought Agent', 'Agent'],
  ['staff', 'Brought Staff', 'Special Access 1'],
  ['sales', 'Brought Sales', 'Sales Admin'],
  ['finance', 'Brought Finance', 'Finance Admin'],
  ['manager', 'Brought Manager', 'General Manager'],
] as const

/** Code, name, pieces of a case, cost as the file has it, SRP, opening pieces. */
export const PRODUCTS = [
  ['BO-1', 'Brought Cola', 12, '624.00/cs', '732/cs', 240],
  ['BO-2', 'Brought Sardines', 100, '18.25', '21.50', 1_055],
  ['BO-3', 'Brought Noodles', 24, '100 / 12', '9.00', 7],
] as const
/** Customer, open invoice, days before the opening, what is owed. */
export const OWED = [
  ['Brought Aling Puring', 'OLD-101', 10, '1500.50'],
  ['Brought Aling Puring', 'OLD-117', 3, '499.50'],
  ['Brought Mang Tomas', 'OLD-120', 45, '20000.05'],
] as const
/** CR number, customer, cheque, what it pays, the invoice that it pays. */
export const CHEQUES = [
  ['CR-1', 'Brought Aling Puring', '770001', '1000.00', 'OLD-101'],
  ['CR-2', 'Brought Mang Tomas', '770002', '5000.25', 'OLD-120'],
] as const
/** PO number, product, pieces, cost. */
export const BOUGHT = [
  ['PO-1', 'BO-1', 30, '600/cs'],
  ['PO-1', 'BO-3', 5, '8.50'],
  ['PO-2', 'BO-2', 100, '1800/100'],
] as const
/** Order of the former system, customer, product, pieces, price. */
export const ORDERED = [
  ['4711', 'Brought Mang Tomas', 'BO-1', 18, '732/cs'],
  ['4711', 'Brought Mang Tomas', 'BO-2', 50, '21.50'],
] as const

export const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)
export const cents = (amount: string) => toCents(amount as never)
export const shown = (amount: bigint) => formatMoney(fromCents(amount))
export const productOf = (code: string) => PRODUCTS.find((product) => product[0] === code)!
/** Centavos of pieces at a price of the files, half a centavo up. */
export function worthOf(code: string, pieces: number, price: string): bigint {
  const [amount, unit = '1'] = price.split('/').map((part) => part.trim())
  const of = BigInt(unit === 'cs' ? productOf(code)[2] : unit)
  return (
    (cents(amount!.includes('.') ? amount! : `${amount}.00`) * BigInt(pieces) * 2n + of) / (2n * of)
  )
}
/** Returns what the order of the former system comes to, in centavos. */
export const ordered = () =>
  sum(ORDERED.map(([, , code, pieces, price]) => worthOf(code, pieces, price)))
