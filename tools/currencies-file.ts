export const CURRENCIES_FILE = 'app/platform/values/currencies.ts'

export type CurrencyRow = { currency: string }

/** The rows that the file is made of. */
export const CURRENCY_ROWS = 'select currency from unnest(private.currencies()) currency'

/** Returns the text of `CURRENCIES_FILE` for these rows. */
export function currenciesFile(rows: readonly CurrencyRow[]): string {
  const list = rows.map(({ currency }) => `  '${currency}',\n`)
  return `// Made by \`npm run types\` from private.currencies(). Change that, not this file.

/** The currencies of ISO 4217 by code. The database takes no other for a project. */
export const CURRENCIES = [\n${list.join('')}] as const
`
}
