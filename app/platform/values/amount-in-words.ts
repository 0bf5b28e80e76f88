import { type Money, toCents, UNREADABLE } from './money'

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = ['', ' thousand', ' million', ' billion']

/** Names the whole and the hundredth unit of a currency; other currencies use their code. */
const UNITS: Record<string, { whole: [one: string, many: string]; part: [string, string] }> = {
  PHP: { whole: ['peso', 'pesos'], part: ['centavo', 'centavos'] },
  USD: { whole: ['dollar', 'dollars'], part: ['cent', 'cents'] },
}

/** A whole number from 0 to 999,999,999,999 in English: "one thousand two hundred thirty-four". */
export function numberInWords(number: bigint): string {
  if (number < 0n || number >= 10n ** 12n) throw new RangeError(`Not put into words: ${number}`)
  if (number === 0n) return SMALL[0]!
  const groups: string[] = []
  for (let rest = number, scale = 0; rest > 0n; rest /= 1000n, scale++) {
    const group = Number(rest % 1000n)
    if (group > 0) groups.unshift(`${hundreds(group)}${SCALES[scale]}`)
  }
  return groups.join(' ')
}

function hundreds(group: number): string {
  const rest = group % 100
  const hundred = group >= 100 ? `${SMALL[Math.floor(group / 100)]} hundred` : ''
  if (rest === 0) return hundred
  const ten = TENS[Math.floor(rest / 10)]!
  const tail = rest < 20 ? SMALL[rest]! : rest % 10 === 0 ? ten : `${ten}-${SMALL[rest % 10]}`
  return hundred ? `${hundred} ${tail}` : tail
}

/**
 * An amount as receipts and vouchers say it: "One thousand two hundred thirty-four pesos and fifty
 * centavos". Exact, from the centavos of the amount.
 *
 * @throws RangeError on a negative amount: no document is about one.
 */
export function amountInWords(amount: Money, currency: string): string {
  if (amount === UNREADABLE) return amount
  const { whole, part } = split(amount)
  const unit = UNITS[currency]
  if (!unit) {
    const hundredths = part > 0n ? ` and ${part.toString().padStart(2, '0')}/100` : ''
    return `${capital(numberInWords(whole))} ${currency}${hundredths}`
  }
  const parts = part > 0n ? `${numberInWords(part)} ${unit.part[part === 1n ? 0 : 1]}` : ''
  if (whole === 0n && parts) return capital(parts)
  const text = capital(`${numberInWords(whole)} ${unit.whole[whole === 1n ? 0 : 1]}`)
  return parts ? `${text} and ${parts}` : text
}

/**
 * An amount as a cheque says it, the hundredths as a fraction and closed against additions: "ONE
 * THOUSAND TWO HUNDRED THIRTY-FOUR PESOS AND 50/100 ONLY".
 *
 * @throws RangeError on a negative amount.
 */
export function chequeWords(amount: Money, currency: string): string {
  if (amount === UNREADABLE) return amount
  const { whole, part } = split(amount)
  const unit = UNITS[currency]?.whole[whole === 1n ? 0 : 1] ?? currency
  const hundredths = part > 0n ? ` and ${part.toString().padStart(2, '0')}/100` : ''
  return `${numberInWords(whole)} ${unit}${hundredths} only`.toUpperCase()
}

function split(amount: Money): { whole: bigint; part: bigint } {
  const cents = toCents(amount)
  if (cents < 0n) throw new RangeError(`No document is about ${amount}`)
  return { whole: cents / 100n, part: cents % 100n }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
