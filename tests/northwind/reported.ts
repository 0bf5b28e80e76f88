import type { Database } from '../../app/platform/db/database.types.ts'
import { type FiguredRow, reportRows } from '../../app/platform/db/figures.ts'
import type { Db } from '../../app/platform/request/context.ts'
import type { Tables } from '../../scripts/northwind/tables.ts'

type Functions = Database['public']['Functions']
type Report = Extract<keyof Functions, `report_${string}`>

/** A row of a report with its figures; what is read of it is there. */
type Row = FiguredRow & Readonly<Record<'row_key' | 'agent_id' | 'customer_id' | 'month', string>>

/** An amount and the number of bookings that make it. */
type Sold = [amount: string, bookings: number]

/** The figures of `expected.json`, as far as they are compared. */
export interface Expected {
  counts: Record<
    'products' | 'customers' | 'bookings' | 'bookingLines' | 'delivered' | 'undelivered',
    number
  >
  grossAllBookings: string
  grossDelivered: string
  grossUndelivered: string
  unitsOrdered: number
  stock: { availableTotal: number; reservedTotal: number; onHandTotal: number }
  salesByAddedMonth: Record<string, Sold>
  salesByDeliveredMonth: Record<string, Sold>
  /** By the source's employee ids. */
  salesByAgentAllBookings: Record<string, Sold>
  penetration1997Delivered: {
    universe: number
    buyers: number
    /** By the source's category ids. */
    byCategoryBuyers: Record<string, number>
  }
  'arAsOf1998-04-30ByInvoiceDate': Record<string, string | number> & { total: string }
}

/** The source and the company that was loaded from it. */
export interface Northwind {
  tables: Tables
  expected: Expected
  db: Db
  projectId: string
  /** User ids by the source's employee ids. */
  agents: ReadonlyMap<string, string>
}

/** Asks a report's SQL function, as somebody of the company. */
export const askReports =
  (of: () => Pick<Northwind, 'db' | 'projectId'>) =>
  async (name: Report, p_filters: Record<string, string | number>): Promise<Row[]> =>
    reportRows(await of().db.rpc(name, { p_project: of().projectId, p_filters })) as Row[]
