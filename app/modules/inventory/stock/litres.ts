const LITRES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/**
 * Converts pieces to liters: pieces ÷ case config × liters per case (docs/domain.md, Money, dates
 * and quantities).
 */
export function litresOf(
  pieces: number,
  caseConfig: number,
  litersPerCase: number | string,
): number {
  return (pieces * Number(litersPerCase)) / Math.max(caseConfig, 1)
}

/** Formats liters, for example "1,234.5 L"; a dash for goods that are not measured in liters. */
export function formatLitres(litres: number): string {
  if (litres === 0) return '–'
  return `${LITRES.format(litres)} L`
}
