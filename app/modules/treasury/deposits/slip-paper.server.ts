import type { Letterhead, Paper } from '~/platform/papers/paper'
import { amountText, dayText, paperTable, signatures, sum, total } from '~/platform/papers/texts'
import type { readSlip } from './queries.server'

interface Source {
  slip: Awaited<ReturnType<typeof readSlip>>
  letterhead: Letterhead
  currency: string
  copies?: number
}

/** Describes a deposit slip, for the bag and for the bank's stamp. */
export function slipPaper({ slip, letterhead, currency, copies }: Source): Paper {
  return {
    letterhead,
    title: 'Deposit slip',
    copies,
    dated: slip.deposited_on,
    head: [{ text: slip.slip_no, look: 'number' }, { text: dayText(slip.deposited_on) }],
    blocks: [
      {
        kind: 'facts',
        items: [
          ['Bank', slip.bank],
          ['Account no.', slip.account_no],
          ['Prepared by', slip.made_by],
          ['Cheques', slip.cheques.length === 0 ? null : String(slip.cheques.length)],
        ],
      },
      paperTable(
        slip.cheques,
        [
          { header: 'Drawn on', cell: (row) => row.bank },
          { header: 'Cheque no.', cell: (row) => row.no },
          { header: 'Cheque date', cell: (row) => dayText(row.date) },
          { header: 'Received from', share: 1 / 3, cell: (row) => row.customer },
          { header: `Amount (${currency})`, align: 'end', cell: (row) => amountText(row.amount) },
        ],
        {
          sums: [
            sum('Cheques', slip.cheque_amount),
            sum('Cash', slip.cash),
            total('Total deposit', slip.total, currency),
          ],
        },
      ),
      signatures('Prepared by', 'Deposited by', 'Received by the bank', 'Date'),
    ],
  }
}
