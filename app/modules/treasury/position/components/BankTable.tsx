import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { addMoney } from '~/platform/values/money'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import type { Day } from '../days'
import type { BankPosition } from '../queries.server'

/** An account, or the money at the office; `days` continue from `balance`. */
export interface Holding
  extends Pick<BankPosition, 'balance' | 'difference' | 'inTransit' | 'goingOut'> {
  /** Null for the office, where cash and cheques wait to be deposited. */
  id: string | null
  name: string
  accountNo: string | null
  stated: BankPosition['stated']
  days: readonly Day[]
}

const endOf = (holding: Holding): Amount => holding.days.at(-1)?.expected ?? holding.balance

/** Shows the expected balance of each account, now and in 30 days. */
export function BankTable({ holdings, currency }: { holdings: Holding[]; currency: string }) {
  const sum = (of: (holding: Holding) => Amount) => <Money value={addMoney(...holdings.map(of))} />
  const columns: Column<Holding>[] = [
    {
      key: 'account',
      header: 'Account',
      phone: 'title',
      grow: true,
      cell: ({ name }) => name,
      total: `Total (${currency})`,
    },
    { key: 'no', tablet: 'hide', header: 'Account no.', cell: ({ accountNo }) => accountNo ?? '–' },
    {
      key: 'stated',
      header: 'Bank statement balance',
      align: 'end',
      cell: ({ stated }) => <Money value={stated?.balance ?? null} />,
    },
    {
      key: 'stated_on',
      tablet: 'hide',
      header: 'Statement date',
      cell: ({ stated }) => <DateText value={stated?.on ?? null} />,
    },
    {
      key: 'difference',
      tablet: 'hide',
      header: 'Difference',
      align: 'end',
      cell: ({ difference }) => <Money value={difference} />,
    },
    {
      key: 'balance',
      header: 'Book balance',
      align: 'end',
      cell: ({ balance }) => (
        <strong>
          <Money value={balance} />
        </strong>
      ),
      total: sum(({ balance }) => balance),
    },
    {
      key: 'in',
      header: 'Uncleared receipts',
      align: 'end',
      cell: ({ inTransit }) => <Money value={inTransit} />,
      total: sum(({ inTransit }) => inTransit),
    },
    {
      key: 'out',
      header: 'Outstanding cheques',
      align: 'end',
      cell: ({ goingOut }) => <Money value={goingOut} />,
      total: sum(({ goingOut }) => goingOut),
    },
    {
      key: 'expected',
      header: 'Projected, 30 days',
      align: 'end',
      cell: (holding) => <Money value={endOf(holding)} />,
      total: sum(endOf),
    },
  ]
  return (
    <DataTable
      caption="Accounts"
      columns={columns}
      rows={holdings}
      rowKey={({ id }) => id ?? 'office'}
      rowLink={({ id }) => (id ? paths.treasury.bank(id) : paths.treasury.cheques)}
      empty={
        <EmptyState line title="No account yet">
          Add the company’s bank accounts.
        </EmptyState>
      }
    />
  )
}
