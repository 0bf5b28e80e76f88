import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { REPORTS } from '../../app/modules/reports/registry.ts'
import { reportRows } from '../../app/platform/db/figures.ts'
import { type Money, money } from '../../app/platform/values/money.ts'
import { openAuditor, reportAgrees } from '../support/agreement.ts'
import { sample } from '../support/rounds.ts'
import { startServer } from '../support/server.ts'

/** A month with trade of every kind; AR and the portal as of its last day. */
const LAST_DAY = '1997-12-31'
const MONTH = `from=1997-12-01&to=${LAST_DAY}&as_of=${LAST_DAY}`
/** The period in which all goods were bought. */
const BOUGHT = 'from=1996-07-01&to=1996-07-31'
/** Rows with their sums, and another look: the demo companies' reports are compared on every level. */
const LEVELS = 2

interface Source {
  /**
   * The address of the PostgreSQL, which a web server can use too; null for the embedded database.
   */
  url: string | null
  projectId: string
  manager: { email: string; password: string }
}

/**
 * Checks that each report has the same figures on screen, in Excel, on paper and in SQL, on the
 * known data set; the portal too.
 */
export function agreement(source: () => Source) {
  it('says the same on screen, in Excel, on paper and by SQL in every report, and in the portal', async ({
    skip,
  }) => {
    const { url, projectId, manager } = source()
    skip(!url, 'A second process cannot open the embedded database.')
    const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-northwind-'))
    const server = await startServer({ DATABASE_URL: url!, KALAKAL_PUBLIC_API: '1' }, folder)
    try {
      const auditor = await openAuditor(server, projectId, manager.email, manager.password)
      const compared: Record<string, number> = {}
      for (const report of sample(REPORTS, 2)) {
        const search = report.path === '/reports_purchase' ? BOUGHT : MONTH
        compared[report.path] = await reportAgrees(auditor, report, search, LEVELS)
      }
      // It never had expenses; everything else was compared with rows.
      delete compared['/reports_expenses']
      expect(Object.keys(compared).filter((name) => compared[name] === 0)).toEqual([])

      const answer = await auditor.client.get(
        `/gm-portal?as_of=${LAST_DAY}&_data=modules/portals/gm-portal.route`,
      )
      const portal = (await answer.json()) as Portal
      const total = async (report: 'report_sales' | 'report_collection' | 'report_ar') => {
        const filters = report === 'report_ar' ? { as_of: portal.day } : portal.periods.month
        const wanted = { p_project: projectId, p_filters: { ...filters, level: 'total' } }
        return reportRows(await auditor.db.rpc(report, wanted))[0]!
      }
      const owed = await total('report_ar')
      expect(portal.day).toBe(LAST_DAY)
      expect(portal.sales.month).not.toBe('0.00')
      expect([portal.sales.month, portal.collections.month, portal.receivables]).toEqual([
        money((await total('report_sales')).net),
        money((await total('report_collection')).collected),
        {
          balance: money(owed.balance),
          clearedBalance: money(owed.cleared_balance),
          overdue: money(owed.overdue),
        },
      ])
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }, 300_000)
}

/** The compared part of the portal's data. */
interface Portal {
  day: string
  periods: { month: { from: string; to: string } }
  sales: { month: Money }
  collections: { month: Money }
  receivables: Record<'balance' | 'clearedBalance' | 'overdue', Money>
}
