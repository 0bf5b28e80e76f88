import type { Permission } from '~/platform/access/permissions'
import type { Database } from '~/platform/db/database.types'
import type { Membership, ProjectSettings } from '~/platform/request/context'

/**
 * What a report is: one of these drives its screen, its place on Home, and its tests; Excel and
 * print will read the same. A further report is a folder here with a `definition.ts` that exports
 * one as `report`: the registry and the route table find it by the folder.
 */
export interface ReportDefinition {
  /** `/reports_` and the name of its folder. */
  path: `/reports_${string}`
  title: string
  /** One sentence for Home. */
  about: string
  /** Its place among the reports on Home: its number in the design. */
  order: number
  permission: Permission
  /** Runs with the reader's rights; takes `p_filters` with level, limit and after. */
  source: ReportSource
  filters: readonly ReportFilter[]
  /** Groupings of the rows, the first one by default. Each report also has the level `total`. */
  levels: readonly ReportLevel[]
  columns(view: ReportView): readonly ReportColumn[]
  /** What a row says that sums up the rows before it; null for any other row. */
  subtotal?(row: ReportRow): string | null
  /** What else can be made of the same filters. */
  actions?(view: ReportView): readonly ReportLink[]
}

interface ReportLink {
  label: string
  to: string
  /** What else the reader needs to follow it. */
  permission?: Permission
}

interface ReportLevel extends Choice {
  /** Column of the grand total that says how many rows this level has. */
  counted: string
}

/** The folder that a definition is in: also the name that the database has for the report. */
export function folderOf({ path }: ReportDefinition): string {
  return path.slice('/reports_'.length)
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
  /** A whole number, such as of days; without `initial` it may be left open. */
  | { kind: 'count'; initial?: number }
  /** A document's number, whole, as it is typed. */
  | { kind: 'typed' }
  | { kind: 'agent' | 'amount' | 'customer' | 'flag' }
)

/** Lists of the project that a filter can choose from (lists.server.ts reads them). */
export type ListName =
  | 'areas'
  | 'banks'
  | 'categories'
  | 'categories_1'
  | 'categories_2'
  | 'categories_3'
  | 'classifications'
  | 'cost_centers'
  | 'managers'
  | 'payees'
  | 'product_suppliers'
  | 'products'
  | 'suppliers'

/** Those whose entries have no id: their names are asked for. */
export const BY_NAME: readonly ListName[] = [
  'areas',
  'categories',
  'categories_1',
  'categories_2',
  'categories_3',
  'classifications',
  'product_suppliers',
  'suppliers',
]

/** Filters as they apply, defaults filled in; what is not set is absent. */
export type Filters = Readonly<Record<string, string>>

/** How a run looks at its data. */
export interface ReportView {
  level: string
  filters: Filters
  settings: ProjectSettings
  /** Columns that the data decides (months, agents): `heads` of the row `total`, which is a list of these. */
  heads: readonly ReportHead[]
}

export interface ReportHead {
  key: string
  label: string
}

/**
 * A row of the SQL function. Amounts are money text, exact to the centavo; whole and other numbers are
 * numbers. The cells of a matrix stand beside the columns, under the name that `cellKey` gives them.
 */
export type ReportRow = Readonly<Record<string, string | number | null>>

export interface ReportColumn {
  /** Column of the SQL function; with `of` the key within its jsonb object. */
  key: string
  header: string
  /**
   * `number`: with `digits` decimals; `percent`: with two, unless `digits` says otherwise; `pieces`: a whole
   * number shown in cases and pieces where `caseConfig` names the column that says how many make a case.
   */
  type: 'text' | 'date' | 'money' | 'count' | 'number' | 'percent' | 'pieces'
  digits?: number
  caseConfig?: string
  /** A cell of a matrix: the value is `row[of][key]`, and nothing where the object has no such key. */
  of?: string
  /** Percents: the higher, the darker the cell. */
  heat?: boolean
  /**
   * Makes the header a link that sorts: values of the choice filter `sort`. A single one is the way that the
   * type suggests (figures highest first, names and dates from the beginning).
   */
  sort?: string | { asc?: string; desc?: string }
  /** Has a meaning in the grand total and in subtotals. */
  total?: boolean
  /** Also shown above the table as a figure of the whole set, in its first or second line of figures. */
  highlight?: 1 | 2
  /** Not every project has it, such as a budget: left out where the grand total has none. */
  optional?: boolean
  /** Shown there alone. */
  figureOnly?: boolean
  /** Where the value comes from. */
  link?(row: ReportRow, view: ReportView): string | null
  /** On screen a quieter second line of this column, to save width; a column of its own elsewhere. */
  under?: string
  /** A text that stays on one line, such as a number with dashes; others but texts do by themselves. */
  nowrap?: boolean
  /** Leave zero out, so that the figures that matter stand out. */
  sparse?: boolean
  /** What an empty cell says, where that means something. */
  none?: string
  /** A word that makes an unusual row plain. */
  mark?(row: ReportRow): string | null
  phone?: 'title' | 'hide'
}

/** Types whose values are numbers in a row; they stand at the right, as money does. */
export const FIGURES: readonly ReportColumn['type'][] = ['count', 'number', 'percent', 'pieces']

/** Under what name a column's value stands in a row. */
export function cellKey({ of, key }: ReportColumn): string {
  return of ? `${of}.${key}` : key
}

/** The columns of a run whose grand total is known. */
export function columnsOf(
  report: ReportDefinition,
  view: ReportView,
  total: Readonly<Record<string, unknown>>,
): readonly ReportColumn[] {
  return report
    .columns(view)
    .filter(({ optional, key }) => !optional || (total[key] ?? null) !== null)
}
