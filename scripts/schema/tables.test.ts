import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { statementsOf } from '../../server/embedded-supabase/database/code-objects.ts'
import { readDeclaredState } from '../../server/embedded-supabase/database/declared-state.ts'

/** Returns the columns of a table's primary key, else of the key that counts null as a value. */
function keyOf(table: string): string {
  const sql = table.replaceAll(/--[^\n]*/g, '')
  const [, columns] =
    /primary key \(([^)]*)\)/.exec(sql) ??
    /[(,]\s*(\w+) [^,()]*primary key/.exec(sql) ??
    /unique nulls not distinct \(([^)]*)\)/.exec(sql) ??
    []
  return columns ?? 'none'
}

it('docs/tables.md names each table of the declared state once, with its key', () => {
  const declared = statementsOf(readDeclaredState().script).flatMap((statement) => {
    const [table, name] = /^create (?:unlogged )?table ([\w.]+)[\s\S]*/m.exec(statement) ?? []
    return table && name ? [`${name.replace(/^public\./, '')}: ${keyOf(table)}`] : []
  })
  const rows = readFileSync('docs/tables.md', 'utf8').matchAll(/^\| `([\w.]+)` *\| ([^|]*)\|/gm)
  const named = [...rows].map(([, name, key]) => `${name}: ${key!.replaceAll('`', '').trim()}`)
  expect(declared.length).toBeGreaterThan(80)
  expect(named.sort()).toEqual(declared.sort())
})
