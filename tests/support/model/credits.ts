import { later } from './action.ts'
import type { BooksCompany } from './books.ts'
import type { Credit } from './memo.ts'

/** A booking is owed less from a day on. */
export function noteCredit(
  company: BooksCompany,
  id: string,
  on: string,
  amount: number,
  more: Partial<Credit> = {},
) {
  const none = { as: 'released', vat: 0, line: null, returned: 0, cost: 0 } as const
  const given = { free: false, release: null } as const
  const { customer } = company.books.bookings[id]!
  company.memory.credits[id] ??= []
  company.memory.credits[id].push({ ...none, ...given, ...more, customer, on, amount })
  company.memory.creditedOn[id] = later(company.memory.creditedOn[id], on)!
}
