import { money } from '~/platform/values/money'
import type { ChequeFacts } from './overlay'

/** What a test page says: long lines, and nothing that a bank would take. */
export const sampleOf = (currency: string, date: string): ChequeFacts => ({
  payee: 'Test page, not a cheque',
  amount: money('1234567.89'),
  currency,
  date,
})
