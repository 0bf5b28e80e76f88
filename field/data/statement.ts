import type { CopyCustomer, CopyDocument } from '~/platform/field/copy'
import { addMoney, fromCents, isZero, type Money, money, toCents } from '~/platform/values/money'

/** The documents of a statement, in the order of their days. */
interface StatementDocuments {
  /** Documents that the customer owes, whose amounts and `others` add up to the receivables. */
  owed: CopyDocument[]
  /** Payments on none of these documents, which count below zero, and documents that this person does not see. */
  others: Money
  /** Delivered ones without an invoice, which are owed only once they have it. */
  toInvoice: CopyDocument[]
}

/** Returns what a statement of a customer lists: an invoice makes a document owed, and an archive one that has none. */
export function statementOf(
  { receivables }: Pick<CopyCustomer, 'receivables'>,
  documents: readonly CopyDocument[],
): StatementDocuments {
  const sorted = documents
    .filter(({ cleared }) => !isZero(money(cleared)))
    .sort((one, other) => `${one.on}${one.no}`.localeCompare(`${other.on}${other.no}`))
  const isOwed = ({ invoice, stage }: CopyDocument) => Boolean(invoice) || stage === 'archived'
  const owed = sorted.filter(isOwed)
  const listed = addMoney(...owed.map(({ cleared }) => money(cleared)))
  return {
    owed,
    others: fromCents(toCents(money(receivables)) - toCents(listed)),
    toInvoice: sorted.filter((each) => each.stage === 'delivered' && !isOwed(each)),
  }
}
