import { execFileSync } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import type { BenchSection } from './context.ts'
import type { Line } from './measure.ts'

export interface Result {
  section: BenchSection
  lines: readonly Line[]
  /** Says how fast the machine was then. */
  machine: string
}

const COLUMNS = ['Work', 'Figure', 'Limit', 'Ratio', 'To reach', '', 'Note']

/** Formats a section as a table of Markdown, which is readable on a terminal too. */
export function tableOf({ section, lines, machine }: Result): string {
  const cells = [COLUMNS, ...lines.map(cellsOf)]
  const used = COLUMNS.map((_, at) => cells.slice(1).some((row) => row[at] !== ''))
  const widths = COLUMNS.map((_, at) => Math.max(...cells.map((row) => [...row[at]!].length)))
  const rows = cells.map(
    (row) =>
      `| ${row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .filter((_, at) => used[at])
        .join(' | ')} |`,
  )
  const rule = `| ${widths
    .map((width) => '-'.repeat(width))
    .filter((_, at) => used[at])
    .join(' | ')} |`
  return `## ${section.title}\n\n${section.about} ${machine}\n\n${[rows[0], rule, ...rows.slice(1)].join('\n')}\n`
}

function cellsOf({ work, figure, limit = '', ratio, target = '', met, note = '' }: Line): string[] {
  const verdict = met === undefined ? '' : met ? 'met' : '**missed**'
  return [work, figure, limit, ratio === undefined ? '' : ratio.toFixed(2), target, verdict, note]
}

interface Run {
  results: readonly Result[]
  command: string
  server: string
  processor: string
  /** Describes the rows of each table. */
  rows: string
  /** Holds the hand-written remarks, which are kept from one run to the next. */
  remarks: string
}

/** Marks the hand-written part of the file: everything from here on is kept. */
export const REMARKS = '## What the figures say'

/** Returns the text of test-results/bench.md: machine, data set, tables and remarks. */
export function documentOf({ results, command, server, processor, rows, remarks }: Run): string {
  const judged = results.flatMap(({ lines }) => lines).filter(({ met }) => met !== undefined)
  const met = judged.filter((line) => line.met).length
  const head = `# Benchmarks

Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} cores (${processor}), ${Math.round(totalmem() / 1024 ** 3)} GB,
PostgreSQL ${server}, Node ${process.versions.node.split('.')[0]}, commit ${commit()}. ${met} of ${judged.length} targets met.

The data set: ${rows} Past days are kept for reports, as sign-ins do.
The limit is the same work on the same machine in the same run without what is measured; the ratio is figure ÷ limit.
Milliseconds are notes of this machine, ratios are what to compare. The fixed work is a statement that computes the same in every run
on one core, without a table: figures of two runs are compared by its time.
`
  return [head, ...results.map(tableOf), remarks].join('\n')
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}
