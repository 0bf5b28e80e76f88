import type { Membership, ProjectSettings } from '~/platform/context'
import type { Database } from '~/platform/database.types'
import type { Permission } from '~/platform/permissions'

/**
 * What a report is: one of these drives its screen, its place on Home, and its tests; Excel and
 * print will read the same. A further report is a folder with a definition and a route of ten lines.
 */
export interface ReportDefinition {
  path: `/reports_${string}`
  title: string
  /** One sentence for Home. */
  about: string
  permission: Permission
  /** Runs with the reader's rights; takes `p_filters` with level, limit and after. */
  source: ReportSource
  filters: readonly ReportFilter[]
  /** Groupings of the rows, the first one by default. Each report also has the level `total`. */
  levels: readonly ReportLevel[]
  columns(view: ReportView): readonly ReportColumn[]
  /** What a row says that sums up the rows before it; null for any other row. */
  subtotal?(row: ReportRow): string | null
}

interface ReportLevel extends Choice {
  /** Column of the grand total that says how many rows this level has. */
  counted: string
}

type ReportSource = Extract<keyof Database['public']['Functions'], `report_${string}`>

export interface Choice {
  value: string
  label: string
}

/** What definitions may know of the active project. */
export type ReportProject = Pick<Membership, 'timeZone' | 'settings'>

/** A filter; `name` is both the key in the address and the key in `p_filters`. */
export type ReportFilter = {
  name: string
  label: string
  /** Where it means something, when not everywhere. */
  levels?: readonly string[]
} & (
  | { kind: 'date'; initial(project: ReportProject): string }
  | {
      kind: 'choice'
      /** The first is the default. */
      options(project: ReportProject): Choice[]
      /** Changes nothing of what the report says, such as its order: the heading leaves it out. */
      quiet?: boolean
    }
  | { kind: 'list'; of: ListName }
  | { kind: 'agent' | 'amount' | 'customer' | 'flag' }
)

/** Lists of the project that a filter can choose from (lists.server.ts reads them). */
export type ListName = 'banks' | 'categories' | 'classifications' | 'cost_centers' | 'payees'

/** Those whose entries have no id: their names are asked for. */
export const BY_NAME: readonly ListName[] = ['categories', 'classifications']

/** Filters as they apply, defaults filled in; what is not set is absent. */
export type Filters = Readonly<Record<string, string>>

/** How a run looks at its data. */
export interface ReportView {
  level: string
  filters: Filters
  settings: ProjectSettings
}

/** A row as the SQL function gave it; amounts are money text, exact to the centavo. */
export type ReportRow = Readonly<Record<string, string | number | null>>

export interface ReportColumn {
  /** Column of the SQL function. */
  key: string
  header: string
  type: 'text' | 'date' | 'money' | 'count'
  /** Has a meaning in the grand total and in subtotals. */
  total?: boolean
  /** Also shown above the table as a figure of the whole set, in its first or second line of figures. */
  highlight?: 1 | 2
  /** Shown there alone. */
  figureOnly?: boolean
  /** Where the value comes from. */
  link?(row: ReportRow, view: ReportView): string | null
  /** On screen a quieter second line of this column, to save width; a column of its own elsewhere. */
  under?: string
  /** Leave zero out, so that the figures that matter stand out. */
  sparse?: boolean
  /** What an empty cell says, where that means something. */
  none?: string
  /** A word that makes an unusual row plain. */
  mark?(row: ReportRow): string | null
  phone?: 'title' | 'hide'
}
