import { availableParallelism, cpus, totalmem } from 'node:os'
import { type Figures, type Measured, median, p95 } from './measure.ts'
import type { Side } from './side.ts'
import type { Row, Section } from './work.ts'

/** Where a target and a simple way collide, the simple way wins up to this factor. */
const NEARLY = 1.3
/** Two sides that differ by less are as fast as each other. */
const SAME = 1.05

/** Writes the measurements of a section as a table of Markdown, which is readable on a terminal too. */
export function tableOf(
  { title, about }: Section,
  measured: readonly Measured[],
  names: readonly string[],
): string {
  const compared = names.length > 1
  const head = [
    'Work',
    ...names,
    ...(compared ? ['Ratio'] : []),
    ...names.map((name) => `SQL of ${name}`),
    ...(compared ? ['Ratio of SQL'] : []),
    'To reach',
    '',
  ]
  const cells = [head, ...measured.map((one) => cellsOf(one, compared))]
  const used = head.map((_, at) => cells.slice(1).some((row) => row[at] !== ''))
  const widths = head.map((_, at) => Math.max(...cells.map((row) => [...row[at]!].length)))
  const lineOf = (row: readonly string[]) =>
    `| ${row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .filter((_, at) => used[at])
      .join(' | ')} |`
  const [first, ...rest] = cells.map(lineOf)
  const rule = lineOf(widths.map((width) => '-'.repeat(width)))
  return `## ${title}\n\n${about}\n\n${[first, rule, ...rest].join('\n')}\n`
}

function cellsOf({ row, sides }: Measured, compared: boolean): string[] {
  const sql = sides.map(({ database }) => median(database))
  const ratio = (figures: readonly number[]) =>
    compared && figures.every((figure) => figure > 0)
      ? (figures.at(-1)! / figures[0]!).toFixed(2)
      : ''
  const ratios = (figures: readonly number[]) => (compared ? [ratio(figures)] : [])
  return [
    row.name,
    ...sides.map((side) => figureOf(row, side)),
    ...ratios(sides.map(({ taken }) => median(taken))),
    ...sql.map((figure) => (figure > 0 ? ms(figure) : '')),
    ...ratios(sql),
    targetOf(row, compared),
    verdictOf(row, sides, compared),
  ]
}

function figureOf({ unit, p95: slowest }: Row, { taken }: Figures): string {
  const figure = median(taken)
  if (unit === 'MB') return `${Math.round(figure)} MB`
  return slowest ? `${ms(figure)}, p95 ${ms(p95(taken))}` : ms(figure)
}

function targetOf({ target, unit, p95: slowest, noSlower }: Row, compared: boolean): string {
  const most = target === undefined ? [] : [unit === 'MB' ? `${target} MB` : ms(target)]
  return [
    ...most.map((text) => `${slowest ? 'p95 ' : ''}≤ ${text}`),
    ...(noSlower && compared ? ['no slower'] : []),
  ].join(', ')
}

/** Says whether a row reaches what it should: the worse of its two aims. */
function verdictOf(row: Row, sides: readonly Figures[], compared: boolean): string {
  const { taken } = sides.at(-1)!
  const shares = [
    ...(row.target === undefined ? [] : [(row.p95 ? p95(taken) : median(taken)) / row.target]),
    ...(row.noSlower && compared && sides[0]!.taken.length > 0
      ? [median(taken) / median(sides[0]!.taken) / SAME]
      : []),
  ]
  if (shares.length === 0) return ''
  const worst = Math.max(...shares)
  return worst <= 1 ? 'met' : worst <= NEARLY ? `within ${NEARLY} ×` : '**missed**'
}

/** Formats milliseconds with two or three significant digits. */
function ms(value: number): string {
  if (Number.isNaN(value)) return 'not there'
  if (!Number.isFinite(value)) return 'no answer'
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`
  if (value >= 1000) return `${(value / 1000).toFixed(2)} s`
  return `${value >= 10 ? Math.round(value) : value.toFixed(1)} ms`
}

/** Returns the head of the file: machine, versions, and what each side has. */
export function headOf(sides: readonly Side[], scale: number, server: string): string {
  const of = sides.map(
    ({ name, commit, size, sums }) =>
      `- ${name}: commit ${commit}, a database of ${Math.round(size / 1024 ** 2)} MB; making its sums of the past took ${ms(sums)}`,
  )
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}),
${Math.round(totalmem() / 1024 ** 3)} GB, PostgreSQL ${server}, Node ${process.versions.node.split('.')[0]}, ${(scale * 1_000_000).toLocaleString('en')} booking lines of 50 companies, half of them of one.

${of.join('\n')}

Figures are medians of runs in turn; the ratio is that of the last column to the first. SQL is what the database took of a page by
the server's log, where calls that run side by side add up. Milliseconds are notes of this machine, ratios are what to compare.
"No slower" means by at most ${Math.round((SAME - 1) * 100)} %.
`
}
