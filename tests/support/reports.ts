import { expect } from 'vitest'
import type { Fixture } from './fixture.ts'

/** A row of a report; every value as text, as on both engines. */
export interface SqlReportRow {
  level: string
  row_key: string
  [column: string]: string | null
}

type Report = (filters: object, user?: string) => Promise<SqlReportRow[]>

/** SQL of the columns and figures of a row t of a report, as one object. */
export const FIGURED = "(to_jsonb(t) - 'figures') || coalesce(to_jsonb(t) -> 'figures', '{}')"

/** Runs a report of project A, as the Owner unless somebody else is named. */
export function reportReader(fixture: Fixture, name: string): Report {
  return async (filters, user = fixture.role.Owner) =>
    (
      await fixture.db.as<{ row: SqlReportRow }>(
        user,
        `select (select jsonb_object_agg(key, value #>> '{}') from jsonb_each(${FIGURED})) as row
         from public.${name}($1::uuid, $2::text::jsonb) t`,
        [fixture.a, JSON.stringify(filters)],
      )
    ).map(({ row }) => row)
}

/**
 * Returns SQL that reads a report as a table, in place of its function: columns and figures alike.
 *
 * @param filters SQL of the project and the filters
 * @param columns those that are read, with their types
 */
export function reportTable(name: string, filters: string, columns: string): string {
  return `(select f.* from public.${name}(${filters}) t
    cross join lateral jsonb_to_record(${FIGURED}) f (${columns}))`
}

/** Thousandths, which hold amounts, quantities and liters exactly. */
export const mills = (text: string | null | undefined): bigint => {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,3})0*)?$/.exec(text ?? '0')!
  return BigInt(`${sign}${whole}${part.padEnd(3, '0')}`)
}

const sumOfRows = (rows: readonly SqlReportRow[], column: string): bigint =>
  rows.reduce((all, row) => all + mills(row[column]), 0n)

/**
 * Checks that every level adds up to the grand total, column by column, with as many rows as the
 * total says; also the rows of groupings, without their sums.
 *
 * @param levels the column of the total that counts each level's rows; groupings name their rows'
 * level
 */
export async function sumsAgree(
  report: Report,
  filters: object,
  columns: readonly string[],
  levels: Readonly<Record<string, string>>,
  groupings: Readonly<Record<string, string>> = {},
): Promise<SqlReportRow> {
  const [total, ...more] = await report({ ...filters, level: 'total' })
  expect(more).toEqual([])
  for (const [level, counted] of Object.entries({ ...levels, ...groupings })) {
    const found = await report({ ...filters, level })
    const own = found.filter((row) => row.level === (groupings[level] ?? level))
    const about = `${level} of ${JSON.stringify(filters)}`
    if (!groupings[level]) {
      expect(own.length, about).toBe(found.length)
      expect(String(own.length), about).toBe(total![counted])
    }
    for (const column of columns)
      expect([about, column, sumOfRows(own, column)]).toEqual([
        about,
        column,
        mills(total![column]),
      ])
  }
  return total!
}

/**
 * Checks that each header of a group has the sums of the rows after it, and that all of them begin with its row key.
 *
 * @param counted the column with the number of rows that it sums up
 */
export function subtotalsAgree(
  rows: readonly SqlReportRow[],
  columns: readonly string[],
  counted: string,
): number {
  let checked = 0
  for (const [at, row] of rows.entries()) {
    if (row.level !== 'subtotal') continue
    const behind = rows.slice(at + 1).filter(({ level }) => level !== 'subtotal')
    const own = behind.slice(0, Number(row[counted]))
    expect(own.length).toBe(Number(row[counted]))
    const group = row.row_key.slice(0, -1)
    for (const each of own) expect(each.row_key.startsWith(`${group}1`)).toBe(true)
    expect(behind[own.length]?.row_key.startsWith(group) ?? false).toBe(false)
    for (const column of columns)
      expect([row.row_key, column, mills(row[column])]).toEqual([
        row.row_key,
        column,
        sumOfRows(own, column),
      ])
    checked++
  }
  return checked
}

/** Reads these levels page by page, forwards and back: each row once, in the order and with the figures of the whole. */
export async function pagesByKey(report: Report, levels: readonly string[], filters: object = {}) {
  for (const level of levels) {
    const whole = await report({ ...filters, level })
    const all = whole.map(({ row_key }) => row_key)
    // A header has the sums of its group, also of rows on other pages.
    const headers = new Map(
      whole.filter((row) => row.level === 'subtotal').map((row) => [row.row_key, row]),
    )
    const alike = (page: SqlReportRow[]) => {
      for (const row of page.filter((each) => each.level === 'subtotal'))
        expect([level, row]).toEqual([level, headers.get(row.row_key)])
    }
    expect(new Set(all).size, level).toBe(all.length)
    const forwards: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await report({ ...filters, level, limit: 7, after })
      alike(page)
      forwards.push(...page.map(({ row_key }) => row_key))
      after = page.at(-1)?.row_key
      if (page.length < 7) break
    }
    expect(forwards, level).toEqual(all)
    const backwards: string[] = []
    for (let before = all.at(-1); before !== undefined; ) {
      const page = await report({ ...filters, level, limit: 5, before })
      alike(page)
      backwards.push(...page.map(({ row_key }) => row_key))
      before = page.length < 5 ? undefined : page.at(-1)?.row_key
    }
    expect(backwards.reverse(), level).toEqual(all.slice(0, -1))
  }
}
