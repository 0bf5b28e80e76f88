import { useState } from 'react'
import { formatDate, today } from '~/platform/values/dates'
import { addMoney, formatMoney, money } from '~/platform/values/money'
import { stands } from '../data/acts'
import { PART_LABELS } from '../data/receipts'
import type { ActOf, Correction } from '../data/written'
import { receiptPicture } from '../receipt-picture'
import { useSession } from '../session'
import { shareFiles } from '../share'
import { Button, ErrorText } from '../ui/controls'
import { emptyPart } from './ReceiptParts'

/** The parts of a receipt that was written, and its picture for the customer. */
export function Received({ act, plain = false }: { act: ActOf<'receipt'>; plain?: boolean }) {
  const { person, company } = useSession()
  const [error, setError] = useState<string | null>(null)
  const { facts } = act
  const total = addMoney(...facts.parts.map(({ amount }) => money(amount)))
  const share = async () => {
    setError(null)
    try {
      const picture = await receiptPicture({
        company: company.name,
        currency: company.currency,
        person: person.name,
        customer: act.title,
        day: formatDate(today(company.timeZone, new Date(act.made_at))),
        facts,
        provisional: act.state !== 'accepted',
      })
      await shareFiles({ content: picture, name: `Receipt-${facts.cr_no}.png` })
    } catch (failed) {
      setError(failed instanceof Error ? failed.message : 'The picture could not be made.')
    }
  }
  return (
    <>
      <p>CR no. {facts.cr_no}</p>
      {facts.skip_reason ? <p>Skipped numbers: {facts.skip_reason}</p> : null}
      <ul>
        {facts.parts.map((part) => (
          <li
            key={[part.collection_type, part.cheque_no, part.reference_no, part.amount].join()}
            className="flex justify-between gap-3"
          >
            <span>
              {PART_LABELS[part.collection_type]}
              <span className="block text-sm text-muted">
                {[
                  part.cheque_bank,
                  part.cheque_no ?? part.reference_no,
                  part.cheque_date && formatDate(part.cheque_date),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            <span className="figures shrink-0">{formatMoney(money(part.amount))}</span>
          </li>
        ))}
      </ul>
      <p className="figures mt-2 text-right font-semibold">
        {formatMoney(total, company.currency)}
      </p>
      <p className="text-sm text-muted">
        {facts.allocate ? 'To the oldest open documents' : 'Unapplied'}
      </p>
      {facts.remarks ? <p className="text-muted">{facts.remarks}</p> : null}
      {plain || act.state === 'accepted' || act.withdraw !== undefined ? null : (
        <p className="font-medium text-warn">Provisional: the office has not accepted it.</p>
      )}
      {plain || !stands(act) ? null : (
        <Button wide className="my-2" onClick={share}>
          Share the receipt
        </Button>
      )}
      {error ? <ErrorText>{error}</ErrorText> : null}
    </>
  )
}

/** Returns the form of a receipt that was refused. */
export function correctReceipt({ facts }: ActOf<'receipt'>): Correction<'receipt'> {
  const parts = facts.parts.map((part) => ({
    ...emptyPart(part.collection_type, part.cheque_date ?? ''),
    amount: part.amount,
    bank: part.cheque_bank ?? '',
    no: part.cheque_no ?? part.reference_no ?? '',
  }))
  return {
    to: `/customers/${facts.customer_id}/receipt`,
    about: facts.customer_id,
    form: {
      ...{ crNo: facts.cr_no, skipReason: facts.skip_reason ?? '', parts },
      share: facts.allocate ?? 'unapplied',
      remarks: facts.remarks ?? '',
    },
  }
}
