import type { KindName } from '~/modules/inbox/kinds'
import { row } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { Money } from '~/platform/values/money'
import type { FirstStep } from './components/FirstSteps'
import type { RecentKind } from './recent'
import { TASKS, type Task } from './tasks'

/** Documents that wait for the reader: their number, their amount if they have one, and the oldest. */
interface Due {
  items: number
  amount: Money | null
}

/** An amount of the month to date beside the same days of earlier months. */
export interface MonthBeside {
  month: Money
  last_month: Money
  last_year: Money
}

/** The day of a person, as the SQL function home_day returns it; money is text. */
export interface HomeDay {
  waiting: (Due & { kind: KindName; oldest: string })[]
  /** In the order of the tasks. */
  work: (Due & { task: Task; oldest: string | null })[]
  /** Null for readers without the report. */
  sales: MonthBeside | null
  collections: MonthBeside | null
  receivables: { balance: Money; cleared_balance: Money; overdue: Money } | null
  /** Tells of each step of the first day whether it is done; null once a booking is validated. */
  first_steps: Record<FirstStep, boolean> | null
  recent: { kind: RecentKind; id: string; no: string; party: string | null; at: string }[]
}

/** Reads what Home shows, in one call. */
export async function readHomeDay(db: Db, projectId: string): Promise<HomeDay> {
  const day = row(await db.rpc('home_day', { p_project: projectId })) as unknown as HomeDay
  const order = Object.keys(TASKS)
  return {
    ...day,
    work: day.work.sort((one, other) => order.indexOf(one.task) - order.indexOf(other.task)),
  }
}
