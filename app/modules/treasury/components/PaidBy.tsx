import { collectionType } from '~/modules/receivables/collection-types'
import { DateText } from '~/ui/Figures'

interface Props {
  type: string
  cheque: { bank: string; no: string; date: string } | null
}

/** How it was paid; of a cheque its bank, number and date as well. */
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
