import type { Money } from '~/platform/values/money'

/**
 * The two terms for what customers owe: the first counts cleared money alone, the second counts uncleared cheques as paid.
 */
export const RECEIVABLES = 'Receivables'
export const NET_OF_CHEQUES = 'Net of uncleared cheques'

/** Returns the name of an amount that customers owe: below zero it is their credit. */
export function owedName(term: typeof RECEIVABLES | typeof NET_OF_CHEQUES, amount: Money): string {
  if (!amount.startsWith('-')) return term
  return term === RECEIVABLES ? CREDIT_BALANCE : `${CREDIT_BALANCE}, net of uncleared cheques`
}

const CREDIT_BALANCE = 'Credit balance'

/** Returns an amount as it is shown beside its name by `owedName`: a credit balance has no minus sign. */
export function owedAmount(amount: Money): Money {
  return amount.replace('-', '') as Money
}
