/** How a cell is tidied before the database looks at it; what cannot be tidied goes as it is. */
export type CellKind = 'text' | 'money' | 'whole' | 'decimal' | 'colour' | 'date'

/** A column that can be brought in. */
export interface ImportColumn {
  /** Name of the value in the SQL command's rows, and of its errors. */
  key: string
  /** As people call it; also the header in the template. */
  label: string
  kind: CellKind
  /** Other headers that mean the same. Case, spaces and punctuation do not matter. */
  synonyms: readonly string[]
  required?: boolean
  /** No two rows of a sheet may have the same. */
  unique?: boolean
  hint?: string
  /** For the template. */
  example: string
}

/**
 * What can be brought in from a spreadsheet. A new kind is one more of these, a SQL command of the
 * same shape as `import_products`, and two routes (screen and template), whose guards name the permission.
 */
export interface ImportDefinition {
  /** As in the table `imports`. */
  kind: string
  title: string
  /** One and many of what a row is: "product", "products". */
  noun: readonly [one: string, many: string]
  /** What happens with a row, in a sentence. */
  about: string
  columns: readonly ImportColumn[]
  /** Takes p_project, p_idempotency_key, p_import {file_name, rows}, p_check; answers {rows, errors}. */
  command: 'import_products' | 'import_customers'
  /** Address of the screen, and of the list that one comes from and goes to afterwards. */
  path: string
  list: { label: string; to: string }
}

/** "1 product", "5,000 products". */
export function countOf({ noun }: ImportDefinition, count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun[0] : noun[1]}`
}
