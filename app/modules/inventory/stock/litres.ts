/** Litres of so many pieces: quantity ÷ case config × litres per case (page 1, words). */
export function litresOf(
  pieces: number,
  caseConfig: number,
  litersPerCase: number | string,
): number {
  return (pieces * Number(litersPerCase)) / Math.max(caseConfig, 1)
}

/** "1,234.5 L"; a dash for goods that are not measured in litres. */
export function formatLitres(litres: number): string {
  if (litres === 0) return '–'
  return `${litres.toLocaleString('en-US', { maximumFractionDigits: 2 })} L`
}
