import type { Cell, Sheet } from '~/platform/files/sheet'
import { formatMoment } from '~/platform/values/moments'
import {
  chequeState,
  chequesName,
  describeEntry,
  describeOpen,
  describePeriod,
  REMAINING,
} from './labels'
import type { StatementData } from './load.server'

const HEADER = ['Date', 'Document', 'Details', 'Charges', 'Credits', 'Balance']

/**
 * Returns the statement as a worksheet: the figures of the screen, with charges and credits summed
 * by formula.
 */
export function statementSheet(data: StatementData): Sheet {
  const { customer, statement, buckets, letterhead, currency, run } = data
  const line = (label: string, value: Cell): Cell[] => [
    { bold: label },
    null,
    null,
    null,
    null,
    value,
  ]
  const head: Cell[][] = [
    [{ bold: letterhead.company }],
    [{ bold: 'Statement of account' }, null, `${describePeriod(statement)}, in ${currency}`],
    ['Customer', customer.name, customer.storeName],
    ['TIN', customer.tinNo],
    ['Run by', run],
    ...(data.knownAt ? [['As known at', formatMoment(data.knownAt, data.timeZone)]] : []),
    [],
  ]
  const header = head.length
  const first = header + 3
  const last = first + statement.entries.length - 1
  const sum = (column: 'D' | 'E') => `SUM(${column}${first}:${column}${Math.max(first, last)})`
  return {
    name: 'Statement',
    widths: [12, 18, 48, 15, 15, 15],
    header,
    rows: [
      ...head,
      HEADER,
      [null, null, { bold: 'Balance brought forward' }, null, null, { money: statement.opening }],
      ...(statement.entries.length > 0 ? statement.entries : [null]).map((entry): Cell[] =>
        entry
          ? [
              { day: entry.on },
              entry.no,
              describeEntry(entry),
              entry.charge === '0.00' ? null : { money: entry.charge },
              entry.credit === '0.00' ? null : { money: entry.credit },
              { money: entry.balance },
            ]
          : [null, null, 'Nothing in this period'],
      ),
      [
        null,
        null,
        { bold: 'Amount due' },
        { formula: sum('D'), value: statement.charges },
        { formula: sum('E'), value: statement.credits },
        { formula: `F${first - 1}+${sum('D')}-${sum('E')}`, value: statement.closing },
      ],
      ...(statement.cheques.length > 0
        ? [
            line(chequesName(statement), { money: statement.uncleared }),
            line(REMAINING, { money: statement.remaining }),
          ]
        : []),
      [],
      [{ bold: 'Ageing' }],
      ...buckets.map(({ name, amount }) => line(name, { money: amount })),
      [],
      [{ bold: 'Open documents' }],
      ...statement.open.map((open): Cell[] => [
        { day: open.on },
        open.no ?? open.soNo,
        `${describeOpen(open)}, ${open.age} days`,
        null,
        null,
        { money: open.balance },
      ]),
      ...(statement.cheques.length > 0
        ? [[], [{ bold: 'Cheques held, not cleared' }] as Cell[]]
        : []),
      ...statement.cheques.map((cheque): Cell[] => [
        { day: cheque.dated },
        cheque.no,
        `${cheque.bank} ${cheque.cheque}, ${chequeState(cheque).toLowerCase()}`,
        null,
        null,
        { money: cheque.amount },
      ]),
    ],
  }
}
