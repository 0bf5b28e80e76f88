/** Kinds of cells, which decide how a cell is normalized before the database checks it. */
export type CellKind = 'text' | 'money' | 'whole' | 'decimal' | 'colour' | 'date'

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
  /** The example in the template. */
  example: string
}

/**
 * An import from a spreadsheet. A new kind needs one more definition, a SQL command of the same
 * shape as `import_products`, and two routes (screen and template) whose guards name the
 * permission.
 */
export interface ImportDefinition {
  /** The kind in the table `imports`. */
  kind: string
  title: string
  /** The singular and plural of a row: "product", "products". */
  noun: readonly [one: string, many: string]
  /** Describes the effect of a row in a sentence. */
  about: string
  columns: readonly ImportColumn[]
  /**
   * The SQL command. It takes p_project, p_idempotency_key, p_import {file_name, rows}, p_check,
   * and returns {rows, errors}.
   */
  command: 'import_products' | 'import_customers' | 'import_opening_stock'
  /** The address of the screen, and the list before and after it. */
  path: string
  list: { label: string; to: string }
}

/** Formats a count: "1 product", "10,000 products". */
export function countOf({ noun }: ImportDefinition, count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun[0] : noun[1]}`
}
