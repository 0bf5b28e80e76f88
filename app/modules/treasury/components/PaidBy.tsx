import { collectionType } from '~/modules/receivables/collection-types'
import { DateText } from '~/ui/Figures'

interface Props {
  type: string
  cheque: { bank: string; no: string; date: string } | null
}

/** Shows the type of a payment; for a cheque also its bank, number and date. */
export function PaidBy({ type, cheque }: Props) {
  if (!cheque) return collectionType(type)
  return (
    <>
      <span className="figures">
        {collectionType(type)} {cheque.no}
      </span>
      <span className="block text-xs text-muted">
        {cheque.bank}, <DateText value={cheque.date} />
      </span>
    </>
  )
}
