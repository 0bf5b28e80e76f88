import { beforeAll, describe, expect, it } from 'vitest'
import { REPORTS } from '../../app/modules/reports/registry.ts'
import { reportRows } from '../../app/platform/db/figures.ts'
import { addMoney, formatMoney, type Money, money } from '../../app/platform/values/money.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { type Auditor, openApi, openAuditor, reportAgrees } from '../support/agreement.ts'
import { tradeAtRandom } from '../support/random-trade.ts'
import { earliest } from '../support/report-period.ts'
import { rounds, sample } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let owner: Auditor

/** The seed differs from day to day; a failing test names it in its title. */
const SEED = Number(process.env.KALAKAL_TEST_SEED) || Math.floor(Date.now() / 86_400_000)

beforeAll(async () => {
  const clerk = await openApi(server, 'special-access-1@demo.test', DEMO_PASSWORD)
  const finance = await openApi(server, 'finance-admin@demo.test', DEMO_PASSWORD)
  await tradeAtRandom(clerk, finance, DEMO_ID, SEED, rounds(12, 25))
  owner = await openAuditor(server, DEMO_ID, 'owner@demo.test', DEMO_PASSWORD)
})

describe(`the same figures everywhere, with trade at random (KALAKAL_TEST_SEED=${SEED})`, () => {
  it.each(sample(REPORTS, 2).map((report) => [report.title, report] as const))(
    '%s: screen, Excel, print and SQL, row by row',
    async (_, report) => {
      const compared = await reportAgrees(owner, report, `from=${earliest(report.source)}`)
      expect(compared).toBeGreaterThan(5)
    },
    120_000,
  )

  const sales = REPORTS.find(({ source }) => source === 'report_sales')!
  it.each(sample(['category1', 'category2', 'category3', 'product', 'month'], 2))(
    'Sales by %s: screen, Excel, print and SQL, row by row',
    async (by) => {
      const wanted = by === 'month' ? ['month'] : ['grouped', 'item']
      const levels = sales.levels.filter(({ value }) => wanted.includes(value))
      const search = by === 'month' ? '' : `&items=${by}`
      const compared = await reportAgrees(owner, { ...sales, levels }, `from=2020-01-01${search}`)
      expect(compared).toBeGreaterThan(0)
    },
    120_000,
  )

  it('the portal says what the reports say', async () => {
    const page = await owner.client.get('/gm-portal')
    const html = await page.text()
    const answer = await owner.client.get('/gm-portal?_data=modules/portals/gm-portal.route')
    const portal = (await answer.json()) as Portal
    const { month, wholeLastMonth } = portal.periods
    const sum = async (report: 'report_sales' | 'report_collection' | 'report_ar', more: object) =>
      reportRows(
        await owner.db.rpc(report, {
          p_project: DEMO_ID,
          p_filters: { ...more, level: 'total' },
        }),
      )[0]!
    const sold = money((await sum('report_sales', month)).net)
    const collected = money((await sum('report_collection', month)).collected)
    const owed = await sum('report_ar', { as_of: portal.day })
    const before = money((await sum('report_sales', wholeLastMonth)).net)
    expect(before).not.toBe('0.00')
    expect({
      sold: portal.sales.month,
      before: portal.sales.wholeLastMonth,
      collected: portal.collections.month,
      owed: portal.receivables,
    }).toEqual({
      sold,
      before,
      collected,
      owed: {
        balance: money(owed.balance),
        clearedBalance: money(owed.cleared_balance),
        overdue: money(owed.overdue),
      },
    })
    const ofAgents = (key: 'sales' | 'collected' | 'receivables') =>
      addMoney(...portal.agents.map((agent) => agent[key] ?? money(0)))
    expect([ofAgents('sales'), ofAgents('collected'), ofAgents('receivables')]).toEqual([
      sold,
      collected,
      money(owed.cleared_balance),
    ])
    for (const shown of [sold, collected, money(owed.balance), money(owed.cleared_balance)])
      expect(html).toContain(formatMoney(shown))
  })
})

interface Race {
  month: Money
  wholeLastMonth: Money
}

/** The compared part of the portal's data. */
interface Portal {
  day: string
  periods: Record<'month' | 'wholeLastMonth', { from: string; to: string }>
  sales: Race
  collections: Race
  receivables: Record<'balance' | 'clearedBalance' | 'overdue', Money>
  agents: Partial<Record<'sales' | 'collected' | 'receivables', Money>>[]
}
