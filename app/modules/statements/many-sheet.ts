import type { Cell, Sheet } from '~/platform/files/sheet'
import { formatMoment } from '~/platform/values/moments'
import { addMoney, money } from '~/platform/values/money'
import { chequesName, describeEntry, describePeriod, REMAINING } from './labels'
import type { ManyStatements } from './many.server'

const HEADER = ['Customer', 'Store', 'Date', 'Document', 'Details', 'Charges', 'Credits', 'Balance']

/**
 * Puts the statements of many customers on one worksheet. Every row has the customer's name, so
 * that it can be filtered. Formulas sum each customer's charges and credits.
 */
export function statementsSheet(data: ManyStatements): Sheet {
  const { statements, company, currency, run } = data
  const rows: Cell[][] = [
    [{ bold: company }],
    [{ bold: 'Statements of account' }, null, `${describePeriod(data.filters)}, in ${currency}`],
    ['Run by', run],
    ...(data.knownAt ? [['As known at', formatMoment(data.knownAt, data.timeZone)]] : []),
    [],
  ]
  const header = rows.length
  rows.push(HEADER)
  for (const { customer, statement } of statements) {
    const who: Cell[] = [customer.name, customer.storeName]
    const forward = rows.push([
      ...who,
      null,
      null,
      'Balance brought forward',
      null,
      null,
      { money: statement.opening },
    ])
    for (const entry of statement.entries)
      rows.push([
        ...who,
        { day: entry.on },
        entry.no,
        describeEntry(entry),
        entry.charge === '0.00' ? null : { money: entry.charge },
        entry.credit === '0.00' ? null : { money: entry.credit },
        { money: entry.balance },
      ])
    const sum = (column: 'F' | 'G') =>
      `SUM(${column}${forward}:${column}${forward + statement.entries.length})`
    rows.push([
      ...who,
      null,
      null,
      { bold: 'Amount due' },
      { formula: sum('F'), value: statement.charges },
      { formula: sum('G'), value: statement.credits },
      { formula: `H${forward}+${sum('F')}-${sum('G')}`, value: statement.closing },
    ])
    if (statement.cheques.length > 0)
      for (const [label, amount] of [
        [chequesName(statement), statement.uncleared],
        [REMAINING, statement.remaining],
      ] as const)
        rows.push([...who, null, null, label, null, null, { money: amount }])
  }
  const total = (of: 'closing' | 'uncleared' | 'remaining') =>
    addMoney(money(0), ...statements.map(({ statement }) => statement[of]))
  const last = (label: string, amount: Cell): Cell[] => [
    { bold: label },
    ...Array<Cell>(6).fill(null),
    amount,
  ]
  rows.push(
    [],
    last(`Amount due of all ${statements.length}`, { money: total('closing') }),
    last('Less cheques held, not cleared', { money: total('uncleared') }),
    last(REMAINING, { money: total('remaining') }),
  )
  return { name: 'Statements', widths: [28, 24, 12, 18, 48, 15, 15, 15], header, rows }
}
