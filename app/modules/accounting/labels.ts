/** The types of accounts in words, in the order of a balance sheet and an income statement. */
export const ACCOUNT_TYPES: Readonly<Record<string, string>> = {
  asset: 'Asset',
  liability: 'Liability',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expense',
}
