import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type CsvRecord, parseCsv } from './csv.ts'

const NAMES = [
  'categories',
  'customers',
  'employees',
  'order_details',
  'orders',
  'products',
  'suppliers',
] as const

export type Tables = Record<(typeof NAMES)[number], CsvRecord[]>

/** Returns the folder of the data set that NORTHWIND_DIR names, or null. */
export function northwindFolder(): string | null {
  return process.env.NORTHWIND_DIR ? path.resolve(process.env.NORTHWIND_DIR) : null
}

/** Tells whether a folder is named and holds the data set. */
export function hasNorthwind(folder: string | null): folder is string {
  if (folder === null) return false
  return NAMES.every((name) => existsSync(path.join(folder, `${name}.csv`)))
}

/** Reads the data set's files. */
export function readTables(folder: string): Tables {
  const read = (name: string) => parseCsv(readFileSync(path.join(folder, `${name}.csv`), 'utf8'))
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Tables
}
