import { paths } from '~/paths'
import type { ReportDefinition, ReportRow, ReportView } from '../definition'
import { PERIOD } from '../period'

/** Shows what every account has before, in and after a period. */
export const report: ReportDefinition = {
  path: paths.reports.report('trial_balance'),
  title: 'Trial balance',
  about: 'Balances of all accounts; total debits equal total credits.',
  order: 14,
  permission: 'journal.read',
  source: 'report_trial_balance',
  filters: PERIOD,
  levels: [
    { value: 'part', label: 'Accounts in detail', counted: 'parts' },
    { value: 'account', label: 'Accounts', counted: 'accounts' },
  ],
  sums: () => [{ total: 'debit_balance', of: ['opening', 'debit', '-credit', 'credit_balance'] }],
  hasTotal: (level) => level === 'part',
  columns: ({ level }) => [
    { key: 'account_code', header: 'Code', type: 'text' },
    { key: 'account_name', header: 'Account', type: 'text', phone: 'title', link: entriesOf },
    ...(level === 'part'
      ? [{ key: 'part_name', header: 'Details', type: 'text' as const, extra: true }]
      : []),
    // Half of the accounts have credit balances, which are no fault.
    {
      key: 'opening',
      header: 'Opening',
      type: 'money',
      total: true,
      owed: true,
      sparse: true,
      phone: 'hide',
    },
    { key: 'debit', header: 'Debit', type: 'money', total: true, sparse: true, phone: 'hide' },
    { key: 'credit', header: 'Credit', type: 'money', total: true, sparse: true, phone: 'hide' },
    {
      key: 'debit_balance',
      header: 'Debit balance',
      type: 'money',
      total: true,
      highlight: 1,
      sparse: true,
    },
    {
      key: 'credit_balance',
      header: 'Credit balance',
      type: 'money',
      total: true,
      highlight: 1,
      sparse: true,
    },
  ],
  actions: () => [{ label: 'Chart of accounts', to: paths.accounting.accounts }],
}

/** Returns the journal of a row's account in the same period. */
function entriesOf({ account }: ReportRow, { filters }: ReportView): string {
  const { level: _, ...period } = filters
  return `${paths.reports.report('journal')}?${new URLSearchParams({ ...period, account: String(account) })}`
}
