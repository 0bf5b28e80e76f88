import { money } from '~/platform/values/money'
import type { ChequeFacts } from './overlay'

/** Returns the values of a test page: long lines, and nothing that a bank would accept. */
export const sampleOf = (currency: string, date: string): ChequeFacts => ({
  payee: 'Test page, not a cheque',
  amount: money('1234567.89'),
  currency,
  date,
})
