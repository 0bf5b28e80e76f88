import type { Permission } from '~/platform/access/permissions'
import type { CommandName } from '~/platform/db/command-types'

/** Kinds of cells, which decide how a cell is normalized before the database checks it. */
export type CellKind =
  | 'text'
  | 'money'
  | 'price'
  | 'whole'
  | 'quantity'
  | 'decimal'
  | 'percent'
  | 'color'
  | 'date'
  | 'vat'

/** A column of an import. */
export interface ImportColumn {
  /** The key of the value in the rows of the SQL command, and of its errors. */
  key: string
  /** The label on the screen, and the header in the template. */
  label: string
  kind: CellKind
  /** Lists other headers with the same meaning. Case, spaces and punctuation do not matter. */
  synonyms: readonly string[]
  required?: boolean
  /** True when no two rows of a sheet may have the same value. */
  unique?: boolean
  hint?: string
  /** The meaning of an empty cell. */
  blank?: string
  /** The example in the template. */
  example: string
}

/** The kinds of the table `imports`. */
type ImportKind = Extract<CommandName, `import_${string}`> extends `import_${infer K}` ? K : never

/**
 * An import from a spreadsheet. A new kind is a file in `kinds`, and its columns in
 * `private.import_columns`, for which `private.add_import_kind` makes a command `import_<kind>`. Screen,
 * template and the entry in the list of imports follow from the two.
 */
export interface ImportDefinition {
  kind: ImportKind
  title: string
  /** The singular and plural of a row: "product", "products". */
  noun: readonly [one: string, many: string]
  /** Describes the effect of a row in a sentence. */
  about: string
  columns: readonly ImportColumn[]
  /** The place in the list of imports: the order in which a company is brought over. */
  order: number
  /** The permission of the SQL command. */
  permission: Permission
  /** True when it changes rows that are there: the difference is shown before. */
  changes?: boolean
  /** True when its check writes the rows and takes them back, as documents do: the import takes as long. */
  tries?: boolean
  /** The list after the import. */
  list: { label: string; to: string }
}

/** Formats a count: "1 product", "10,000 products". */
export function countText({ noun }: ImportDefinition, count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun[0] : noun[1]}`
}

/** Returns what the screen says of a column: its hint, and what an empty cell means. */
export function hintOf({ hint, blank }: ImportColumn): string | undefined {
  return [hint, blank && `blank = ${blank}`].filter(Boolean).join('; ') || undefined
}

/** Makes the column of an import that changes records: an empty cell changes nothing. */
export function asChange(column: ImportColumn): ImportColumn {
  return column.blank ? { ...column, blank: 'no change' } : column
}
