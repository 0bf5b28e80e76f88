import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import type { Database } from '~/platform/db/database.types'
import type { Membership, ProjectSettings } from '~/platform/request/context'

/**
 * Defines a report: its screen, print, Excel file, place on Home, and tests. Each report is a
 * folder here with a `definition.ts` that exports one as `report`; the registry and the route table
 * find it by the folder.
 */
export interface ReportDefinition {
  /** `/reports_` and the name of its folder. */
  path: `/reports_${string}`
  title: string
  /** A sentence for Home. */
  about: string
  /** The position among the reports on Home. */
  order: number
  permission: Permission
  /**
   * The SQL function. It runs with the reader's rights and takes `p_filters` with level, limit and
   * after.
   */
  source: ReportSource
  filters: readonly ReportFilter[]
  /**
   * The groupings of the rows, the first one by default. Each report also has the level `total`.
   */
  levels: readonly ReportLevel[]
  /**
   * Tells whether SQL returns the total with the rows of a level (`with_total`), which computes both
   * from the same lines.
   */
  hasTotal?(level: string): boolean
  columns(view: ReportView): readonly ReportColumn[]
  /** Returns the sums among the columns of a view: those that are shown unasked have all their parts beside them. */
  sums?(view: ReportView): readonly ReportSum[]
  /** Returns the keys of columns beyond the width of a laptop, which the screen shows when chosen. */
  spare?(view: ReportView): readonly string[]
  /** Returns links to other screens with the same filters. */
  actions?(view: ReportView): readonly ReportLink[]
  /** The figures of the level `pivot`, and the dimensions that they are summed by (`withPivot`). */
  pivot?: Pivot
}

/** The choices of a pivot. SQL has the same under the same names, in the same order (`private.pivot_statement`). */
export interface Pivot {
  /** The subjects of rows and columns. The first is the default of the rows, the second of the columns. */
  dimensions: readonly PivotDimension[]
  /** The figures that can be summed. The first is the default. */
  measures: readonly PivotMeasure[]
  /** The place of the lines that a cell sums: a level, of another report when `at` is its address. */
  lines: { level: string; at?: string }
  /** Returns further columns. */
  more?(filters: Filters): readonly ReportColumn[]
}

export interface PivotDimension extends FilterChoice {
  /** The filter that selects the lines of a row or column; `month` sets the period. Absent when there is none. */
  filter?: string
  /** The value of that filter for lines that have none of this. */
  none?: string
  /** True when the filter takes the name in place of the key. */
  named?: boolean
}

interface PivotMeasure extends FilterChoice, Pick<ReportColumn, 'type' | 'digits'> {}

/** A figure that is the sum of others, in every row and in the totals. */
export interface ReportSum {
  /** The column of the sum, by `cellKey`. */
  total: string
  /** The columns of its parts; a minus before one says that it is deducted. */
  of: readonly string[]
  /** Set where it holds in single rows only, or in the grand total only. */
  only?: 'rows' | 'total'
}

interface ReportLink {
  label: string
  to: string
  /** A further permission that the link needs. */
  permission?: Permission
}

export interface ReportLevel extends FilterChoice {
  /** The column of the grand total that counts the rows of this level. */
  counted: string
  /** Set where rows stand in groups, below headers that sum them. */
  groups?: ReportGroups
  /** The column that is the same in all rows of a part, such as a journal entry: a rule stands between two of them. */
  parts?: string
}

interface ReportGroups {
  /** The keys of the columns that headers name: rows do not repeat them. */
  named: readonly string[]
  /** A word for one row, and for several. */
  rows: readonly [one: string, many: string]
  /** Returns the name of a header's group, which lies in so many others. */
  name(row: ReportRow, depth: number): string
}

/** Returns the folder of a definition, which is also the report's name in the database. */
export function folderOf({ path }: ReportDefinition): string {
  return path.slice('/reports_'.length)
}

type ReportSource = Extract<keyof Database['public']['Functions'], `report_${string}`>

export interface FilterChoice {
  value: string
  label: string
  /** A further permission that the choice needs. */
  permission?: Permission
}

/** The part of the active project that definitions use. */
export type ReportProject = Pick<Membership, 'timeZone' | 'settings'>

/** A filter; `name` is both the key in the address and the key in `p_filters`. */
export type ReportFilter = {
  name: string
  label: string
  /** The levels that the filter applies to; all when absent. */
  levels?: readonly string[]
  /** A further permission that the filter needs. */
  permission?: Permission
  /** True for a filter that no other level knows: it stands beside the choice of the level. */
  ofLevel?: boolean
} & (
  | { kind: 'date'; initial(project: ReportProject): string }
  | {
      kind: 'choice'
      /** Returns the choices; the first is the default. */
      options(project: ReportProject): FilterChoice[]
      /**
       * True when the filter does not change the figures, such as the order. The heading leaves it
       * out.
       */
      quiet?: boolean
    }
  | { kind: 'list'; of: ListName }
  /** A whole number, such as of days; without `initial` it may be empty. */
  | { kind: 'count'; initial?: number }
  /** The whole number of a document, as typed. */
  | { kind: 'typed' }
  /** A past moment. */
  | { kind: 'moment' }
  | { kind: 'agent' | 'amount' | 'customer' | 'flag' }
)

/** Lists of the project that a filter can choose from (lists.server.ts reads them). */
export type ListName =
  | 'accounts'
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

/** The lists that grow with the company, and the address that searches each of them. */
export const SEARCHED = {
  areas: paths.customers.areaOptions,
  payees: paths.expenses.payeeOptions,
  product_suppliers: paths.inventory.supplierOptions,
  products: paths.inventory.productOptions,
  suppliers: paths.inventory.purchaseSuppliers,
} as const satisfies Partial<Record<ListName, string>>

export type SearchedList = keyof typeof SEARCHED

export function isSearched(name: ListName): name is SearchedList {
  return name in SEARCHED
}

/** The lists whose entries have no id: the filter takes names or keys. */
export const LISTS_WITHOUT_IDS: readonly ListName[] = [
  'accounts',
  'areas',
  'categories',
  'categories_1',
  'categories_2',
  'categories_3',
  'classifications',
  'product_suppliers',
  'suppliers',
]

/** The filters in effect, with defaults; absent when not set. */
export type Filters = Readonly<Record<string, string>>

/** The level, filters and settings of a run. */
export interface ReportView {
  level: string
  filters: Filters
  settings: ProjectSettings
  /** The reader's permissions. */
  permissions: readonly Permission[]
  /**
   * The columns that depend on the data (months, agents): a list of these is `heads` of the row
   * `total`.
   */
  heads: readonly ReportHead[]
}

export interface ReportHead {
  key: string
  label: string
}

/**
 * A row of the SQL function. Amounts are money text, exact to the centavo; other numbers are
 * numbers. The cells of a matrix are beside the columns, under the name from `cellKey`.
 */
export type ReportRow = Readonly<Record<string, string | number | null>>

export interface ReportColumn {
  /** The column of the SQL function; with `of` the key within its jsonb object. */
  key: string
  header: string
  /**
   * `number` has `digits` decimals; `percent` has two unless `digits` is set; `pieces` is a whole
   * number shown in cases and pieces when `caseConfig` names the column with the pieces per case.
   */
  type: 'text' | 'date' | 'money' | 'count' | 'number' | 'percent' | 'pieces'
  digits?: number
  caseConfig?: string
  /** The unit of a quantity, which files name. Cases come from SQL in millionths, as they are added up over products. */
  unit?: 'pc' | 'cs'
  /**
   * Set for a cell of a matrix: the value is `row[of][key]`, and empty when the object has no such
   * key.
   */
  of?: string
  /** Set for a column that SQL does not have: it is the sum of these, by `cellKey`, less those with a minus before them. */
  adds?: readonly string[]
  /** Set for a price: the column with the number of pieces that it is for. `case_config` says when that is a case. */
  pieces?: string
  /** True to shade a percentage; higher is darker. */
  heat?: boolean
  /**
   * Makes the header a link that sorts, by a value of the choice filter `sort`. A single value has
   * the direction of the type (figures highest first, names and dates ascending).
   */
  sort?: string | { asc?: string; desc?: string }
  /** True when the column has a value in the grand total and in subtotals. */
  total?: boolean
  /** The line of figures above the table that also shows the total of this column. */
  highlight?: 1 | 2
  /**
   * True for a column that not every project has, such as a budget: it is left out when the grand
   * total has no value.
   */
  optional?: boolean
  /** A further permission that the column needs. */
  permission?: Permission
  /** True to show the column only as a figure above the table. */
  figureOnly?: boolean
  /** Returns the address of the value's source. */
  link?(row: ReportRow, view: ReportView): string | null
  /** True for a column that is shown when chosen; the second sheet of a file always has it. */
  extra?: boolean
  /** True for what the headers of groups name: it is shown in rows when chosen. */
  named?: boolean
  /** True for balances that may be on either side: below zero it is a credit balance, which is no fault. */
  owed?: boolean
  /** True to leave out zeros, so that other figures stand out. */
  sparse?: boolean
  /** Returns what stands before a text, such as the No. of a number. */
  prefix?(row: ReportRow): string
  /** The text of an empty cell, where that has a meaning. */
  none?: string
  /** Returns a word that marks an unusual row. */
  mark?(row: ReportRow): string | null
  phone?: 'title' | 'amount' | 'hide'
  /** Set for a column that a tablet leaves out, so that the amounts after it are on the screen. */
  tablet?: 'hide'
  /** True for the text that takes the room that others leave; otherwise the first one, or the title of a card. */
  grow?: boolean
}

/** The types whose values are numbers in a row; they are right-aligned, as money is. */
export const FIGURES: readonly ReportColumn['type'][] = ['count', 'number', 'percent', 'pieces']

/** Returns the key of a column's value in a row. */
export function cellKey({ of, key }: ReportColumn): string {
  return of ? `${of}.${key}` : key
}

/** Returns the parts of a definition that need no further permission than these. */
function readable<T extends { permission?: Permission }>(
  parts: readonly T[],
  permissions: readonly Permission[],
): T[] {
  return parts.filter(({ permission }) => !permission || permissions.includes(permission))
}

/** Returns a report with the filters, choices and levels of a reader who has these permissions. */
export function forReader(
  report: ReportDefinition,
  permissions: readonly Permission[],
): ReportDefinition {
  return {
    ...report,
    levels: readable(report.levels, permissions),
    filters: readable(report.filters, permissions).map((filter) =>
      filter.kind === 'choice'
        ? { ...filter, options: (project) => readable(filter.options(project), permissions) }
        : filter,
    ),
  }
}

/** Returns the columns of a run that the reader may see, given its grand total. */
export function columnsOf(
  report: ReportDefinition,
  view: ReportView,
  total: Readonly<Record<string, unknown>>,
): readonly ReportColumn[] {
  const spare = new Set(report.spare?.(view))
  const columns = readable(report.columns(view), view.permissions)
    .filter(({ optional, key }) => !optional || (total[key] ?? null) !== null)
    .map((column) => (spare.has(cellKey(column)) ? { ...column, extra: true } : column))
  const names = levelOf(report, view).groups?.named ?? []
  const isNamed = ({ key }: ReportColumn) => names.includes(key)
  const [first, ...others] = columns.filter((column) => !isNamed(column))
  const named = columns.filter(isNamed).map((column) => ({
    ...{ ...column, extra: true, named: true },
    phone: column.phone === 'title' ? undefined : column.phone,
  }))
  return first ? [first, ...named, ...others] : named
}

/** Returns the level of a run. */
export function levelOf({ levels }: ReportDefinition, { level }: { level: string }): ReportLevel {
  return levels.find(({ value }) => value === level)!
}
