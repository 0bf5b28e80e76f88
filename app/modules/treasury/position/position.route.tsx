import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { issuedTabAt } from '~/modules/expenses/cheques/tabs'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formatDate, today } from '~/platform/values/dates'
import { addMoney, formatMoney } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { Money } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { TreasuryTabs } from '../components/TreasuryTabs'
import { BankTable, type Holding } from './components/BankTable'
import { DaysPanel } from './components/DaysPanel'
import { UnclearedPanel } from './components/UnclearedPanel'
import { outlook, sumUp } from './days'
import {
  listBankPositions,
  listExpected,
  listUncleared,
  readBags,
  readCash,
} from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Cash position · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.position')
  const { projectId, permissions } = project
  const [banks, cash, expected, bags, uncleared] = await Promise.all([
    listBankPositions(db, projectId),
    readCash(db, projectId),
    listExpected(db, projectId),
    readBags(db, projectId),
    listUncleared(db, projectId, request.url),
  ])
  const day = today(project.timeZone)
  const of = (bankId: string | null) => expected.filter((cheque) => cheque.bankId === bankId)
  const near = sumUp(of(null).filter(({ date }) => date !== null))
  const holdings: Holding[] = [
    ...banks.map(({ bank, ...account }) => ({
      ...account,
      name: bank,
      days: outlook(day, account.balance, of(account.id)),
    })),
    {
      id: null,
      name: 'Not yet deposited',
      accountNo: null,
      stated: null,
      difference: null,
      balance: cash.atOffice,
      inTransit: near.in,
      goingOut: near.out,
      days: outlook(day, cash.atOffice, of(null)),
    },
  ]
  const inBanks = addMoney(...banks.map(({ balance }) => balance))
  return {
    holdings,
    cash,
    bags,
    inBanks,
    days: outlook(day, addMoney(inBanks, cash.atOffice), expected),
    later: sumUp(expected.filter(({ date }) => date === null)),
    total: sumUp(expected),
    uncleared,
    permissions,
    currency: project.currency,
  }
}

/**
 * Shows the cash position: balances, cheques in and out by day, and customers with uncleared
 * cheques.
 */
export default function Position() {
  const data = useLoaderData<typeof loader>()
  const { cash, bags, currency, total } = data
  const mayWrite = data.permissions.includes('treasury.write')
  return (
    <>
      <PageHeader
        tabs={<TreasuryTabs permissions={data.permissions} />}
        title="Cash position"
        actions={
          <>
            <LinkButton to={paths.masters.list('banks')}>Bank accounts</LinkButton>
            {mayWrite ? (
              <LinkButton to={paths.treasury.addDeposit} variant="primary">
                Deposit cash
              </LinkButton>
            ) : null}
          </>
        }
      />
      <StatRow>
        <Stat
          label={`Cash on hand (${currency})`}
          value={<Money value={cash.atOffice} />}
          note={cash.pending === '0.00' ? null : `+ ${formatMoney(cash.pending)} pending`}
          tone={cash.atOffice.startsWith('-') ? 'danger' : undefined}
          to={`${paths.treasury.collections}?type=cash`}
        />
        <Stat
          label="Unremitted cash"
          value={<Money value={bags.cash} />}
          note={bags.oldest ? `since ${formatDate(bags.oldest)}` : null}
          explains={bags.collectors === 1 ? '1 collector' : `${bags.collectors} collectors`}
          to={paths.treasury.remittances}
        />
        <Stat label="Cash in bank, per books" value={<Money value={data.inBanks} />} />
        <Stat
          label="Uncleared receipts (cheques)"
          value={<Money value={total.in} />}
          explains={countOf(total.chequesIn)}
          to={paths.treasury.cheques}
        />
        <Stat
          label="Outstanding cheques"
          value={<Money value={total.out} />}
          explains={countOf(total.chequesOut)}
          to={data.permissions.includes('vouchers.read') ? issuedTabAt('outstanding') : undefined}
        />
      </StatRow>
      <div className="grid gap-4">
        <Panel flush title="Accounts">
          <BankTable holdings={data.holdings} currency={currency} />
        </Panel>
        <DaysPanel days={data.days} later={data.later} total={total} currency={currency} />
        <UnclearedPanel uncleared={data.uncleared} currency={currency} />
      </div>
    </>
  )
}

const countOf = (cheques: number) => (cheques === 1 ? '1 cheque' : `${cheques} cheques`)
